import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Draft, Sentence } from '#newsroom/article/draft.ts'
import { citationsOf } from '#newsroom/article/read-markdown.ts'
import { renderMarkdown } from '#newsroom/article/render-markdown.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { bodyOf, draftWith, drafts, paragraph, said, sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'

const EARLIER = 'https://blog.example/post/technology/earlier'
const sources = [
  sourceWith('S1', ['One.', 'Two.']),
  sourceWith('S2', ['Three.', 'Four.']),
  sourceWith('S3', [`${'word '.repeat(100)}end.`]),
  sourceWith('A1', ['Earlier.'], { publisher: 'This blog', url: EARLIER }),
]

test('numbers citations in order of first use and lists only cited sources', () => {
  const { markdown, sources: cited } = set(said('First.', 'S3.1'), said('Second.', 'S1.1', 'S3.1', 'S1.2'))
  expect(markdown).toBe('First. [S1] Second. [S1, S2]')
  expect(cited.map(({ publisher }) => publisher)).toEqual(['Publisher S3', 'Publisher S1'])
})

test('names the only publisher, ignoring earlier posts of the blog', () => {
  const { markdown, sources: cited } = set(said('First.', 'S2.1'), said('Second.', 'A1.1'))
  expect(markdown).toBe('*Everything below comes from one publisher, Publisher S2.*\n\nFirst. [S1] Second. [S2]')
  expect(cited[1]).toEqual({ title: 'The title of A1', publisher: 'This blog', url: EARLIER, date: '2026-11-20' })
})

test('omits the date of a source of unknown age', () => {
  const draft = draftOf([said('First.', 'S1.1')])
  const { sources: cited } = renderMarkdown(draft, [{ ...sourceWith('S1', ['One.']), date: '' }])
  expect(cited).toEqual([expect.not.objectContaining({ date: expect.anything() })])
})

test('ignores unknown ids', () => {
  const { markdown, sources: cited, evidence } = set(said('First.', 'S9.1', 'S1', 'S1.77'), said('Second.', 'S1.1'))
  expect(markdown).toContain('First. Second. [S1]')
  expect([cited.length, evidence.length]).toEqual([1, 1])
})

test('puts the "What changes" paragraph first', () => {
  const draft = draftOf([said('First.', 'S1.1')])
  const changes = [said('All.', 'S2.1'), said('More.', 'S1.1')]
  const { markdown } = renderMarkdown({ ...draft, what_changes: changes }, sources)
  expect(markdown).toBe('**What changes:** All. [S1] More. [S2]\n\nFirst. [S2]')
})

test("records each sentence's evidence with the number of its citation link", () => {
  const draft = draftWith({
    title: said('Title', 'S2.1'),
    excerpt: [said('Lead.', 'S2.2')],
    sections: [
      {
        heading: null,
        blocks: [paragraph(said('First.', 'S3.1'), { ...said('Second.', 'S1.2', 'S3.1', 'S1.1'), compute: '1 + 1' })],
      },
      { heading: said('Heading', 'S1.1'), blocks: [{ kind: 'quote', text: 'Q', speaker: '', from: ['S1.1'] }] },
    ],
  })
  const { evidence, markdown } = renderMarkdown(draft, sources)
  expect(evidence.map(({ text, citation, source, unit }) => [text, citation, source, unit])).toEqual([
    ['First.', 1, 0, 'S1.1'],
    ['Second.', 3, 1, 'S2.2'],
    ['Second.', 2, 0, 'S1.1'],
    ['Second.', 3, 1, 'S2.1'],
    ['Q', 4, 1, 'S2.1'],
    ['Title', null, 2, 'S3.1'],
    ['Lead.', null, 2, 'S3.2'],
    ['Heading', null, 1, 'S2.1'],
  ])
  expect(evidence[1]).toMatchObject({ text: 'Second.', compute: '1 + 1', quote: 'Two.' })
  expect(evidence[0]?.quote).toHaveLength(299)
  expect(citationsOf(markdown)).toEqual([1, 1, 2, 2])
})

