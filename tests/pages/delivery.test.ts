import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { publish, startOwnSite, startSite } from '../e2e/site.ts'
import { getRaw } from './page.ts'

// Tests compression, caching and outages.

const POST = '/post/technology/one'
const CALL = '/get-post-content?bucket_name=stet&category=technology&post_id=one'
const FEEDS = ['/rss.xml', '/atom.xml', '/feed.json']
const LIST = '/list-posts-by-category?category=technology'
const text = `<p>${'Words of an article, again and again. '.repeat(100)}</p>`

const folder = await mkdtemp(join(tmpdir(), 'stet-delivery-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const site = await startOwnSite({ BUCKET: `file:${join(folder, 'bucket')}` })
await publish(site, { id: 'one', html: text })
// Publish enough posts to make each list long enough for compression.
for (let number = 0; number < 8; number += 1) await publish(site, { id: `other-${number}` })
const builtFile = /\/assets\/[\w-]+\.css/.exec((await get('/')).body.toString())?.[0] ?? ''

test('every text response has the same content and ETag with Brotli, with gzip and uncompressed', async () => {
  for (const path of ['/', POST, ...FEEDS, '/llms.txt', '/sitemap.xml', CALL, builtFile]) {
    const plain = await get(path)
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const coded = await get(path, { 'accept-encoding': coding })
      expect([path, coded.status, coded.headers['content-encoding']]).toEqual([path, 200, coding])
      expect(decode(coded.body).equals(plain.body)).toBe(true)
      expect(coded.headers['content-length']).toBe(String(coded.body.byteLength))
      expect([coded.headers.vary, coded.headers.etag]).toEqual(['accept-encoding', plain.headers.etag])
      const known = await get(path, { 'accept-encoding': coding, 'if-none-match': coded.headers.etag ?? '' })
      expect([known.status, known.body.byteLength]).toEqual([304, 0])
      expect([known.headers.etag, known.headers['cache-control']]).toEqual([
        coded.headers.etag,
        coded.headers['cache-control'],
      ])
    }
  }
})

test('every response contains a new post as soon as it is published', async () => {
  const own = await startSite()
  await publish(own, { id: 'first', html: text })
  const paths = ['/', '/category/technology', ...FEEDS, '/sitemap.xml', LIST]
  const fresh = async () => {
    const texts = await Promise.all(paths.map(async (path) => await (await fetch(own.url + path)).text()))
    return paths.filter((_, index) => texts[index]?.includes('latecomer'))
  }
  expect(await fresh()).toEqual([])
  await publish(own, { id: 'latecomer', html: text })
  expect(await fresh()).toEqual(paths)
  await own.close()
})

test('built files can be cached for a year, and files without a hash for a day', async () => {
  expect((await get(builtFile)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400')
})

const FROM_TEXTS = [POST, CALL, '/bucket/stet/posts/technology/one/content.json', '/category/technology/rss.xml']
const FROM_JOURNAL = ['/', '/category/technology', LIST, '/sitemap.xml']

test("while the bucket is unavailable, only responses that need a post's text have status 503", async () => {
  const own = await startSite({ BUCKET: `file:${join(folder, 'other')}` })
  await publish(own, { id: 'one' })
  const statuses = async (paths: string[]) =>
    await Promise.all(paths.map(async (path) => (await fetch(own.url + path)).status))
  const health = async () => (await (await fetch(`${own.url}/healthz`)).json()).status
  await rename(join(folder, 'other'), join(folder, 'away'))
  for (const _ of [1, 2]) {
    expect(await statuses(FROM_JOURNAL)).toEqual(FROM_JOURNAL.map(() => 200))
    for (const path of [...FROM_TEXTS, ...FEEDS]) {
      const { status, headers } = await fetch(own.url + path)
      expect([path, status, headers.get('cache-control')]).toEqual([path, 503, 'no-store'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  }
  await expect.poll(health).toBe('degraded')
  await rename(join(folder, 'away'), join(folder, 'other'))
  expect(await statuses([...FROM_TEXTS, ...FEEDS])).toEqual([...FROM_TEXTS, ...FEEDS].map(() => 200))
  await expect.poll(health).toBe('ok')
  await own.close()
})

test("if a post's text is missing, only the page of that post responds with 503", async () => {
  await publish(site, { id: 'two' })
  const file = join(folder, 'bucket/posts/technology/two/content.json')
  await rename(file, join(folder, 'two.json'))
  const status = async (path: string) => (await fetch(site.url + path)).status
  expect([await status('/post/technology/two'), await status(POST), await status('/post/technology/none')]).toEqual([
    503, 200, 404,
  ])
  await rename(join(folder, 'two.json'), file)
  expect(await status('/post/technology/two')).toBe(200)
})

function get(path: string, headers: Record<string, string> = {}) {
  return getRaw(site.url, path, headers)
}
