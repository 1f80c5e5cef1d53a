import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { createClient } from '#blog/client.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { createAnswers } from '#server/answers.ts'
import type { Backend } from '#server/backend.ts'

const OPEN = { 'cache-control': 'public, max-age=1', 'content-type': 'text/plain', etag: 'W/"1"' }

/** Answers of an app that counts what it is asked; `publish` moves the archive. */
async function startAnswers(respond = () => new Response('x'.repeat(2_000), { headers: OPEN })) {
  const bucket = memoryBucket()
  const archive = await openArchive({ bucket, pollEvery: 0 })
  const client = createClient({ host: 'http://a', bucketName: 'a', fetch: () => Promise.reject(new Error()) })
  const call = () => Promise.reject(new Error())
  const backend: Backend = { kind: 'own', archive, bucket, calls: { '/get-post-content': call }, client }
  const clock = { now: new Date('2026-11-21T10:00:00.000Z') }
  const asked: string[] = []
  const fetch = (request: Request) => {
    const { pathname, search } = new URL(request.url)
    asked.push(pathname + search)
    return respond()
  }
  const open = (over: Backend) => createAnswers({ app: { fetch }, backend: over, now: () => clock.now })

  async function publish(): Promise<void> {
    const id = `p${archive.sequence}`
    const place = { id, category: 'technology', prefix: `posts/technology/${id}/` }
    const post = { ...place, title: 'T', excerpt: 'E', date: '2026-11-21T09:00:00Z', tags: [] }
    await openJournal({ bucket }).append({ kind: 'published', post })
    await archive.refresh()
  }

  return {
    ...open(backend),
    foreign: open({ kind: 'foreign', client, clientFor: () => client }),
    asked,
    clock,
    publish,
  }
}

test('a feed is made once, however many ask and however often', async () => {
  const { answer, ready, asked } = await startAnswers()
  expect(ready('/rss.xml')).toBeNull()
  await Promise.all(Array.from({ length: 20 }, () => answer('/rss.xml')))
  const first = await answer('/rss.xml')
  expect(ready('/rss.xml')).toBe(first)
  expect(asked).toEqual(['/rss.xml'])
})

test('a new event makes it anew at once, and so does the next second', async () => {
  const { answer, ready, asked, clock, publish } = await startAnswers()
  await answer('/rss.xml')
  await publish()
  expect(ready('/rss.xml')).toBeNull()
  await answer('/rss.xml')
  clock.now = new Date('2026-11-21T10:00:00.999Z')
  await answer('/rss.xml')
  expect(asked).toHaveLength(2)
  clock.now = new Date('2026-11-21T10:00:01.000Z')
  expect(ready('/rss.xml')).toBeNull()
  await answer('/rss.xml')
  expect(asked).toHaveLength(3)
})

test('a call is kept by its query; an invented query of anything else asks for the same', async () => {
  const { answer, ready, asked } = await startAnswers()
  for (const id of ['a', 'b', 'a']) await answer(`/get-post-content?category=c&post_id=${id}`)
  for (const junk of ['', '?', '?1', '?2?3']) await answer(`/rss.xml${junk}`)
  expect(asked).toEqual([
    '/get-post-content?category=c&post_id=a',
    '/get-post-content?category=c&post_id=b',
    '/rss.xml',
  ])
  expect(ready('/rss.xml?4')).not.toBeNull()
})

test.for([
  ['is not there', () => new Response('Not found', { status: 404, headers: OPEN })],
  ['failed', () => new Response('Sorry', { status: 503, headers: OPEN })],
  ['leads elsewhere', () => new Response(null, { status: 302, headers: { ...OPEN, location: '/icon-48.png' } })],
  ['forbids it', () => new Response('x', { headers: { ...OPEN, 'cache-control': 'no-store' } })],
  ['does not say for how long it is right', () => new Response('x')],
] as const)('what %s is not kept', async ([, respond]) => {
  const { answer, ready, asked } = await startAnswers(respond)
  expect((await answer('/a')).status).toBe(respond().status)
  expect(ready('/a')).toBeNull()
  await answer('/a')
  expect(asked).toEqual(['/a', '/a'])
})

test('invented addresses push out what nobody asked for lately, and no more than fits is kept', async () => {
  const megabyte = 'x'.repeat(1_000_000)
  const { answer, ready } = await startAnswers(() => new Response(megabyte, { headers: OPEN }))
  const addresses = Array.from({ length: 100 }, (_, number) => `/get-post-content?junk=${number}`)
  for (const address of addresses) await answer(address)
  const kept = addresses.filter((address) => ready(address) !== null)
  expect(kept).toEqual(addresses.slice(-kept.length))
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.length * 2_000_000).toBeLessThanOrEqual(64 * 1024 * 1024)
})

test('of a foreign backend nothing is kept', async () => {
  const { foreign, asked } = await startAnswers()
  for (const _ of [1, 2]) await foreign.answer('/rss.xml')
  expect([foreign.ready('/rss.xml'), asked.length]).toEqual([null, 2])
})

test('the headers of an answer go with it', async () => {
  const headers = { ...OPEN, link: '<https://hub.example/>; rel="hub"', 'access-control-allow-origin': '*' }
  const { answer } = await startAnswers(() => new Response('text', { headers }))
  const { etag, ...rest } = headers
  expect(await answer('/rss.xml')).toMatchObject({ status: 200, headers: rest, etag })
})
