import { expect, test } from 'vitest'
import { disclosure } from '#blog/disclosure.ts'
import type { Provenance } from '#blog/post.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { startForeignSite } from '../e2e/site.ts'
import { getPage, linesOf, textOf, textsOf, valuesOf, type ServedPage } from './page.ts'

// Tests an article's record as readers see it: label, panel, corrections, citations and sources.

const LEAD = 'Three polite layers of retries multiply the load.'
const MARKDOWN =
  'A retry is a bet. [S1]\n\n## One part\n\nThree callers. [S1, S2]\n\n## Another part\n\nNone is new. [S3] Again. [S1]'

const ines = { by: 'Ines Varga', date: '2026-11-20T23:30:00Z', note: 'Two paragraphs cut.' }
const ada = { by: 'Ada Lind', date: '2026-11-22T12:00:00Z', note: '' }
const three = { by: 'Ines Varga', date: '2026-11-21T08:00:00Z', note: 'The callers are three, not four.' }
const misspelt = { by: '', date: '2026-11-24T08:00:00Z', note: 'A name was misspelt.' }

const EMPTY: Provenance = { writer: null, note: null, sources: [], checks: [], reviews: [], corrections: [] }
const FULL: Provenance = {
  writer: { model: 'model-2026-10', provider: 'A Provider' },
  note: 'From an outline of 9 points.',
  sources: [
    { title: 'Timeouts and retries', publisher: 'A Library', url: 'https://one.example/retries' },
    { title: 'Cascading failures', publisher: 'A Handbook', url: 'https://two.example/chapter' },
    { title: 'HTTP semantics', publisher: '', url: 'https://three.example/rfc' },
  ],
  checks: Array.from({ length: 12 }, (_, index) => ({
    name: `Rule ${index + 1}`,
    passed: index !== 7,
    detail: index === 3 ? '' : `${index + 1} looked at`,
  })),
  reviews: [ines, ada],
  corrections: [three],
}

const { api, site } = await startForeignSite()

test('the line under the title says how an article was made, and the closed panel summarises its record', async () => {
  const cases: [Provenance | null, string | null][] = [
    [null, null],
    [EMPTY, 'How this article was made'],
    [{ ...EMPTY, sources: FULL.sources.slice(0, 1), checks: FULL.checks.slice(0, 1) }, '1 source · 1 check'],
    [FULL, '3 sources · 12 checks · 1 failed'],
  ]
  for (const [provenance, words] of cases) {
    const page = await getArticle(provenance)
    const lines = linesOf(page.one('article'))
    const title = lines.indexOf('A title')
    expect(lines[title + 1]).toBe(disclosure(provenance))
    expect(lines.indexOf(LEAD)).toBeGreaterThan(title + 1)
    expect(textsOf(page, 'h1 + details summary')).toEqual(words === null ? [] : [expect.stringContaining(words)])
  }
})

test('the panel contains the complete record', async () => {
  const page = await getArticle(FULL)
  expect(panelOf(page)).toEqual({
    'Drafted by': ['model-2026-10 (A Provider), a large language model.', 'From an outline of 9 points.'],
    Published: ['November 20, 2026'],
    Sources: ['3 sources, listed at the end.'],
    Checks: FULL.checks.map(({ name, passed, detail }) =>
      `${passed ? 'Passed' : 'Failed'}: ${name} ${detail && `(${detail})`}`.trim(),
    ),
    'Human review': [
      'Reviewed by Ines Varga on November 20, 2026. That was before the correction of November 21, 2026. Two paragraphs cut.',
      'Reviewed by Ada Lind on November 22, 2026.',
    ],
    Corrections: ['November 21, 2026, by Ines Varga: The callers are three, not four.'],
  })
  expect(valuesOf(page, 'details dd a', 'href')).toEqual(['#sources'])
})