test('matches the citation numbers in the evidence with the citations in the text', () => {
  fc.assert(
    fc.property(drafts(), (draft) => {
      const { evidence, markdown } = renderMarkdown(draft, sources)
      const links = citationsOf(markdown)
      const shown = evidence.filter(({ citation }) => citation !== null)
      expect(new Set(shown.map(({ citation }) => citation)).size).toBe(links.length)
      for (const { citation, source } of shown) expect(links[(citation ?? 0) - 1]).toBe(source + 1)
    }),
    { numRuns: 40 },
  )
})

test('renders every kind of block with its citations', async () => {
  const rows = [{ cells: ['1 | 2', '<b>'], from: ['S3.1'] }]
  const draft = draftWith(
    bodyOf(
      paragraph(said('A paragraph with **bold**, *italic* and `a < b` in it.', 'S1.1')),
      { kind: 'list', items: [said('One', 'S1.1'), said('Two', 'S2.1')] },
      { kind: 'steps', items: [said('First', 'S1.1'), said('Then', 'S2.1')] },
      { kind: 'quote', text: 'Said so', speaker: 'Ada', from: ['S2.1'] },
      { kind: 'code', text: 'const a = `b`', language: 'ts', from: ['S2.1'] },
      { kind: 'table', caption: said('What', 'S3.1'), head: ['A', 'B'], rows },
    ),
  )
  const { markdown, sources: cited } = renderMarkdown(draft, sources)
  const html = await renderArticle(markdown, cited, { isOfNewsroom: true })
  expect(html).toContain('<strong>bold</strong>, <em>italic</em> and <code>a &lt; b</code> in ')
  expect(html).toMatch(/in it\.<span class="quiet">/)
  expect(html.match(/<li>.*?<a href="#s\d"/g)).toHaveLength(4)
  expect(html).toMatch(/<ol>\s*<li>First/)
  expect(html).toMatch(/<p>“Said so”<\/p>\s*<\/blockquote><figcaption><b>Ada<\/b><sup>/)
  expect(html).toMatch(/<figcaption id="table-1">What<span class="quiet">/)
  expect(html).toMatch(/<th scope="row">1 \| 2<\/th>|<td>1 \| 2<\/td>/)
  expect(html).toMatch(/<td>&lt;b&gt;<sup>/)
  expect(html).toMatch(/<div class="code-bar"><span>TypeScript<sup><a href="#s2"/)
  expect(html).not.toMatch(/<p>\s*<(?:sup|span)/)
})

test('never turns text written by a model into markup, links, images or citations', async () => {
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
    'See [S1], [S[S1]1] and [S7] [^1] | a | b |',
    '<a href="https://evil.example">x</a>',
  ]
  const any = fc.string({ unit: 'grapheme', maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(fc.oneof(any, fc.constantFrom(...hostile)), async (text) => {
      const { markdown, sources: cited } = set(said(text, 'S1.1'), said(text, 'S2.1'))
      const html = await renderArticle(markdown, cited, { isOfNewsroom: true })
      expect(citationsOf(markdown), text).toEqual([1, 2])
      const tags = new Set([...html.matchAll(/<([a-z0-9]+)/g)].map(([, tag = '']) => tag))
      expect([...tags].filter((tag) => !/^(?:p|em|strong|code|sup|span|a|h2)$/.test(tag))).toEqual([])
      const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href)
      expect(links.filter((href) => !/^#s\d$|^https:\/\/s\d\.example\/1$/.test(href))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

// Title and lead have no evidence, so only the sentences produce citations.
function draftOf(sentences: Sentence[]): Draft {
  return draftWith({ title: said('A title'), excerpt: [said('A lead.')], ...bodyOf(paragraph(...sentences)) })
}

function set(...sentences: Sentence[]) {
  return renderMarkdown(draftOf(sentences), sources)
}
