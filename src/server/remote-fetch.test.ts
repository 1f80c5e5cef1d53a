import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createClient } from '#blog/client.ts'
import { createRemoteFetch } from '#server/remote-fetch.ts'
import { listen } from '../../tests/fixtures/serve.ts'

const MEGABYTE = Buffer.alloc(1024 * 1024, ' ')

/** Starts a backend, and creates a client for it as a page does. */
async function startRemote(listener: RequestListener, { lifetime = new AbortController().signal } = {}) {
  const host = await listen(listener)
  const client = createClient({ host, bucketName: 'stet', fetch: createRemoteFetch(lifetime) })
  return { host, client }
}

test('aborts a response with too many decompressed bytes', async () => {
  let sent = 0
  const { client } = await startRemote((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const send = () => {
      while (!response.destroyed && response.write(MEGABYTE)) sent += 1
    }
    response.on('drain', send)
    send()
  })
  await expect(client.listCategories()).rejects.toThrow(/exceed \d+ bytes/)
  expect(sent).toBeLessThan(200)
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, ' '))
  const packed = await startRemote((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
  })
  await expect(packed.client.listCategories()).rejects.toThrow(/exceed \d+ bytes/)
})

test('all responses for a page share one byte limit', async () => {
  const { client } = await startRemote((_, response) => {
    response.writeHead(200).write(`{"posts":[]${' '.repeat(10 * 1024 * 1024)}`)
    response.end('}')
  })
  const lists = await Promise.allSettled(Array.from({ length: 10 }, (_, number) => client.listPosts(`c${number}`)))
  expect(lists.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3)
})

test('runs at most eight calls for a page at the same time, and completes all of them', async () => {
  let [running, most] = [0, 0]
  const { client } = await startRemote((_, response) => {
    running += 1
    most = Math.max(most, running)
    setImmediate(() => {
      running -= 1
      response.end('{"posts":[]}')
    })
  })
  const lists = await Promise.all(Array.from({ length: 50 }, (_, number) => client.listPosts(`c${number}`)))
  expect([lists.length, most <= 8]).toEqual([50, true])
})

test('follows redirects only within the same origin, and at most three times', async () => {
  const asked: string[] = []
  const elsewhere = await listen((_, response) => {
    asked.push('elsewhere')
    response.end('["stolen"]')
  })
  const { client } = await startRemote(({ url = '' }, response) => {
    asked.push(url.split('?')[0] ?? '')
    if (url.startsWith('/list-categories')) response.writeHead(307, { location: '/moved' }).end()
    else if (url === '/moved') response.end('["a"]')
    else if (url.startsWith('/get-post-content')) response.writeHead(302, { location: url }).end()
    else response.writeHead(302, { location: `${elsewhere}/list-categories` }).end()
  })
  expect(await client.listCategories()).toEqual(['a'])
  await expect(client.listPosts('a')).rejects.toThrow(`the URL redirects to ${elsewhere}`)
  await expect(client.getPost('a', 'b')).rejects.toThrow('the URL redirects more than 3 times')
  expect(asked).not.toContain('elsewhere')
})

test('aborts the calls for a page when the page ends, even calls that are still queued', async () => {
  const page = new AbortController()
  let asked = 0
  const { client } = await startRemote(() => (asked += 1), { lifetime: page.signal })
  const calls = Promise.allSettled(Array.from({ length: 20 }, (_, number) => client.listPosts(`c${number}`)))
  await expect.poll(() => asked).toBe(8)
  page.abort()
  expect((await calls).every(({ status }) => status === 'rejected')).toBe(true)
  expect(asked).toBe(8)
})