test('shows when the article was last checked against its sources, if the date is recorded', async () => {
  expect(textOf((await getArticle(EMPTY)).one('.byline'))).toMatch(/^By Stet Newsroom ?November 20, 2026 ?1 min read$/)
  const textOfEnd = async (provenance: Provenance) =>
    textOf((await getArticle(provenance)).one('.end-block:has(.sources)'))
  const checked = 'Last checked against these sources: November 26, 2026'
  expect(await textOfEnd({ ...FULL, checked: '2026-11-26' })).toContain(checked)
  expect(await textOfEnd(FULL)).not.toContain('Last checked')
})

test('with an empty record, the page does not name a model or claim a review', async () => {
  const page = await getArticle(EMPTY, { date: null })
  expect(panelOf(page)).toEqual({
    'Drafted by': ['A large language model that the record does not name.'],
    'Human review': ['No human review is on record yet.'],
  })
  expect(textOf(page.one('main'))).not.toMatch(/Updated|Corrected|Reviewed by/)
})

test('corrections are listed between text and sources, newest first, and linked from the byline', async () => {
  const page = await getArticle({ ...FULL, corrections: [three, misspelt] })
  expect(textsOf(page, 'section:has(#corrections) li, section#corrections li')).toEqual([
    'November 24, 2026: A name was misspelt.',
    'November 21, 2026, by Ines Varga: The callers are three, not four.',
  ])
  expect(textsOf(page, '.prose h2, article section h2')).toEqual([
    'One part',
    'Another part',
    'Corrections',
    'Sources',
    'Tags',
  ])
  expect(textsOf(page, 'article header a[href="#corrections"]')).toEqual(['Updated November 24, 2026'])
  expect(valuesOf(page, 'article header a[href="#corrections"] time', 'datetime')).toEqual([misspelt.date])
})

test('citations and sources link to each other', async () => {
  const page = await getArticle(FULL)
  const cited = page.all('.prose sup a').map((link) => [link.id, link.textContent, link.getAttribute('href')])
  expect(cited).toEqual([
    ['ref-1', '1', '#s1'],
    ['ref-1-2', '1', '#s1'],
    ['ref-2', '2', '#s2'],
    ['ref-3', '3', '#s3'],
    ['ref-1-3', '1', '#s1'],
  ])
  const backs = page
    .all('li[id^=s] a[href^="#ref"]')
    .map((link) => [link.getAttribute('href'), link.getAttribute('aria-label')])
  expect(backs).toEqual([
    ['#ref-1', 'Place 1 of source 1'],
    ['#ref-1-2', 'Place 2 of source 1'],
    ['#ref-1-3', 'Place 3 of source 1'],
    ['#ref-2', 'Place 1 of source 2'],
    ['#ref-3', 'Place 1 of source 3'],
  ])
})

const evidence = (citation: number | null, source: number, unit: string, quote: string) => {
  return { text: 'A sentence.', compute: '', citation, source, unit, quote }
}
const maker = { title: 'Article of the maker', publisher: 'Maker', url: 'https://maker.example/news', date: null }
const paper = { title: 'Article of the paper', publisher: 'Paper', url: 'https://paper.example/1', date: '2026-11-01' }
const EVIDENCE: Provenance = {
  ...EMPTY,
  writer: { model: 'some-model', provider: 'p' },
  sources: [
    { ...maker, read: '2026-11-20' },
    { ...paper, read: '2026-11-20' },
    { title: 'A source of an older record', publisher: 'Press', url: 'https://press.example/' },
  ],
  evidence: [
    evidence(1, 0, 'S1.4', 'It reads <b>12</b> scripts.'),
    evidence(2, 1, 'S2.1', 'Nobody had measured it before, and nobody will again in that way.'),
    evidence(null, 1, 'S2.title', 'Article of the paper'),
  ],
  judging: {
    model: 'judge-model',
    provider: 'p',
    isWriter: false,
    sentences: 20,
    planted: 8,
    found: 7,
    cut: 1,
    kinds: [
      { kind: 'lost negation', planted: 5, found: 5 },
      { kind: 'wrong speaker', planted: 3, found: 2 },
    ],
  },
}

