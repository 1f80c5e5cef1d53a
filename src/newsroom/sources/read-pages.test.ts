import { afterAll, expect, test } from 'vitest'
import { memoryBucket } from '#bucket/memory.ts'
import { openStepCache } from '#newsroom/store/json-store.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import { createFeedReader } from '#newsroom/sources/feed/reader.ts'
import { readAround, readTexts } from '#newsroom/sources/read-pages.ts'
import type { Robots } from '#newsroom/sources/robots.ts'
import { FetchError, type Fetched, type SafeFetch } from '#newsroom/sources/http/http-client.ts'

const reader = createFeedReader({ timeLimit: 60_000 })
const SENTENCE = 'The scheduler of the new release, which was rewritten, needs less memory than before. '
const ARTICLE = `<html><body><article>${`<p>${SENTENCE.repeat(3)}</p>`.repeat(4)}</article></body></html>`
const TEXT = Array.from({ length: 4 }, () => SENTENCE.repeat(3).trim()).join('\n\n')
const everywhere = robotsOf(() => true)

afterAll(() => reader.close())

test('a teaser gets the text of its page, and a complete entry is not fetched', async () => {
  const http = httpOf({ 'https://a.example/1': ARTICLE })
  const entries = [entry('https://a.example/1'), { ...entry('https://a.example/2'), complete: true }]
  const { entries: read } = await readTexts({ entries, http, robots: everywhere, reader, cache: cacheOf() })
  expect(read).toEqual([{ ...entries[0], text: TEXT, complete: true }, entries[1]])
  expect(http.asked).toEqual(['https://a.example/1'])
})

test('the date of a page counts if it is earlier than that of the feed, or if the feed has none', async () => {
  const dated = ARTICLE.replace('<article>', '<article><time datetime="2026-08-12">12 August 2026</time>')
  const entries = ['2026-08-20T10:00:00.000Z', '2026-08-12T10:00:00.000Z', '2026-08-11T10:00:00.000Z', '']
    .map((date, index) => ({ ...entry(`https://a.example/${index}`), date }))
    .concat({ ...entry('https://a.example/4'), date: '2026-08-20T10:00:00.000Z', firstSeen: true })
  const http = httpOf(Object.fromEntries(entries.map(({ url }) => [url, dated])))
  const { entries: read } = await readTexts({ entries, http, robots: everywhere, reader, cache: cacheOf() })
  expect(read.map(({ date, firstSeen }) => [date.slice(0, 10), firstSeen])).toEqual(
    ['2026-08-12', '2026-08-12', '2026-08-11', '2026-08-12', '2026-08-12'].map((date) => [date, undefined]),
  )
})

test('after any failure, the entry stays unchanged and the next one is read', async () => {
  const http = httpOf({
    'https://a.example/short': '<html><body><p>Please accept our cookies.</p></body></html>',
    'https://a.example/gone': { status: 404 },
    'https://a.example/film': { headers: { ...HEADERS, contentType: 'video/mp4' } },
    'https://a.example/leads-away': { url: 'https://private.example/1', body: Buffer.from(ARTICLE) },
    'https://a.example/less': ARTICLE,
    'https://a.example/good': ARTICLE,
  })
  const robots = robotsOf((url) => !url.includes('private'))
  const entries = [
    ...['short', 'gone', 'film', 'leads-away', 'private', 'unreachable'].map((name) =>
      entry(`https://a.example/${name}`),
    ),
    { ...entry('https://a.example/less'), text: 'x'.repeat(2_000) },
    entry('https://a.example/good'),
  ]
  const reports: (string | null)[] = []
  const report = ({ failure }: { failure: string | null }) => reports.push(failure)
  const { entries: read } = await readTexts({ entries, http, robots, reader, cache: cacheOf(), report })
  expect(read.slice(0, -1)).toEqual(entries.slice(0, -1))
  expect(read.at(-1)).toMatchObject({ text: TEXT, complete: true })
  expect(reports).toEqual([
    'The page https://a.example/short has no article of at least 400 characters.',
    'The page https://a.example/gone was answered with status 404 instead of 200.',
    'The page https://a.example/film is not HTML but video/mp4.',
    'The robots.txt of https://private.example/1 forbids reading it.',
    'The robots.txt of https://a.example/private forbids reading it.',
    'Nobody answers at https://a.example/unreachable.',
    'The page https://a.example/less says no more than its feed.',
    null,
  ])
  expect(http.asked).not.toContain('https://a.example/private')
})

test('reads four pages in parallel, never two of one host, and keeps the order', async () => {
  const urls = Array.from({ length: 30 }, (_, index) => `https://${'abcdef'[index % 6]}.example/${index}`)
  const plain = httpOf(Object.fromEntries(urls.map((url) => [url, ARTICLE])))
  const open: string[] = []
  let most = 0
  const http: SafeFetch = {
    ...plain,
    async fetch(url) {
      const { hostname } = new URL(url)
      expect(open).not.toContain(hostname)
      open.push(hostname)
      most = Math.max(most, open.length)
      await new Promise(setImmediate)
      open.splice(open.indexOf(hostname), 1)
      return plain.fetch(url)
    },
  }
  const { entries: read } = await readTexts({
    entries: urls.map(entry),
    http,
    robots: everywhere,
    reader,
    cache: cacheOf(),
  })
  expect(read.map(({ url, complete }) => [url, complete])).toEqual(urls.map((url) => [url, true]))
  expect(most).toBe(4)
})

