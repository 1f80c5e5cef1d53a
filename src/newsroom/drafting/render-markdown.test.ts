import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '#newsroom/drafting/render-markdown.ts'
import type { Block, Draft } from '#newsroom/drafting/draft.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import type { Reference } from '#newsroom/stories/story.ts'

const references: Reference[] = ['Alpha', 'Beta', 'Gamma'].map((publisher, index) => ({
  id: `S${index + 1}`,
  hash: 'x',
  publisher,
  url: `https://${publisher.toLowerCase()}.example/1`,
  title: `Title of ${publisher}`,
  date: '2026-11-20T08:00:00Z',
  text: 'Text.',
}))

test('citations are numbered in the order of the text, and only cited sources are listed', () => {
  const { markdown, sources } = renderMarkdown(
    parseDraft([
      { text: 'First.', sources: ['S3'] },
      { text: 'Second.', sources: ['S1', 'S3'] },
    ]),
    references,
  )
  expect(markdown).toContain('First. [S1]')
  expect(markdown).toContain('Second. [S2, S1]')
  expect(sources.map(({ publisher }) => publisher)).toEqual(['Gamma', 'Alpha'])
  expect(markdown).not.toContain('one publisher')
})

test('an article of one publisher says so', () => {
  const { markdown } = renderMarkdown(parseDraft([{ text: 'First.', sources: ['S2'] }]), references)
  expect(markdown.startsWith('*Everything below comes from one publisher, Beta.*')).toBe(true)
})

test('a source that was not given is not cited', () => {
  const { markdown, sources } = renderMarkdown(parseDraft([{ text: 'First.', sources: ['S9', 'S1'] }]), references)
  expect(markdown).toContain('First. [S1]')
  expect(sources).toHaveLength(1)
})

test('every kind of block is set, each with its sources', async () => {
  const { markdown, sources } = renderMarkdown(
    parseDraft([
      { text: 'A paragraph with **bold**, *italic* and `a < b`.', sources: ['S1'] },
      { kind: 'list', items: ['One', 'Two'], sources: ['S1'] },
      { kind: 'quote', text: 'Said so', sources: ['S2'] },
      { kind: 'code', text: 'const a = `b`', language: 'ts', sources: ['S2'] },
      {
        kind: 'table',
        text: 'What',
        rows: [
          ['A', 'B'],
          ['1 | 2', '<b>'],
        ],
        sources: ['S3'],
      },
    ]),
    references,
  )
  const html = await renderArticle(markdown, sources, { links: false })
  expect(html).toContain('<strong>bold</strong>, <em>italic</em> and <code>a &lt; b</code>.<sup><a href="#s1"')
  expect(html.match(/<li>/g)).toHaveLength(2)
  expect(html).toContain('<blockquote>')
  expect(html).toMatch(/<caption>What<sup>/)
  expect(html).toMatch(/<th scope="row">1 \| 2<\/th>|<td>1 \| 2<\/td>/)
  expect(html).toContain('<td>&lt;b&gt;</td>')
  expect(html).toContain('class="code"')
})

test('nothing that a model writes becomes markup, a link or a picture', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![a](https://evil.example/p.png)',
    '[a](https://evil.example)',
    'https://evil.example and www.evil.example and a@evil.example',
    '# Heading',
    '1. one\n2. two',
    '- list\n> quote\n```\ncode',
    '*',
    '* list',
    '[S7] [^1] | a | b |',
    '<a href="https://evil.example">x</a>',
  ]
  for (const text of hostile) {
    const { markdown, sources } = renderMarkdown(parseDraft([{ text, sources: ['S1'] }]), references)
    const html = await renderArticle(markdown, sources, { links: false })
    expect(html.replaceAll(/<\/?(?:p|em|sup|h2)(?: id="[^"]*")?>|<a href="#s1"[^>]*>1<\/a>/g, ''), text).not.toMatch(
      /<[a-z!]/i,
    )
  }
})

test('whatever the text, its article is paragraphs, headings and citations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
      const { markdown, sources } = renderMarkdown(parseDraft([{ text, sources: ['S1'] }]), references)
      const html = await renderArticle(markdown, sources, { links: false })
      const tags = new Set([...html.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag))
      const allowed = ['p', 'em', 'strong', 'code', 'sup', 'a', 'h2']
      expect([...tags].filter((tag) => tag !== undefined && !allowed.includes(tag))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

function parseDraft(blocks: Partial<Block>[]): Draft {
  const empty: Block = { kind: 'paragraph', text: '', items: [], rows: [], language: '', sources: [] }
  return {
    title: 'A title',
    excerpt: 'An excerpt.',
    tags: ['a', 'b', 'c'],
    sections: [{ heading: 'Heading', blocks: blocks.map((block) => ({ ...empty, ...block })) }],
    why_it_matters: 'It matters.',
  }
}
