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
import { postOf } from './fixtures/blog.ts'

// Runs three servers and two newsrooms in separate processes on one store, which is unavailable for a while.

const OUTAGE = 60_000
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

test('two concurrent newsrooms produce one edition together, and every server shows it', async () => {
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

test('killing a server does not affect the others, and the killed server shows all pages after a restart', async () => {
  for (const [index, server] of servers.entries()) {
    server.child.kill('SIGKILL')
    for (const other of servers.filter((each) => each !== server)) expect(await wrong(other.url)).toEqual([])
    const again = await startServer({ ...accessVariables(), AWS_ENDPOINT_URL_S3: gate.url, ...storage })
    servers[index] = again
    expect(await wrong(again.url)).toEqual([])
  }
})

test('while the store is unavailable, servers show the last good pages and report the problem, and they recover afterwards', async () => {
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
  expect(archive.all()).toHaveLength(stories.length + 1)
})

type Server = { child: ChildProcess; url: string }

async function startServer(variables: Record<string, string>): Promise<Server> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['dist/app/start.js'], {
    env: { PATH, HOME, ...variables, PORT: '0', STARTER: 'off', NEWSROOM: 'off', CACHE: 'off' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // Read all output, because a process blocks when its output pipe is full.
  return await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString()
      const [, url] = /Stet is listening at (\S+)/.exec(output) ?? []
      if (url !== undefined) resolve({ child, url })
    })
    child.once('exit', () => reject(new Error(`A server did not start: ${output}`)))
  })
}

// Requests the home page, a category, a feed and every article.
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

// Returns the edition's posts. Reads them only once, because the store is unavailable later.
async function openOnce() {
  opened ??= (await openStore()).all()
  return opened
}

async function openStore() {
  return await openArchive({ bucket: openBucket(storage.BUCKET, accessToGateway), pollEvery: 0 })
}

async function publish(id: string): Promise<void> {
  const bucket = openBucket(storage.BUCKET, accessToGateway)
  const post = postOf(id, { date: new Date().toISOString() })
  await publishPost({ bucket, journal: openJournal({ bucket }), post, files: [] })
}

// Waits until the home page links to the post.
async function seen(url: string, id: string): Promise<void> {
  const shows = async () => (await (await fetch(url)).text()).includes(`/post/technology/${id}"`)
  await expect.poll(shows, { timeout: 60_000, interval: 100 }).toBe(true)
}

async function healthOf(url: string) {
  return health.parse(await (await fetch(`${url}/healthz`)).json())
}

type Gate = { url: string; open(): Promise<void>; close(): Promise<void> }

// Starts a TCP proxy to the store. A test can close and reopen it.
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
