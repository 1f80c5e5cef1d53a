import { afterAll, expect, test } from 'vitest'
import { memoryBucket } from '#bucket/memory.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import { createFeedReader } from '#newsroom/sources/feed/reader.ts'
import { readStory } from '#newsroom/sources/read-pages.ts'
import type { Robots } from '#newsroom/sources/robots.ts'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'
import { FetchError } from '#newsroom/sources/http/public-address.ts'
import { entry as entryFrom } from '../../../tests/fixtures/newsroom/entry.ts'
import { httpOf, type TestPage } from '../../../tests/fixtures/newsroom/test-web.ts'

const reader = createFeedReader({ timeLimit: 60_000 })
const SENTENCE = 'The scheduler of the new release, which was rewritten, needs less memory than before. '
const ARTICLE = `<html><body><article>${`<p>${SENTENCE.repeat(3)}</p>`.repeat(4)}</article></body></html>`
const TEXT = Array.from({ length: 4 }, () => SENTENCE.repeat(3).trim()).join('\n\n')
const NO_ARTICLE = '<html><body><p>Please accept our cookies.</p></body></html>'
const VIDEO = { headers: { etag: null, lastModified: null, contentType: 'video/mp4' } }

afterAll(() => reader.close())

test('replaces a teaser with the text of its page, and sends no request for a complete entry', async () => {
  const http = httpOf({ 'https://a.example/1': ARTICLE })
  const entries = [entry('https://a.example/1'), { ...entry('https://a.example/2'), complete: true }]
  const { entries: read } = await readStory({ ...tools(http), entries })
  expect(read).toEqual([{ ...entries[0], text: TEXT, complete: true }, entries[1]])
  expect(http.requested).toEqual(['https://a.example/1'])
})

test("uses the page's date if it is earlier than the feed's", async () => {
  const dated = ARTICLE.replace('<article>', '<article><time datetime="2026-08-12">12 August 2026</time>')
  const entries = ['2026-08-20T10:00:00.000Z', '2026-08-12T10:00:00.000Z', '2026-08-11T10:00:00.000Z'].map(
    (date, index) => ({ ...entry(`https://a.example/${index}`), date }),
  )
  const http = httpOf(Object.fromEntries(entries.map(({ url }) => [url, dated])))
  const { entries: read } = await readStory({ ...tools(http), entries })
  expect(read.map(({ date }) => date.slice(0, 10))).toEqual(['2026-08-12', '2026-08-12', '2026-08-11'])
})

test('reads one page at a time', async () => {
  const urls = Array.from({ length: 6 }, (_, index) => `https://${'abc'[index % 3]}.example/${index}`)
  const http = httpOf(Object.fromEntries(urls.map((url) => [url, ARTICLE])))
  let open = 0
  const fetch: SafeFetch['fetch'] = async (url) => {
    open += 1
    expect(open).toBe(1)
    await new Promise(setImmediate)
    open -= 1
    return http.fetch(url)
  }
  await readStory({ ...tools({ ...http, fetch }), entries: urls.map(entry) })
  expect(http.requested).toEqual(urls)
})

test('caches an article for the day, but does not cache a failure', async () => {
  const desk = memoryBucket()
  const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3', 'https://a.example/4'] as const
  const [good, down, gone, short] = urls
  const readOnce = async (pages: Record<string, TestPage>) => {
    const http = httpOf(pages)
    const { entries } = await readStory({ ...tools(http), desk, entries: urls.map(entry) })
    return [http.requested, entries.map(({ complete }) => complete)]
  }
  const first = await readOnce({ [good]: ARTICLE, [gone]: { status: 404 }, [short]: NO_ARTICLE })
  expect(first).toEqual([urls, [true, false, false, false]])
  const later = await readOnce({ [down]: ARTICLE, [gone]: ARTICLE, [short]: NO_ARTICLE })
  expect(later).toEqual([urls.slice(1), [true, true, true, false]])
})

const AWAY = { url: 'https://private.example/1', body: Buffer.from(ARTICLE) }

