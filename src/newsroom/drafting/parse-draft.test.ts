import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '#newsroom/drafting/render-markdown.ts'
import { citationsOf, parseDraft, publisherAlone } from '#newsroom/drafting/parse-draft.ts'
import { passages, type Block, type Draft } from '#newsroom/drafting/draft.ts'
import { readStories } from '../../../tests/fixtures/newsroom/stories.ts'

const stories = readStories()
const frame = { title: 'A title', excerpt: 'An excerpt.', tags: ['a', 'b', 'c'] }
const publishers = ['Alpha', 'Beta', 'Gamma']
const sources = publishers.map(sourceOf)

test.for([...stories])('the article of %s is read as the draft that it was set from', ([, { draft, sources }]) => {
  expect(readBack(draft, sources)).toEqual(wordsOf(draft, sources))
})

test('any draft that can be set is read back, with the same sources', () => {
  fc.assert(
    fc.property(drafts(), (draft) => {
      expect(readBack(draft, sources)).toEqual(wordsOf(draft, sources))
    }),
    { numRuns: 200 },
  )
})

test('a heading at the start, and deeper ones, begin sections; text before the first has none', () => {
  const { sections } = read('Lead. [S1]\n\n### Deep\n\nOne. [S1]\n\n## Flat\n\nTwo. [S1]')
  expect(sections.map(({ heading, blocks }) => [heading, blocks.map(({ text }) => text)])).toEqual([
    ['', ['Lead.']],
    ['Deep', ['One.']],
    ['Flat', ['Two.']],
  ])
  expect(read('## Flat\n\nTwo. [S1]').sections.map(({ heading }) => heading)).toEqual(['Flat'])
  expect(read('').sections).toEqual([])
})

test('citations are taken from wherever they stand in a block, but not from code', () => {
  const { sections } = read('One [S2]. Two `[S3]` **three [S1, S2]**')
  expect(sections[0]?.blocks[0]).toMatchObject({ text: 'One. Two `[S3]` **three**', sources: ['S2', 'S1'] })
  expect(citationsOf('One [S2]. `[S3]`\n\n```\n[S3]\n```\n\n<figcaption>Two [S1]</figcaption>')).toEqual([2, 1])
})

test('a citation of a source that is not listed stays, so that it can be complained of', () => {
  expect(read('One. [S1, S9]').sections[0]?.blocks[0]?.sources).toEqual(['S1', 'S9'])
})

test('the items of a list that rest on different sources are lists of their own', () => {
  const { sections } = read('- a [S1]\n- b [S1]\n- c\n- d [S2]\n  - e [S1, S2]\n- f')
  expect(sections[0]?.blocks.map(({ kind, items, sources }) => [kind, items, sources])).toEqual([
    ['list', ['a', 'b'], ['S1']],
    ['list', ['c', 'd'], ['S2']],
    ['list', ['e'], ['S1', 'S2']],
    ['list', ['f'], []],
  ])
})

test('a table has its caption and the citations of its cells; a caption over no table is a paragraph', () => {
  const [table, text] =
    read('Table: What [S1]\n\n|a|b|\n|-|-|\n|1 \\| 2|x [S2]|\n\nTable: none [S1]').sections[0]?.blocks ?? []
  expect(table).toMatchObject({ kind: 'table', text: 'What', sources: ['S1', 'S2'] })
  expect(table?.rows).toEqual([
    ['a', 'b'],
    ['1 | 2', 'x'],
  ])
  expect(text).toMatchObject({ kind: 'paragraph', text: 'Table: none', sources: ['S1'] })
})

test('code has the sources of the line below it, and none without that line', () => {
  const [first, second, third] =
    read('```ts file=a.ts\nx [S3]\n```\n\nAs published. [S2]\n\n```\ny\n```\n\nText. [S1]').sections[0]?.blocks ?? []
  expect(first).toMatchObject({ kind: 'code', language: 'ts', text: 'x [S3]', sources: ['S2'] })
  expect(second).toMatchObject({ kind: 'code', text: 'y', sources: [] })
  expect(third).toMatchObject({ kind: 'paragraph', text: 'Text.', sources: ['S1'] })
})

test('why it matters is the last section of that name, wherever it stands', () => {
  const draft = read(
    '## Why it matters\n\nOne. [S1]\n\n## Why it matters\n\nTwo. [S1]\n\nThree.\n\n## After\n\nFour. [S1]',
  )
  expect(draft.why_it_matters).toBe('Two.\nThree.')
  expect(draft.sections.map(({ heading }) => heading)).toEqual(['Why it matters', 'After'])
})

test('the line about one publisher is no text of the article when it names a listed one', () => {
  const line = '*Everything below comes from one publisher, Beta.*'
  expect(publisherAlone(`${line}\n\nOne. [S1]`, sources)).toBe('Beta')
  expect(read(`${line}\n\nOne. [S1]`).sections[0]?.blocks.map(({ text }) => text)).toEqual(['One.'])
  const other = line.replace('Beta', 'Delta')
  expect(publisherAlone(other, sources)).toBeNull()
  expect(read(`${other}\n\nOne. [S1]`).sections[0]?.blocks.map(({ text }) => text)).toEqual([other, 'One.'])
})

