import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { openJournal } from '#archive/journal.ts'
import { readPost } from '#archive/post-store.ts'
import { correctPost, reviewPost } from '#archive/verdict.ts'
import type { Provenance } from '#blog/post.ts'
import { complaintsAbout, missingForRichResult, readVocabulary } from '../fixtures/structured-data/validate.ts'
import { startFakeBackend, type FakeBackend } from '../e2e/fake-backend.ts'
import { firstEdition, publish, startSite, type Site } from '../e2e/site.ts'

// Linked data (JSON-LD) and social metadata of the served pages.

const vocabulary = readVocabulary()
const document = z.record(z.string(), z.unknown())

const HOSTILE = `"Quotes", </script><script>window.pwned=1</script><!--<script> & \u2028 ]]> title`

const RECORD: Provenance = {
  writer: { model: 'a-model', provider: 'A provider' },
  note: null,
  checks: [],
  reviews: [],
  corrections: [],
  sources: [
    { title: 'A source', publisher: 'A publisher', url: 'https://example.com/source?a=1&b=2' },
    { title: 'A source without a publisher', publisher: '', url: 'https://example.org/' },
  ],
}

let site: Site
let edition: Site
let api: FakeBackend
let foreign: Site

beforeAll(async () => {
  site = await startSite()
  await publish(site, { id: 'bare', tags: [] })
  await publish(site, { id: 'sourced', provenance: RECORD })
  await publish(site, { id: 'judged', provenance: RECORD })
  await publish(site, { id: 'hostile', title: HOSTILE, excerpt: HOSTILE, author: HOSTILE, tags: [HOSTILE] })
  edition = await firstEdition()
  api = await startFakeBackend()
  foreign = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl, SITE_URL: 'https://blog.example' })
})
afterAll(async () => {
  await Promise.all([site.close(), foreign.close()])
  await api.close()
})

test('the linked data of an article without a record makes no claims about it', async () => {
  const { article, trail, html, missing } = await read(site, '/post/technology/bare')
  const address = expect.stringMatching(/^http:\/\/localhost:\d+\/post\/technology\/bare$/)
  expect(article).toEqual({
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: 'The article bare with a title of its own',
    description: 'The article bare in a sentence.',
    datePublished: '2026-10-01T09:00:00Z',
    author: { '@type': 'Organization', name: 'Stet Newsroom' },
    publisher: {
      '@type': 'Organization',
      name: 'Stet',
      url: expect.stringMatching(/\/$/),
      publishingPrinciples: expect.stringMatching(/\/about$/),
    },
    image: expect.stringMatching(/\/bucket\/stet\/posts\/technology\/bare\/thumbnail\.png$/),
    url: address,
    mainEntityOfPage: { '@type': 'WebPage', '@id': address },
    articleSection: 'Technology',
    inLanguage: 'en',
    digitalSourceType: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
    creditText: 'Written by AI. No human review is on record yet.',
  })
  expect(trail).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home' },
      { position: 2, name: 'Technology', item: { '@id': expect.stringMatching(/\/category\/technology$/) } },
      { position: 3, name: 'The article bare with a title of its own', item: { '@id': address } },
    ],
  })
  expect(metaOf(html, 'name="ai-disclosure"')).toEqual(['ai-autonomous'])
  expect(metaOf(html, 'property="article:published_time"')).toEqual(['2026-10-01T09:00:00Z'])
  expect(html).not.toContain('article:modified_time')
  // It was never modified, and its author has no page.
  expect(missing).toEqual(['dateModified', 'author.url'])
})

test('an article cites the sources of its record and claims no review or correction', async () => {
  const { article } = await read(site, '/post/technology/sourced')
  expect(article['citation']).toEqual([
    {
      '@type': 'CreativeWork',
      name: 'A source',
      url: 'https://example.com/source?a=1&b=2',
      publisher: { '@type': 'Organization', name: 'A publisher' },
    },
    { '@type': 'CreativeWork', name: 'A source without a publisher', url: 'https://example.org/' },
  ])
  expect(Object.keys(article)).not.toContain('correction')
  expect(Object.keys(article)).not.toContain('dateModified')
  expect(JSON.stringify(article)).not.toMatch(/reviewedBy|lastReviewed/)
})

