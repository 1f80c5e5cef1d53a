import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '#newsroom/article/render-markdown.ts'
import { parseDraft, publisherAlone } from '#newsroom/article/parse-draft.ts'
import { claimsOf, type Block, type Draft } from '#newsroom/article/draft.ts'
import { citationsOf } from '#newsroom/article/read-markdown.ts'
import { bodyOf, draftWith, draftsOf, paragraph, said, sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'

const frame = { title: 'A title', excerpt: 'An excerpt.', tags: ['a', 'b', 'c'] }
const numbered = [sourceWith('S1', ['One.', 'Two.']), sourceWith('S2', ['Three.', 'Four.'])]
const sources = ['Alpha', 'Beta', 'Gamma'].map((publisher) => {
  return { publisher, title: `Title of ${publisher}`, url: `https://${publisher.toLowerCase()}.example/1` }
})

test('parses a rendered draft back into the same sentences and evidence', () => {
  fc.assert(
    fc.property(draftsOf(texts()), (draft) => {
      const written = claimsOf(draft).map(({ text }) => bare(text))
      fc.pre(new Set(written).size === written.length)
      const article = renderMarkdown(draft, numbered)
      const back = parseDraft({ ...article, title: draft.title.text, excerpt: '', tags: draft.tags }, article)
      const shown = (given: Draft, publisherOf: (source: string) => string | undefined) =>
        claimsOf({ ...given, excerpt: [] }).map(({ text, speaker, from }) => {
          const units = from.map((id) => id.replace(/^\w+/, (source) => publisherOf(source) ?? ''))
          return [bare(text), speaker, units.toSorted()]
        })
      expect(shown(back, (id) => article.sources[Number(id.slice(1)) - 1]?.publisher)).toEqual(
        shown(draft, (id) => `Publisher ${id}`),
      )
    }),
    { numRuns: 60 },
  )
})

test('keeps the units of unchanged sentences even if sources were moved or removed', () => {
  const draft = draftWith(bodyOf(paragraph(said('One.', 'S1.1'), said('Two.', 'S2.1'))))
  const article = renderMarkdown(draft, numbered)
  const read = (markdown: string, listed = article.sources) =>
    parseDraft({ ...frame, markdown, sources: listed }, article).sections[0]?.blocks[0]
  expect(read('One. [S1] New. [S2]')).toEqual(paragraph(said('One.', 'S1.1'), said('New.', 'S2')))
  expect(read('Two. [S1] One. [S2]', article.sources.toReversed())).toEqual(
    paragraph(said('Two.', 'S1.1'), said('One.', 'S2.1')),
  )
  expect(read('One. [S2] Two. [S1, S2]')).toEqual(paragraph(said('One.', 'S2'), said('Two.', 'S2.1', 'S1')))
  expect(read('New. One. [S1]')).toEqual(paragraph(said('New.'), said('One.', 'S1.1')))
  expect(read('Two. [S1]', article.sources.slice(0, 1))).toEqual(paragraph(said('Two.', 'S1')))
})

test('applies a citation to the sentence before or around it', () => {
  const markdown = 'One. Two [S2].\n\nThree, [S1] and four.\n\n## Deep\n\n- a\n- b [S1]\n- c'
  expect(read(markdown).sections).toEqual([
    {
      heading: null,
      blocks: [paragraph(said('One.'), said('Two.', 'S2')), paragraph(said('Three, and four.', 'S1'))],
    },
    { heading: said('Deep'), blocks: [{ kind: 'list', items: [said('a'), said('b', 'S1'), said('c')] }] },
  ])
})

test('starts a section at each heading, and puts text before the first heading in a section without one', () => {
  const headings = (markdown: string) => read(markdown).sections.map(({ heading }) => heading?.text ?? null)
  expect(headings('Lead. [S1]\n\n### Deep\n\nOne. [S1]\n\n## Flat\n\nTwo. [S1]')).toEqual([null, 'Deep', 'Flat'])
  expect(headings('## Flat [S1]\n\nTwo. [S1]')).toEqual(['Flat [S1]'])
  expect(headings('')).toEqual([])
})

test('finds no citations in code, but in the captions of figures', () => {
  expect(citationsOf('One [S2]. `[S3]`\n\n```\n[S3]\n```\n\n<figcaption>Two [S1]</figcaption>')).toEqual([2, 1])
})

const quote = { kind: 'quote' as const, text: 'It works', speaker: '', from: ['S1'] }

test.each<[string, markdown: string, Block[]]>([
  ['a citation of an unlisted source', 'One. [S1, S9]', [paragraph(said('One.', 'S1', 'S9'))]],
  [
    'citations inside a sentence and in bold text',
    'One [S2]. Two `[S3]` **three [S1, S2]**',
    [paragraph(said('One.', 'S2'), said('Two `[S3]` **three**', 'S1', 'S2'))],
  ],
  ['a quotation with its speaker', '> “It works” — Ada Byron [S1]', [{ ...quote, speaker: 'Ada Byron' }]],
  ['straight quotation marks', '> "It works." - Ada [S1]', [{ ...quote, text: 'It works.', speaker: 'Ada' }]],
  ['a quotation without quotation marks', '> It works [S1]', [quote]],
  [
    'a table with its caption and citations, and a caption without a table as a paragraph',
    'Table: What [S1]\n\n|a|b|\n|-|-|\n|1 \\| 2|x [S2]|\n|y|z|\n\nTable: none [S1]',
    [
      {
        kind: 'table',
        caption: said('What', 'S1'),
        head: ['a', 'b'],
        rows: [
          { cells: ['1 | 2', 'x'], from: ['S2'] },
          { cells: ['y', 'z'], from: [] },
        ],
      },
      paragraph(said('Table: none', 'S1')),
    ],
  ],
  [
    'code with the citations on the line below it',
    '```ts file=a.ts\nx [S3]\n```\n\n[S2]\n\n```\ny\n```\n\nText. [S1]',
    [
      { kind: 'code', language: 'ts', text: 'x [S3]', from: ['S2'] },
      { kind: 'code', language: '', text: 'y', from: [] },
      paragraph(said('Text.', 'S1')),
    ],
  ],
])('parses %s', (_, markdown, blocks) => {
  expect(read(markdown).sections[0]?.blocks).toEqual(blocks)
})

test('drops the line that names the only publisher if that publisher is listed', () => {
  const line = '*Everything below comes from one publisher, Beta.*'
  expect(publisherAlone(`${line}\n\nOne. [S1]`, sources)).toBe('Beta')
  expect(read(`${line}\n\n**What changes:** All. [S1]\n\nOne. [S1]`)).toMatchObject({
    sections: [{ heading: null, blocks: [paragraph(said('One.', 'S1'))] }],
    what_changes: [said('All.', 'S1')],
  })
  const other = line.replace('Beta', 'Delta')
  expect(publisherAlone(other, sources)).toBeNull()
  expect(textsOf(read(`${other}\n\nOne. [S1]`))).toEqual([other, 'One.'])
})

test('keeps unsupported content as plain text', () => {
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
    const text = textsOf(read(markdown)).join('\n\n')
    const parts = markdown.match(/<[^>]+>|\[[^\]]+\][([:][^\n]*|https:\S+|~~\w+~~|\[\^1\]:?/g) ?? []
    expect(parts.length, markdown).toBeGreaterThan(0)
    for (const part of parts) expect(text, markdown).toContain(part)
  }
})

function read(markdown: string): Draft {
  return parseDraft({ ...frame, markdown, sources }, { sources, evidence: [] })
}

function textsOf(draft: Draft): string[] {
  return claimsOf(draft).flatMap(({ where, text }) => (where.startsWith('sections') ? [text] : []))
}

// Removes escapes from text and collapses its white space.
function bare(text: string): string {
  return text.replaceAll('\\', '').replaceAll(/\s+/g, ' ').trim()
}

// Generates text that passes the checks. Excludes `***`, which would be a thematic break, and text that looks like a
// citation.
function texts(): fc.Arbitrary<string> {
  const words = (unit: 'grapheme' | 'grapheme-ascii') =>
    fc
      .string({ unit, minLength: 1, maxLength: 30 })
      .map((text) => text.replaceAll(/\s+/g, ' ').trim())
      .filter((text) => /[\p{L}\p{N}]/u.test(text) && !/\[S\d|\*{3}|[“”"—–]/.test(text))
  return fc.oneof(
    words('grapheme'),
    words('grapheme-ascii'),
    fc.constantFrom(
      '# Heading',
      '1. one',
      '- list',
      '> quote',
      '| a | b |',
      '[^1]: note',
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
}

test('keeps the units of a sentence after its quotation marks became typographic', () => {
  const text = `Ada's "small" fix`
  const evidence = [{ text, compute: '', citation: null, source: 0, unit: 'S1.4', quote: '' }]
  const record = { sources, evidence }
  const titleOf = (title: string) => parseDraft({ ...frame, title, markdown: 'One.', sources }, record).title
  expect(titleOf('Ada’s “small” fix').from).toEqual(['S1.4'])
  expect(titleOf('Ada’s big fix').from).toEqual([])
})