test.for<readonly [failure: string, isTransient: boolean, page: TestPage, change?: Partial<Entry>]>([
  ['a network error', true, new FetchError('Nothing responds.', { isTransient: true })],
  ['a redirect loop', false, new FetchError('It redirects in a loop.')],
  ...[500, 503, 429, 408].map((status) => [`status ${status}`, true, { status }] as const),
  ...[403, 404].map((status) => [`status ${status}`, false, { status }] as const),
  ['a page that is not HTML', false, VIDEO],
  ['a page without an article', false, NO_ARTICLE],
  ['a page without more text than its feed', false, ARTICLE, { text: 'x'.repeat(2_000) }],
  ['a redirect to a page that robots.txt forbids', false, AWAY],
  ['a page that robots.txt forbids', false, ARTICLE, { url: 'https://b.example/private' }],
  ['a page whose robots.txt cannot be reached', true, ARTICLE, { url: 'https://b.example/unknown' }],
])('leaves an entry unchanged after %s (network or server error: %s)', async ([, isTransient, page, change]) => {
  const bad = { ...entry('https://b.example/1'), ...change }
  const good = entry('https://b.example/good')
  const http = httpOf({ 'https://b.example/1': page, 'https://b.example/good': ARTICLE })
  const { entries, unread } = await readStory({ ...tools(http), entries: [bad, good] })
  expect(entries).toEqual([bad, { ...good, text: TEXT, complete: true }])
  expect(unread).toEqual(isTransient ? [bad.url] : [])
  const first = change?.url === undefined ? ['https://b.example/1'] : []
  expect(http.requested).toEqual([...first, 'https://b.example/good'])
})

test('rejects if the desk fails', async () => {
  const desk = { ...memoryBucket(), put: () => Promise.reject(new Error('The desk is full.')) }
  const http = httpOf({ 'https://a.example/1': ARTICLE })
  const read = readStory({ ...tools(http), desk, entries: [entry('https://a.example/1')] })
  await expect(read).rejects.toThrow('The desk is full.')
})

test('reads up to three documents, and tries the next one if a document cannot be read or repeats another', async () => {
  const [gone, ...others] = [1, 2, 3, 4, 5, 6].map((number) => `https://vendor.example/advisories/${number}`)
  const linked = [gone, ...others].map((url) => `<a href="${url}">They say</a>`).join(' ')
  const story = ARTICLE.replace(SENTENCE, `${SENTENCE} ${linked} `)
  const texts = [ARTICLE, ARTICLE, ARTICLE.replaceAll('less', 'more'), ARTICLE.replaceAll('less', 'no'), ARTICLE]
  const pages = others.map((url, index) => [url, texts[index] ?? ''] as const)
  const http = httpOf({ 'https://a.example/story': story, ...Object.fromEntries(pages) })
  const { documents } = await readStory({ ...tools(http), entries: [entry('https://a.example/story')] })
  expect(documents.map(({ url }) => url)).toEqual([0, 2, 3].map((index) => others[index]))
  expect(http.requested).toEqual(['https://a.example/story', gone, ...others.slice(0, 4)])
})

test('reads the documents that the pages link to, if robots.txt allows it', async () => {
  const [advisory, paper] = ['https://vendor.example/advisories/7', 'https://arxiv.org/abs/2611.00001']
  const urls = [advisory, paper, 'https://private.example/advisories/1', 'https://a.example/about']
  const paragraphs = urls.map((url) => `<p>${SENTENCE.repeat(3)} <a href="${url}">They say</a> so.</p>`)
  const guide = 'https://a.example/guide'
  const more = `<p>${SENTENCE} <a href="${guide}">steps to upgrade</a></p>`
  const story = `<html><body><article>${paragraphs.join('')}${more}</article></body></html>`
  const http = httpOf({ 'https://a.example/story': story, [advisory]: ARTICLE, [paper]: { status: 404 } })
  const { entries, documents, links } = await readStory({
    ...tools(http),
    entries: [entry('https://a.example/story')],
  })
  expect(documents).toMatchObject([
    { url: advisory, date: '', publisher: 'vendor.example', title: 'vendor.example', text: TEXT },
  ])
  expect(entries[0]?.complete).toBe(true)
  expect(links).toEqual([{ url: guide, text: 'steps to upgrade' }])
  expect(http.requested).toEqual(['https://a.example/story', advisory, paper])
})

function tools(http: SafeFetch) {
  const robots: Robots = {
    check: async (url) => (url.includes('private') ? 'forbidden' : url.includes('unknown') ? 'unreachable' : 'allowed'),
  }
  return { http, robots, reader, desk: memoryBucket(), date: '2026-03-05', event: '' }
}

function entry(url: string): Entry {
  return entryFrom('a', { url, text: 'A teaser …' })
}