test('reviews and corrections are included with names and dates', async () => {
  await judge('2026-10-02T10:00:00.000Z', { by: 'Lin', correction: 'A number was wrong.' })
  await judge('2026-10-03T23:30:00.000Z', { by: 'Ada', review: 'fine' })
  await judge('2026-10-04T00:30:00.000Z', { by: 'Grace', review: '' })
  await judge('2026-10-05T10:00:00.000Z', { by: 'Lin', correction: 'A name was wrong.' })
  const { article, html, missing } = await read(site, '/post/technology/judged')
  expect(article).toMatchObject({
    datePublished: '2026-10-01T09:00:00Z',
    dateModified: '2026-10-05T10:00:00.000Z',
    mainEntityOfPage: { lastReviewed: '2026-10-04', reviewedBy: { '@type': 'Person', name: 'Grace' } },
    correction: [
      {
        '@type': 'CorrectionComment',
        text: 'A number was wrong.',
        datePublished: '2026-10-02T10:00:00.000Z',
        author: { '@type': 'Person', name: 'Lin' },
      },
      { '@type': 'CorrectionComment', text: 'A name was wrong.', datePublished: '2026-10-05T10:00:00.000Z' },
    ],
    creditText: 'Written by AI. Reviewed by Grace on October 4, 2026. Corrected by Lin on October 5, 2026.',
  })
  expect(metaOf(html, 'property="article:modified_time"')).toEqual(['2026-10-05T10:00:00.000Z'])
  expect(missing).toEqual(['author.url'])
  // `ai-assisted` would require a review before publication.
  expect(metaOf(html, 'name="ai-disclosure"')).toEqual(['ai-autonomous'])
})

test('text that tries to break out of the script element is kept as text', async () => {
  const { article, trail, html } = await read(site, '/post/technology/hostile')
  expect(article).toMatchObject({
    headline: HOSTILE,
    description: HOSTILE,
    author: { name: HOSTILE },
    keywords: [HOSTILE],
  })
  expect(trail).toMatchObject({ itemListElement: [{}, {}, { name: HOSTILE }] })
  expect(blocksOf(html)).toHaveLength(2)
  expect(blocksOf(html).join('')).not.toContain('<')
})

const NO_DATES = ['1 October 2026', '2026-10-01 09:00Z', '2026-13-01', '']

test.for(NO_DATES)('malformed values of a foreign backend are left out, such as the date "%s"', async (date) => {
  const content = { title: 'A title', excerpt: '', author: '', category: 'web3', content: '<p>Text.</p>', tags: [' '] }
  const provenance = {
    sources: [{ title: 'A source', url: 'javascript:alert(1)' }],
    corrections: [{ date: 'yesterday', note: 'A number was wrong.' }],
  }
  const body = JSON.stringify({ content: { ...content, date }, thumbnail_path: null, provenance })
  api.behaviour.content = { body }
  const { article, html } = await read(foreign, '/post/web3/odd')
  expect(article).toMatchObject({
    author: { '@type': 'Organization', name: 'Stet', url: 'https://blog.example/' },
    citation: [{ '@type': 'CreativeWork', name: 'A source' }],
    correction: [{ '@type': 'CorrectionComment', text: 'A number was wrong.' }],
    mainEntityOfPage: { '@type': 'WebPage', '@id': 'https://blog.example/post/web3/odd' },
  })
  expect(JSON.stringify(article)).not.toMatch(/date|yesterday|2026|javascript|reviewed|keywords|image|description/)
  expect(html).not.toMatch(/article:\w+_time/)
})

test.for([
  { by: ' ', date: '2026-10-02' },
  { by: 'Ada', date: 'yesterday' },
])('a review without a name or a valid date is ignored: %o', async (review) => {
  const content = { title: 'A title', content: '<p>Text.</p>', category: 'web3', date: '2026-10-01' }
  const body = JSON.stringify({ content, thumbnail_path: null, provenance: { reviews: [review] } })
  api.behaviour.content = { body }
  const { article } = await read(foreign, '/post/web3/unsigned')
  const address = 'https://blog.example/post/web3/unsigned'
  expect(article['mainEntityOfPage']).toEqual({ '@type': 'WebPage', '@id': address })
})

