import { expect, test } from 'vitest'
import * as z from 'zod'
import { openJournal } from '#archive/journal.ts'
import { readPost } from '#archive/post-store.ts'
import { correctPost, reviewPost } from '#archive/verdict.ts'
import type { Provenance } from '#blog/post.ts'
import { complaintsAbout, readVocabulary } from '../fixtures/structured-data/validate.ts'
import { firstEdition, publish, startForeignSite, startOwnSite, storeOf, type Site } from '../e2e/site.ts'
import { getPage, valuesOf, type ServedPage } from './page.ts'

// Tests the linked data (JSON-LD) and social metadata of served pages.

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

const site = await startOwnSite()
await publish(site, { id: 'bare', tags: [] })
await publish(site, { id: 'sourced', provenance: RECORD })
await publish(site, { id: 'judged', provenance: RECORD })
await publish(site, { id: 'hostile', title: HOSTILE, excerpt: HOSTILE, author: HOSTILE, tags: [HOSTILE] })
const edition = await firstEdition()
const { api, site: foreign } = await startForeignSite({ variables: { SITE_URL: 'https://blog.example' } })
const { site: withoutPosts } = await startForeignSite({ posts: [] })

test('the linked data of an article without a record claims no sources, reviews or corrections', async () => {
  const { article, trail, page } = await read(site, '/post/technology/bare')
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
  expect(metaOf(page, 'ai-disclosure')).toEqual(['ai-autonomous'])
  expect(metaOf(page, 'article:published_time')).toEqual(['2026-10-01T09:00:00Z'])
  expect(page.html).not.toContain('article:modified_time')
})

test('the linked data cites the recorded sources and does not claim a review or correction', async () => {
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
  const { article, page } = await read(site, '/post/technology/judged')
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
  expect(metaOf(page, 'article:modified_time')).toEqual(['2026-10-05T10:00:00.000Z'])
  // `ai-assisted` would require a review before publication.
  expect(metaOf(page, 'ai-disclosure')).toEqual(['ai-autonomous'])
})

test('text that tries to end the script element remains text', async () => {
  const { article, trail, page } = await read(site, '/post/technology/hostile')
  expect(article).toMatchObject({
    headline: HOSTILE,
    description: HOSTILE,
    author: { name: HOSTILE },
    keywords: [HOSTILE],
  })
  expect(trail).toMatchObject({ itemListElement: [{}, {}, { name: HOSTILE }] })
  expect(textsOfLinkedData(page).join('')).not.toContain('<')
})

test.for(['1 October 2026', ''])(
  'omits invalid values from a remote backend, for example the date "%s"',
  async (date) => {
    const { article, page } = await readForeign(
      { excerpt: '', author: '', tags: [' '], date },
      {
        sources: [{ title: 'A source', url: 'javascript:alert(1)' }],
        corrections: [{ date: 'yesterday', note: 'A number was wrong.' }],
        reviews: [
          { by: ' ', date: '2026-10-02' },
          { by: 'Ada', date: 'yesterday' },
        ],
      },
    )
    expect(article).toMatchObject({
      author: { '@type': 'Organization', name: 'Stet', url: 'https://blog.example/' },
      citation: [{ '@type': 'CreativeWork', name: 'A source' }],
      correction: [{ '@type': 'CorrectionComment', text: 'A number was wrong.' }],
      mainEntityOfPage: { '@type': 'WebPage', '@id': 'https://blog.example/post/web3/foreign' },
    })
    expect(JSON.stringify(article)).not.toMatch(/date|yesterday|2026|javascript|reviewed|keywords|image|description/)
    expect(page.html).not.toMatch(/article:\w+_time/)
  },
)

test('a date from a remote backend keeps its offset, and review dates are in UTC', async () => {
  const reviews = [{ by: 'Ada', date: '2026-10-03T01:00:00+09:00', note: '' }]
  const { article } = await readForeign({ date: '2026-10-02T01:00:00+09:00' }, { reviews })
  expect(article).toMatchObject({
    datePublished: '2026-10-02T01:00:00+09:00',
    mainEntityOfPage: { lastReviewed: '2026-10-02', reviewedBy: { name: 'Ada' } },
  })
})