test('what a draft cannot hold stays in the text as it is written', () => {
  const foreign = [
    '<script>alert(1)</script>',
    'Text <b onclick="x()">bold</b>',
    '[a](javascript:alert(1))',
    '![a](https://evil.example/p.png "title")',
    '<https://evil.example>',
    'https://evil.example/a',
    '[a][b]\n\n[b]: https://evil.example',
    'Note[^1]\n\n[^1]: of foot',
    '~~gone~~',
    '> - <img src=x>',
    '- a\n\n      <i>',
    '|a|b|\n|-|-|\n|<b>x</b>|y|',
  ]
  for (const markdown of foreign) {
    const text = passages(read(markdown))
      .filter(({ where }) => where.includes('blocks'))
      .map(({ text }) => text)
      .join('\n\n')
    const parts = markdown.match(/<[^>]+>|\[[^\]]+\][([:][^\n]*|https:\S+|~~\w+~~|\[\^1\]:?/g) ?? []
    expect(parts.length, markdown).toBeGreaterThan(0)
    for (const part of parts) expect(text, markdown).toContain(part)
  }
})

function read(markdown: string): Draft {
  return parseDraft({ ...frame, markdown }, sources)
}

function sourceOf(publisher: string) {
  const url = `https://${publisher.toLowerCase()}.example/1`
  return { publisher, title: `Title of ${publisher}`, url, date: '2026-11-20T08:00:00Z', text: 'Text.' }
}

type Source = ReturnType<typeof sourceOf>

function referencesOf(sources: Source[]) {
  return sources.map((source, index) => ({ id: `S${index + 1}`, hash: '', ...source }))
}

// What is read from the article of a draft, with the addresses of its sources.
function readBack(draft: Draft, given: Source[]) {
  const { markdown, sources } = renderMarkdown(draft, referencesOf(given))
  const { title, excerpt, tags } = draft
  const back = parseDraft({ title, excerpt, tags, markdown }, sources)
  return passagesOf(back, (id) => sources[Number(id.slice(1)) - 1]?.url ?? id)
}

// The same of the draft itself: its first heading is not set, a table without a caption has that of its section.
function wordsOf(draft: Draft, given: Source[]) {
  const sections = draft.sections.map(({ heading, blocks }, index) => ({
    heading: index === 0 ? '' : heading,
    blocks: blocks.map((block) => (block.kind === 'table' && block.text === '' ? { ...block, text: heading } : block)),
  }))
  return passagesOf({ ...draft, sections }, (id) => given[Number(id.slice(1)) - 1]?.url ?? id)
}

// Text up to white space and escaping; lists that stand together and rest on the same sources are one.
function passagesOf(draft: Draft, addressOf: (id: string) => string) {
  const found: { kind: string; text: string; sources: string[] }[] = []
  for (const { kind, text, sources } of passages(draft)) {
    const words = text.replaceAll('\\', '').replaceAll(/\s+/g, ' ').trim()
    // What names no sources of its own has those of all blocks.
    const own = [...new Set(sources.map(addressOf))]
    const last = found.at(-1)
    if (kind === 'list' && last?.kind === 'list' && last.sources.join() === own.join()) last.text += ` ${words}`
    else found.push({ kind, text: words, sources: own })
  }
  return found
}

// Words as checks let them pass: a `***` of its own would be a rule, and a citation is code's to write.
function drafts(): fc.Arbitrary<Draft> {
  const words = (unit: 'grapheme' | 'grapheme-ascii') =>
    fc
      .string({ unit, minLength: 1, maxLength: 30 })
      .filter((text) => /[\p{L}\p{N}]/u.test(text) && !/\[S\d|\*{3}/.test(text))
  const text = fc.oneof(
    words('grapheme'),
    words('grapheme-ascii'),
    fc.constantFrom(
      '# Heading',
      '1. one',
      '- list',
      '> quote',
      '| a | b |',
      '[^1]: note',
      'As published.',
      'Table: x',
      '**bold**, *it* and `a<b`',
      '<script>x</script>',
      '![a](https://evil.example)',
      'see https://evil.example/a_b or www.a.example',
      '* star',
      '&lt;b&gt; &amp;',
      '`a|b` c | d',
      'a@evil.example',
      'a_b@evil.example, httpS://evil.example',
      '~~gone~~ $x$ a_b_c',
      '2 * 3 * 4',
      '2026. a',
      '[x] done',
    ),
  )
  const own = fc.uniqueArray(fc.constantFrom('S1', 'S2', 'S3'), { minLength: 1 })
  const empty = { text: '', items: [], rows: [], language: '' }
  const line = text.map((line) => line.replaceAll(/\s+/g, ' '))
  const block = fc.oneof(
    fc.record({ kind: fc.constantFrom('paragraph' as const, 'quote' as const), text, sources: own }),
    fc.record({
      kind: fc.constant('list' as const),
      items: fc.array(text, { minLength: 1, maxLength: 4 }),
      sources: own,
    }),
    fc.record({ kind: fc.constant('code' as const), text: line, language: fc.constantFrom('', 'ts'), sources: own }),
    fc.record({
      kind: fc.constant('table' as const),
      text: fc.oneof(text, fc.constant('')),
      rows: fc.array(fc.tuple(text, text), { minLength: 2, maxLength: 4 }),
      sources: own,
    }),
  )
  const blocks = fc.array(
    block.map((part): Block => ({ ...empty, ...part })),
    { minLength: 1, maxLength: 5 },
  )
  return fc.record({
    title: text,
    excerpt: text,
    tags: fc.array(text),
    sections: fc.array(fc.record({ heading: text, blocks }), { minLength: 1, maxLength: 3 }),
    why_it_matters: text,
  })
}