test('a foreign date keeps its offset, and the date of a review is in UTC', async () => {
  const content = { title: 'A title', content: '<p>Text.</p>', category: 'web3', date: '2026-10-02T01:00:00+09:00' }
  const provenance = { reviews: [{ by: 'Ada', date: '2026-10-03T01:00:00+09:00', note: '' }] }
  api.behaviour.content = { body: JSON.stringify({ content, thumbnail_path: null, provenance }) }
  const { article } = await read(foreign, '/post/web3/dated')
  expect(article).toMatchObject({
    datePublished: '2026-10-02T01:00:00+09:00',
    mainEntityOfPage: { lastReviewed: '2026-10-02', reviewedBy: { name: 'Ada' } },
  })
})

test('the linked data of every article of the first edition, and of the home page, is valid', async () => {
  if (edition.backend.kind !== 'local') throw new Error('This site should have a bucket.')
  const articles = edition.backend.archive.all()
  expect(articles).toHaveLength(24)
  for (const { category, id } of articles) {
    const { missing } = await read(edition, `/post/${category}/${id}`)
    expect(missing, id).toEqual(['dateModified', 'author.url'])
  }
  const home = documentsOf(await (await fetch(edition.url)).text())
  expect(home).toMatchObject([{ '@type': 'Blog' }])
  expect(home.flatMap((one) => complaintsAbout(one, vocabulary))).toEqual([])
})

/** Returns the two documents of an article after validating them, and the properties that a rich result would need. */
async function read(from: Site, path: string) {
  const response = await fetch(from.url + path)
  expect(response.status).toBe(200)
  const html = await response.text()
  const [article = {}, trail = {}, ...others] = documentsOf(html)
  expect([article['@type'], trail['@type'], others.length]).toEqual(['BlogPosting', 'BreadcrumbList', 0])
  expect(complaintsAbout(article, vocabulary), path).toEqual([])
  expect(complaintsAbout(trail, vocabulary), path).toEqual([])
  expect(missingForRichResult(trail), path).toEqual([])
  return { article, trail, html, missing: missingForRichResult(article) }
}

/** Corrects or reviews the article "judged" at a given time. */
async function judge(time: string, verdict: { by: string; correction: string } | { by: string; review: string }) {
  if (site.backend.kind !== 'local') throw new Error('This site should have a bucket.')
  const { bucket, archive } = site.backend
  const place = { category: 'technology', id: 'judged' }
  const archived = archive.find(place.category, place.id)
  const text = await readPost({ bucket, archive, ...place })
  if (archived === null || text === null) throw new Error('The article "judged" is not there.')
  const journal = openJournal({ bucket, now: () => new Date(time) })
  const options = { bucket, journal, archive, judged: { ...place, baseVersion: archived.text }, by: verdict.by }
  const post = { ...text, ...place, date: archived.date, markdown: text.markdown ?? '' }
  const outcome =
    'review' in verdict
      ? await reviewPost({ ...options, note: verdict.review })
      : await correctPost({ ...options, post, note: verdict.correction })
  expect(outcome).toEqual({ state: 'done' })
}

function documentsOf(html: string): Record<string, unknown>[] {
  return blocksOf(html).map((block) => document.parse(JSON.parse(block)))
}

function blocksOf(html: string): string[] {
  return [...html.matchAll(/<script [^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script/gi)].map(
    ([, text = '']) => text,
  )
}

function metaOf(html: string, attribute: string): string[] {
  return [...html.matchAll(new RegExp(`<meta ${attribute} content="([^"]*)"`, 'g'))].map(([, content = '']) => content)
}

test('the social preview of home and category pages has the newest cover and a short title', async () => {
  for (const [path, title] of [
    ['/', 'Stet'],
    ['/category/technology', 'Technology'],
    ['/about', 'About'],
  ] as const) {
    const html = await (await fetch(site.url + path)).text()
    expect([path, metaOf(html, 'property="og:title"')]).toEqual([path, [title]])
    const [first] = /<main[\s\S]*?\/bucket\/stet\/(posts\/[^"/]+\/[^"/]+)\//.exec(html)?.slice(1) ?? []
    const picture =
      first === undefined ? [] : [expect.stringMatching(new RegExp(`/bucket/stet/${first}/thumbnail\\.png$`))]
    expect([path, metaOf(html, 'property="og:image"')]).toEqual([path, path === '/about' ? [] : picture])
    expect(metaOf(html, 'property="og:image:width"')).toEqual(path === '/about' ? [] : ['1200'])
  }
})