test('the linked data of the first edition is valid', async () => {
  const articles = storeOf(edition).archive.all()
  expect(articles).toHaveLength(24)
  for (const { category, id } of articles) await read(edition, `/post/${category}/${id}`)
  const home = documentsOf(await getPage(edition.url))
  expect(home).toMatchObject([{ '@type': 'Blog' }])
  expect(home.flatMap((one) => complaintsAbout(one, vocabulary))).toEqual([])
})

test('social previews of the home and category pages show the newest cover and a short title', async () => {
  for (const [path, title] of [
    ['/', 'Stet'],
    ['/category/technology', 'Technology'],
    ['/about', 'About'],
  ] as const) {
    const page = await getPage(site.url + path)
    const [cover] = path === '/about' ? ['/preview.png'] : valuesOf(page, 'main img', 'src')
    expect([path, metaOf(page, 'og:title')]).toEqual([path, [title]])
    expect([path, metaOf(page, 'og:image')]).toEqual([path, [`http://localhost:0${cover}`]])
  }
})

test('every page has one preview image with a size and alternative text, even if there are no posts', async () => {
  const pages = ['/', '/about', '/search', '/category/technology', '/post/technology/judged', '/nowhere']
  for (const url of [site, foreign, withoutPosts].flatMap((from) => pages.map((path) => from.url + path))) {
    const page = await getPage(url)
    const [image = '', ...others] = metaOf(page, 'og:image')
    const expected = image?.endsWith('/preview.png')
      ? ['630', 'The logo of Stet']
      : ['675', expect.stringContaining('cover')]
    expect([url, others]).toEqual([url, []])
    expect(image).toMatch(/^http.*\.png$/)
    expect(metaOf(page, 'og:image:width')).toEqual(['1200'])
    expect([...metaOf(page, 'og:image:height'), ...metaOf(page, 'og:image:alt')]).toEqual(expected)
    expect(metaOf(page, 'twitter:card')).toEqual(['summary_large_image'])
  }
})

/** Validates an article's two linked-data documents and returns them. */
async function read(from: Site, path: string) {
  const page = await getPage(from.url + path)
  expect(page.status).toBe(200)
  const [article = {}, trail = {}, ...others] = documentsOf(page)
  expect([article['@type'], trail['@type'], others.length]).toEqual(['BlogPosting', 'BreadcrumbList', 0])
  expect(complaintsAbout(article, vocabulary), path).toEqual([])
  expect(complaintsAbout(trail, vocabulary), path).toEqual([])
  return { article, trail, page }
}

async function readForeign(content: Record<string, unknown>, provenance: Record<string, unknown>) {
  const complete = { title: 'A title', category: 'web3', content: '<p>Text.</p>', ...content }
  api.behaviour.content = { body: JSON.stringify({ content: complete, thumbnail_path: null, provenance }) }
  return await read(foreign, '/post/web3/foreign')
}

/** Corrects or reviews the article "judged" at the given time. */
async function judge(time: string, verdict: { by: string; correction: string } | { by: string; review: string }) {
  const store = { ...storeOf(site), journal: openJournal({ bucket: storeOf(site).bucket, now: () => new Date(time) }) }
  const place = { category: 'technology', id: 'judged' }
  const archived = store.archive.find(place.category, place.id)
  const text = await readPost({ ...store, ...place })
  if (archived === null || text === null) throw new Error('The article "judged" does not exist.')
  const options = { ...store, judged: { ...place, baseVersion: archived.text }, by: verdict.by }
  const post = { ...text, ...place, date: archived.date, markdown: text.markdown ?? '' }
  const outcome =
    'review' in verdict
      ? await reviewPost({ ...options, note: verdict.review })
      : await correctPost({ ...options, post, note: verdict.correction })
  expect(outcome).toEqual({ state: 'done' })
}

function documentsOf(page: ServedPage): Record<string, unknown>[] {
  return textsOfLinkedData(page).map((text) => document.parse(JSON.parse(text)))
}

function textsOfLinkedData(page: ServedPage): string[] {
  return page.all('script[type="application/ld+json"]').map((script) => script.textContent ?? '')
}

function metaOf(page: ServedPage, name: string): (string | null)[] {
  return valuesOf(page, `meta[name="${name}"], meta[property="${name}"]`, 'content')
}