test('caches a page that was read for the day, but not one that failed', async () => {
  const cache = cacheOf()
  const readOnce = async (pages: Parameters<typeof httpOf>[0]) => {
    const http = httpOf(pages)
    const entries = ['good', 'down', 'gone', 'short'].map((name) => entry(`https://a.example/${name}`))
    const { entries: read } = await readTexts({ entries, http, robots: everywhere, reader, cache })
    return { asked: http.asked, complete: read.map(({ complete }) => complete) }
  }
  const [gone, short] = [{ status: 404 }, '<p>Please accept our cookies.</p>']
  const first = await readOnce({
    'https://a.example/good': ARTICLE,
    'https://a.example/gone': gone,
    'https://a.example/short': short,
  })
  expect([first.asked.length, first.complete]).toEqual([4, [true, false, false, false]])
  const second = await readOnce({
    'https://a.example/down': ARTICLE,
    'https://a.example/gone': ARTICLE,
    'https://a.example/short': short,
  })
  expect(second).toEqual({
    asked: ['https://a.example/down', 'https://a.example/gone', 'https://a.example/short'],
    complete: [true, true, true, false],
  })
})

test.for<[name: string, isTransient: boolean, page: Partial<Fetched> | Error]>([
  ['a host out of reach', true, new FetchError('unreachable', 'Nobody answers.')],
  ['a host that is too slow', true, new FetchError('too-slow', 'It is too slow.')],
  ['status 500', true, { status: 500 }],
  ['status 503', true, { status: 503 }],
  ['status 429', true, { status: 429 }],
  ['status 408', true, { status: 408 }],
  ['status 403', false, { status: 403 }],
  ['status 404', false, { status: 404 }],
  ['too many redirects', false, new FetchError('too-many-redirects', 'It goes round.')],
  ['a film', false, { headers: { etag: null, lastModified: null, contentType: 'video/mp4' } }],
  ['no article', false, { body: Buffer.from('<p>Please accept our cookies.</p>') }],
])('after %s, isTransient is %s', async ([, isTransient, page]) => {
  const reports: boolean[] = []
  const http = httpOf({ 'https://a.example/1': page })
  const report = (told: { isTransient: boolean }) => reports.push(told.isTransient)
  await readTexts({
    entries: [entry('https://a.example/1')],
    http,
    robots: everywhere,
    reader,
    cache: cacheOf(),
    report,
  })
  expect(reports).toEqual([isTransient])
})

test('an unreachable robots.txt is transient, and a rule that forbids the page is not', async () => {
  for (const permission of ['forbidden', 'unreachable'] as const) {
    const reports: boolean[] = []
    const http = httpOf({})
    await readTexts({
      entries: [entry('https://a.example/1')],
      http,
      robots: { check: async () => permission },
      reader,
      cache: cacheOf(),
      report: ({ isTransient }) => reports.push(isTransient),
    })
    expect([reports, http.asked]).toEqual([[permission === 'unreachable'], []])
  }
})

test('rejects if the desk fails', async () => {
  const cache = { memoize: () => Promise.reject(new Error('The desk is full.')) }
  const http = httpOf({ 'https://a.example/1': ARTICLE })
  const read = readTexts({ entries: [entry('https://a.example/1')], http, robots: everywhere, reader, cache })
  await expect(read).rejects.toThrow('The desk is full.')
})

const HEADERS = { etag: null, lastModified: null, contentType: 'text/html; charset=utf-8' }

function cacheOf() {
  return openStepCache({ desk: memoryBucket(), date: '2026-03-05' })
}

function robotsOf(allows: (url: string) => boolean): Robots {
  return { check: async (url) => (allows(url) ? 'allowed' : 'forbidden') }
}

function httpOf(pages: Record<string, string | Partial<Fetched> | Error>): SafeFetch & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async fetch(url) {
      asked.push(url)
      const page = pages[url]
      if (page === undefined) throw new FetchError('unreachable', `Nobody answers at ${url}.`)
      if (page instanceof Error) throw page
      const given = typeof page === 'string' ? { body: Buffer.from(page) } : page
      return { status: 200, url, moved: null, body: new Uint8Array(), headers: HEADERS, ...given }
    },
    close: () => Promise.resolve(),
  }
}

function entry(url: string): Entry {
  const date = '2026-03-04T12:00:00.000Z'
  const source = { source: 'a', publisher: 'The A', categories: ['ai'], weight: 1 }
  return { ...source, url, title: 'A title', date, text: 'A teaser …', complete: false }
}

test('reads the primary documents that the pages link, if robots.txt allows it', async () => {
  const [advisory, paper, refused] = [
    'https://vendor.example/advisories/7',
    'https://arxiv.org/abs/2611.00001',
    'https://private.example/advisories/1',
  ]
  const told = [advisory, paper, refused, 'https://a.example/about'].map(
    (url) => `${SENTENCE.repeat(3)} <a href="${url}">They say</a> so.`,
  )
  const linking = `<html><body><article><p>${told.join('</p><p>')}</p></article></body></html>`
  const http = httpOf({ 'https://a.example/story': linking, [advisory]: ARTICLE, [paper]: { status: 404 } })
  const robots = robotsOf((url) => !url.includes('private'))
  const reading = { http, robots, reader, cache: cacheOf() }
  const story = entry('https://a.example/story')
  const { entries, links } = await readTexts({ entries: [story], ...reading })
  expect(links[0]?.map(({ url, text }) => [url, text])).toEqual(
    [advisory, paper, refused, 'https://a.example/about'].map((url) => [url, 'They say']),
  )
  const around = await readAround({ ...reading, links, known: [story.url], like: story })
  expect(around).toMatchObject([{ url: advisory, date: '', publisher: 'vendor.example', text: TEXT, complete: true }])
  expect(entries[0]?.complete).toBe(true)
  expect(http.asked).not.toContain('https://a.example/about')
  expect(http.asked).not.toContain(refused)
})
