import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish, startSite, type Site } from './site.ts'

// A bucket that is away for a moment: what needs a text says so and is kept by nobody, and it heals by itself.

const PAGE = '/post/technology/one'
const CALL = '/get-post-content?bucket_name=stet&category=technology&post_id=one'
const FILE = '/bucket/stet/posts/technology/one/content.json'
const FEEDS = ['/rss.xml', '/atom.xml', '/feed.json', '/category/technology/rss.xml']
const FROM_TEXTS = [PAGE, CALL, FILE, ...FEEDS]
const FROM_JOURNAL = ['/', '/category/technology', '/list-posts-by-category?category=technology', '/sitemap.xml']

let folder: string
let site: Site

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stet-outage-'))
  site = await startSite({ BUCKET: `file:${join(folder, 'bucket')}` })
  await publish(site, { id: 'one' })
})

afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

async function statuses(paths: readonly string[]): Promise<number[]> {
  return await Promise.all(paths.map(async (path) => (await fetch(site.url + path)).status))
}

test('while the folder of the bucket is away, whatever needs a text is 503 and in no cache, and the rest is there', async () => {
  await rename(join(folder, 'bucket'), join(folder, 'away'))
  for (const _ of [1, 2]) {
    expect(await statuses(FROM_JOURNAL)).toEqual(FROM_JOURNAL.map(() => 200))
    for (const path of FROM_TEXTS) {
      const { status, headers } = await fetch(site.url + path)
      expect([path, status, headers.get('cache-control')]).toEqual([path, 503, 'no-store'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  }
  const health = async () => (await (await fetch(`${site.url}/healthz`)).json()).status
  await expect.poll(health).toBe('degraded')
  await rename(join(folder, 'away'), join(folder, 'bucket'))
  expect(await statuses([...FROM_TEXTS, ...FROM_JOURNAL])).toEqual([...FROM_TEXTS, ...FROM_JOURNAL].map(() => 200))
  await expect.poll(health).toBe('ok')
})

test('a text alone that is missing is 503 on its own page, and the other posts are there', async () => {
  await publish(site, { id: 'two' })
  const file = join(folder, 'bucket/posts/technology/two/content.json')
  await rename(file, join(folder, 'two.json'))
  const others = ['/post/technology/two', PAGE, '/post/technology/none', '/bucket/stet/posts/technology/two/none.png']
  expect(await statuses(others)).toEqual([503, 200, 404, 503])
  await rename(join(folder, 'two.json'), file)
  expect(await statuses(others)).toEqual([200, 200, 404, 404])
})

test('a name that is longer than any post has is not there', async () => {
  const long = 'x'.repeat(400)
  const paths = [`/post/x/${long}`, `/post/${long}/x`, `/category/${long}`, `/bucket/stet/posts/${long}/${long}/a.png`]
  expect(await statuses(paths)).toEqual([404, 404, 404, 404])
  expect(await statuses([`/get-post-content?category=x&post_id=${long}`])).toEqual([400])
})