test('the record lists each source once with its dates and quotes, and the errors that the judge found', async () => {
  const page = await getArticle(EVIDENCE, { content: await renderArticle('One. [S1]\n\nTwo. [S2]', EVIDENCE.sources) })
  const sources = textsOf(page, 'li[id^=s]')
  expect(sources).toHaveLength(3)
  expect(sources[0]).toMatch(/^Article of the maker ?Maker · no date given · read November 20, 2026/)
  expect(sources[0]).toContain('It reads <b>12</b> scripts.')
  expect(sources[1]).toMatch(/^Article of the paper ?Paper · November 1, 2026 · read November 20, 2026/)
  expect(sources[2]).toMatch(/^A source of an older record ?Press$/)
  expect(page.all('#s1 q, #s2 q')).toHaveLength(3)
  expect(valuesOf(page, '#s1 q + a', 'href')).toEqual([
    expect.stringMatching(/^https:\/\/maker\.example\/news#:~:text=/),
  ])
  expect(panelOf(page)['Judged by']).toEqual([
    'judge-model (p). It compared 20 sentences, and found 7 of 8 errors planted to test it (lost negation 5 of 5, wrong speaker 2 of 3).',
    'Sentences left out, as they failed: 1.',
  ])
})

test('consecutive sentences with the same source share a number, and the text links each source by name', async () => {
  const markdown = 'The Maker says so. [S1] It is fast. [S1]\n\nSo is this. [S1] The Paper measured it. [S2]'
  const content = await renderArticle(markdown, EVIDENCE.sources.slice(0, 2), { isOfNewsroom: true })
  const page = await getArticle({ ...EVIDENCE, sources: EVIDENCE.sources.slice(0, 2) }, { content })
  expect(textsOf(page, '.prose p')).toEqual(['The Maker says so. It is fast.', 'So is this.1 The Paper measured it.2'])
  expect(page.all('.prose sup a').map((link) => link.getAttribute('aria-label'))).toEqual([
    'Source 1: Maker, Article of the maker',
    'Source 2: Paper, Article of the paper',
  ])
  expect(valuesOf(page, '.prose a.source', 'href')).toEqual([maker.url, paper.url])
})

test('an article with one source cites it in one line below the lead instead of using numbers', async () => {
  const sources = EVIDENCE.sources.slice(0, 1)
  const markdown = '*Everything below comes from one publisher, Maker.*\n\nOne. [S1] Two. [S1]\n\nThree. [S1]'
  const page = await getArticle(
    { ...EVIDENCE, sources },
    { content: await renderArticle(markdown, sources, { isOfNewsroom: true }) },
  )
  expect(page.all('.prose sup')).toEqual([])
  expect(textsOf(page, '.lead, .prose p')).toEqual([
    LEAD,
    'Everything below comes from one source: “Article of the maker”, published by Maker.',
    'One. Two.',
    'Three.',
  ])
  expect(textsOf(page, 'li[id^=s] .backs')).toEqual([])
})

async function getArticle(provenance: Provenance | null, more: Record<string, unknown> = {}): Promise<ServedPage> {
  const content = {
    title: 'A title',
    excerpt: LEAD,
    author: 'Stet Newsroom',
    date: '2026-11-20T09:00:00Z',
    category: 'Web Development',
    tags: ['retries'],
    content: await renderArticle(MARKDOWN, provenance?.sources ?? []),
    ...more,
  }
  api.behaviour.content = { body: JSON.stringify({ content, thumbnail_path: null, provenance }) }
  return await getPage(`${site.url}/post/web-development/web-development-1`)
}

/** Returns the items of the panel's lists, grouped by list heading. */
function panelOf(page: ServedPage): Record<string, string[]> {
  return Object.fromEntries(
    page.all('h1 + details dt').map((name) => {
      return [textOf(name), [...(name.nextElementSibling?.querySelectorAll('li') ?? [])].map(textOf)]
    }),
  )
}
