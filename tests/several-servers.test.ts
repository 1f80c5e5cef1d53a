import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { openBucket } from '#bucket/open.ts'
import { firstOfEach, startNewsroom, type TestNewsroom } from './fixtures/newsroom/newsroom.ts'
import { readTimelessStories } from './fixtures/newsroom/stories.ts'
import { accessToGateway, accessVariables, addressOfGateway } from './fixtures/test-store.ts'

// Three servers and two newsrooms over one store, as processes of their own; the store goes away and comes back.

const OUTAGE = 60_000
const PUBLISHED = ['one', 'two', 'three', 'four', 'five']
const stories = firstOfEach(readTimelessStories(), 1)
const storage = { BUCKET: addressOfGateway(), DESK: addressOfGateway() }
const health = z.object({ status: z.string(), problem: z.string().nullable(), sequence: z.number() })

let gate: Gate
let newsroom: TestNewsroom
const servers: Server[] = []

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'ignore' })
  gate = await startGate(new URL(accessToGateway?.endpoint ?? 'http://127.0.0.1:9'))
  const variables = { ...accessVariables(), AWS_ENDPOINT_URL_S3: gate.url, ...storage }
  newsroom = await startNewsroom({ stories, storage: variables })
  for (const _ of [1, 2, 3]) servers.push(await startServer(variables))
})

afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await newsroom.close()
  await gate.close()
})

test('two newsrooms at once make one edition, and every server shows it', async () => {
  const both = await Promise.all([newsroom.run(), newsroom.run()])
  for (const { status, output } of both) expect([0, 3], output).toContain(status)
  const archive = await openStore()
  expect(archive.all()).toHaveLength(stories.length)
  expect(new Set(archive.all().map(({ title }) => title)).size).toBe(stories.length)
  for (const { url } of servers)
    await expect
      .poll(async () => (await read(url)).filter(({ status }) => status === 200).length, { timeout: 30_000 })
      .toBe(stories.length + 3)
})

test('a server that is killed costs the others nothing, and shows everything when it is started again', async () => {
  for (const [index, server] of servers.entries()) {
    server.child.kill('SIGKILL')
    for (const other of servers.filter((each) => each !== server)) expect(await wrong(other.url)).toEqual([])
    const again = await startServer({ ...accessVariables(), AWS_ENDPOINT_URL_S3: gate.url, ...storage })
    servers[index] = again
    expect(await wrong(again.url)).toEqual([])
  }
})

test('a publication reaches every server within its polling time', async () => {
  const delays: number[] = []
  for (const id of PUBLISHED) {
    const [published, ...times] = await Promise.all([publish(id), ...servers.map(({ url }) => seen(url, id))])
    delays.push(...times.map((time) => Math.max(0, time - published)))
  }
  const median = delays.toSorted((a, b) => a - b)[delays.length >> 1] ?? Infinity
  const slowest = Math.max(...delays)
  console.log(`Publications were seen after ${Math.round(median)} ms (median), ${Math.round(slowest)} at most.`)
  // Five seconds between two looks, one in the minute after a change, and what a busy machine takes besides.
  expect(slowest).toBeLessThan(15_000)
  expect(median).toBeLessThan(5_000)
})

test('while the store is away readers see the last good pages and the health says what is wrong; then all goes on', async () => {
  await gate.close()
  const until = Date.now() + OUTAGE
  while (Date.now() < until) {
    for (const { url } of servers) expect(await wrong(url)).toEqual([])
    await wait(500)
  }
  for (const { url } of servers)
    expect(await healthOf(url)).toMatchObject({
      status: 'degraded',
      problem: expect.stringContaining('Check that the store is running'),
    })
  await gate.open()
  for (const { url } of servers)
    await expect.poll(async () => (await healthOf(url)).problem, { timeout: 60_000, interval: 500 }).toBeNull()
  await publish('after')
  for (const { url } of servers) {
    await seen(url, 'after')
    expect(await wrong(url)).toEqual([])
  }
  const archive = await openStore()
  expect(archive.all()).toHaveLength(stories.length + PUBLISHED.length + 1)
})

type Server = { child: ChildProcess; url: string }

async function startServer(variables: Record<string, string>): Promise<Server> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['dist/app/start.js'], {
    env: { PATH, HOME, ...variables, PORT: '0', STARTER: 'off', NEWSROOM: 'off', CACHE: 'off' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // Read to its end: a program whose output nobody takes stops.
  return await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString()
      const [, url] = /Stet is at (\S+)/.exec(output) ?? []
      if (url !== undefined) resolve({ child, url })
    })
    child.once('exit', () => reject(new Error(`A server did not start: ${output}`)))
  })
}

// What a reader opens: home, a category, a feed, every article.
async function read(url: string): Promise<{ path: string; status: number }[]> {
  const archive = await openOnce()
  const articles = archive.map(({ category, id }) => `/post/${category}/${id}`)
  const paths = ['/', `/category/${archive[0]?.category}`, '/rss.xml', ...articles]
  return await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(url + path)
      await response.text()
      return { path, status: response.status }
    }),
  )
}

async function wrong(url: string) {
  return (await read(url)).filter(({ status }) => status !== 200)
}

let opened: readonly { category: string; id: string }[] | null = null

// The posts of the edition, as they were when it was made: the store may be away.
async function openOnce() {
  opened ??= (await openStore()).all()
  return opened
}

async function openStore() {
  return await openArchive({ bucket: openBucket(storage.BUCKET, accessToGateway), pollEvery: 0 })
}

// Resolves to the time at which the post was in the journal.
async function publish(id: string): Promise<number> {
  const bucket = openBucket(storage.BUCKET, accessToGateway)
  const post = { id, title: `The article ${id}`, category: 'technology', excerpt: 'E', html: '<p>x</p>', markdown: 'x' }
  const more = { author: 'A', tags: [], date: new Date().toISOString(), provenance: null }
  await publishPost({ bucket, journal: openJournal({ bucket }), post: { ...post, ...more }, files: [] })
  return performance.now()
}

// Resolves to the time at which the home page showed the post.
async function seen(url: string, id: string): Promise<number> {
  const shows = async () => (await (await fetch(url)).text()).includes(`/post/technology/${id}"`)
  await expect.poll(shows, { timeout: 60_000, interval: 100 }).toBe(true)
  return performance.now()
}

async function healthOf(url: string) {
  return health.parse(await (await fetch(`${url}/healthz`)).json())
}

type Gate = { url: string; open(): Promise<void>; close(): Promise<void> }

// The way to the store, which can be closed and opened again.
async function startGate(target: URL): Promise<Gate> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => (to.destroy(), sockets.delete(from)))
    }
  })
  let port = 0
  async function open(): Promise<void> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  }
  await open()
  return {
    url: `http://127.0.0.1:${port}`,
    open,
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
