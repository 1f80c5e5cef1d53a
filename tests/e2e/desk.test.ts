import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseRssFeed } from 'feedsmith'
import { parseHTML } from 'linkedom'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { createClient } from '#blog/client.ts'
import type { Change, Post } from '#blog/post.ts'
import { firstOfEach, startNewsroom } from '../fixtures/newsroom/newsroom.ts'
import { readTimelessStories } from '../fixtures/newsroom/stories.ts'
import { startSite, type Site } from './site.ts'

// Tests verdicts submitted with the desk's commands and server, and their effect on sites that use the same bucket.

const PLACE = { category: 'technology', id: 'raft-in-one-sitting' }
const PAGE = '/post/technology/raft-in-one-sitting'

/** Starts sites on a copy of the first edition. `review` runs the desk command on the same folder. */
async function start({ sites = 1 }: { sites?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'stet-desk-'))
  await cp(inject('firstEdition'), join(folder, 'bucket'), { recursive: true })
  const environment = { BUCKET: `file:${join(folder, 'bucket')}`, DESK: `file:${join(folder, 'desk')}` }
  const running = await Promise.all(Array.from({ length: sites }, () => startSite(environment)))
  onTestFinished(async () => {
    await Promise.all(running.map((site) => site.close()))
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, environment, sites: running, review: (...args: string[]) => command(environment, args) }
}

async function command(environment: Record<string, string>, args: string[]) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...environment }
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['src/commands/review.ts', ...args], { env })
    return { status: 0, output: stdout, error: stderr }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error && 'stdout' in error && 'stderr' in error)) throw error
    return { status: error.code, output: String(error.stdout), error: String(error.stderr) }
  }
}

/** Reads a post from its page, the API, the feed, the sitemap and the Markdown alternate. */
async function look({ url }: Site, { category, id }: { category: string; id: string }) {
  const client = createClient({ host: url, bucketName: 'stet', fetch })
  const page = await fetch(`${url}/post/${category}/${id}`)
  const { document } = parseHTML(await page.text())
  const feed = parseRssFeed(await (await fetch(`${url}/rss.xml`)).text())
  const entry = feed.items?.find(({ link }) => link?.endsWith(`/post/${category}/${id}`))
  const alternate = await fetch(`${url}/bucket/stet/posts/${category}/${id}/post.md`)
  return {
    status: page.status,
    heading: document.querySelector('h1')?.textContent ?? '',
    label: document.querySelector('.made')?.textContent.replaceAll(/\s+/g, ' ') ?? '',
    text: document.querySelector('main')?.textContent ?? '',
    ...split(await client.getPost(category, id)),
    listed: (await client.listPosts(category)).some((post) => post.id === id),
    found: (await (await fetch(`${url}/search-posts?q=${id}`)).text()).includes(`"${id}"`),
    entry: entry === undefined ? null : `${entry.title} ${entry.content?.encoded}`,
    mapped: (await (await fetch(`${url}/sitemap.xml`)).text()).includes(`/post/${category}/${id}<`),
    alternate: alternate.status === 200 ? await alternate.text() : null,
  }
}

function split(found: Post | Change | null): { post: Post | null; retraction: Change | null } {
  return found !== null && 'kind' in found ? { post: null, retraction: found } : { post: found, retraction: null }
}

test('a correction and its note appear on the page and in the API, the feed and the Markdown alternate', async () => {
  const { folder, sites, review } = await start({ sites: 2 })
  for (const site of sites) expect((await look(site, PLACE)).label).toContain('No human review is on record yet.')
  const before = await Promise.all(sites.map(async ({ url }) => (await fetch(url + PAGE)).headers.get('etag')))
  const file = join(folder, 'raft.md')
  await writeFile(file, (await review('text', PLACE.id)).output.replace(/^title: .*/m, 'title: A corrected title'))
  const note = 'The title <b>said</b> too much.'
  const corrected = await review('correct', PLACE.id, '--file', file, '--by', 'Lin & Ada', '--note', note)
  expect(corrected, corrected.error).toMatchObject({ status: 0 })
  for (const [index, site] of sites.entries()) {
    await vi.waitUntil(async () => (await look(site, PLACE)).heading === 'A corrected title', { timeout: 20_000 })
    const seen = await look(site, PLACE)
    expect(seen.label).toContain('No human review is on record yet. Corrected by')
    expect(seen.text).toContain(note)
    expect(seen.post).toMatchObject({
      title: 'A corrected title',
      provenance: { corrections: [{ by: 'Lin & Ada', note }] },
    })
    expect(seen.entry).toContain('A corrected title')
    expect(seen.entry).toContain('Corrected by')
    expect(seen.entry).toContain('too much.')
    expect(seen.alternate).toContain('# A corrected title')
    expect(seen.alternate).toContain(note)
    // The old ETag is no longer valid.
    const again = await fetch(site.url + PAGE, { headers: { 'if-none-match': before[index] ?? '' } })
    expect(again.status).toBe(200)
    for (const path of [PAGE, '/rss.xml', '/', '/category/technology'])
      expect((await fetch(site.url + path)).headers.get('cache-control')).toMatch(/^public, max-age=[01],/)
  }
})

test('a retraction removes the page and the post from every list, on every server', async () => {
  const { sites, review } = await start({ sites: 2 })
  for (const site of sites)
    expect(await look(site, PLACE)).toMatchObject({ status: 200, listed: true, found: true, mapped: true })
  expect(await review('retract', PLACE.id, '--by', 'Ada', '--reason', 'Not so.')).toMatchObject({ status: 0 })
  for (const site of sites) {
    await vi.waitUntil(async () => (await look(site, PLACE)).status === 410, { timeout: 20_000 })
    expect(await look(site, PLACE)).toMatchObject({
      heading: 'Post not found',
      post: null,
      entry: null,
      alternate: null,
      listed: false,
      found: false,
      mapped: false,
    })
    expect(site.errors).toEqual([])
  }
  const { verdicts } = JSON.parse((await review('log')).output)
  expect(verdicts).toMatchObject([{ verdict: 'retracted', ...PLACE, by: 'Ada', note: 'Not so.' }])
})

/**
 * Starts `npm run review` and opens the desk as a browser would. `give` submits a verdict, which can be undone for 10
 * s.
 */
async function openDesk(environment: Record<string, string>) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...environment }
  const child = spawn(process.execPath, ['src/commands/review.ts', '--port', '0'], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  const addresses = () => output.match(/http:\/\/127\.0\.0\.1:\d+\/\?key=\S+/g) ?? []
  await vi.waitUntil(() => addresses().length === 1, { timeout: 60_000 })
  const [address = ''] = addresses()
  const { origin } = new URL(address)
  const entered = await fetch(address, { redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const html = await (await fetch(origin, { headers: { cookie } })).text()
  const token = /name="desk-token" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const headers = { cookie, origin, 'x-desk-token': token, 'content-type': 'application/json' }
  const named = { method: 'POST', headers, body: JSON.stringify({ name: PLACE.id }) }
  const post = await (await fetch(`${origin}/post`, named)).json()
  async function give(verdict: object): Promise<void> {
    const body = JSON.stringify({ name: PLACE.id, baseVersion: post.baseVersion, by: 'Ada', note: '', ...verdict })
    expect((await fetch(`${origin}/verdict`, { method: 'POST', headers, body })).status).toBe(200)
  }
  async function end(signal: NodeJS.Signals) {
    child.kill(signal)
    const [status] = await once(child, 'close')
    return { status, output }
  }
  return { address, addresses, entered, post, give, end }
}

test('npm run review prints a URL that works once, and then a new URL for another browser', async () => {
  const { environment } = await start({ sites: 0 })
  const { address, addresses, entered } = await openDesk(environment)
  expect([entered.status, (await fetch(address, { redirect: 'manual' })).status]).toEqual([200, 401])
  await expect.poll(addresses).toHaveLength(2)
})

test.for(['SIGINT', 'SIGTERM'] as const)('%s records the verdicts that can still be undone', async (signal) => {
  const { environment, review } = await start({ sites: 0 })
  const { give, end } = await openDesk(environment)
  await give({ kind: 'keep' })
  expect(await end(signal)).toEqual({
    status: 0,
    output: expect.stringContaining('Kept: technology/raft-in-one-sitting'),
  })
  expect(JSON.parse((await review('log')).output).verdicts).toMatchObject([{ verdict: 'kept', by: 'Ada' }])
})

test('SIGKILL discards the verdicts that can still be undone, and their posts stay in the list', async () => {
  const { folder, environment, review } = await start({ sites: 0 })
  const files = async () => (await readdir(join(folder, 'bucket'), { recursive: true })).toSorted()
  const before = await files()
  const { give, end, post } = await openDesk(environment)
  await give({
    kind: 'correct',
    note: 'n',
    file: post.file.replace(/^title: .*/m, 'title: Another title'),
    anyway: true,
  })
  await give({ kind: 'retract', note: 'Not so.', by: 'Lin' })
  expect(await end('SIGKILL')).toMatchObject({ status: null })
  expect(await files()).toEqual(before)
  expect(JSON.parse((await review('log')).output).verdicts).toEqual([])
  expect(JSON.parse((await review('list')).output)).toContainEqual(expect.objectContaining(PLACE))
  // The reviewer can open the desk again and submit the verdict again.
  const again = await openDesk(environment)
  expect(again.post).toEqual(post)
  await again.give({ kind: 'keep' })
})

/** Starts a webhook that never responds. `open` counts its open requests. */
async function startSilentWebhook() {
  let open = 0
  const server = createServer((request) => {
    open += 1
    request.socket.once('close', () => (open -= 1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The webhook has no port.')
  return { url: `http://127.0.0.1:${address.port}/`, open: () => open }
}

test('a webhook that never responds does not delay a verdict', async () => {
  const { environment, review } = await start({ sites: 0 })
  const webhook = await startSilentWebhook()
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...environment, NOTIFY_URL: webhook.url }
  const args = ['src/commands/review.ts', 'retract', PLACE.id, '--by', 'Ada', '--reason', 'Not so.']
  const child = spawn(process.execPath, args, { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  await vi.waitUntil(() => output.includes('Retracted: technology/raft-in-one-sitting'), { timeout: 20_000 })
  await expect.poll(webhook.open).toBe(1)
  expect(child.exitCode).toBe(null)
  expect(JSON.parse((await review('log')).output).verdicts).toMatchObject([{ verdict: 'retracted' }])
})

test('an invalid command prints the problem, exits with status 1 and changes nothing', async () => {
  const { folder, review } = await start({ sites: 0 })
  const cases: [args: string[], sentence: RegExp][] = [
    [['--port', 'x'], /must be a port number/],
    [['dance'], /Unknown command "dance"/],
    [['keep', PLACE.id], /keep needs --by/],
    [['keep', 'nothing', '--by', 'Ada'], /There is no post nothing/],
    [['retract', PLACE.id, '--by', 'Ada'], /retract needs --reason/],
    [['correct', PLACE.id, '--by', 'Ada', '--note', 'n', '--file', join(folder, 'none.md')], /none\.md/],
  ]
  for (const [args, sentence] of cases) {
    const { status, output, error } = await review(...args)
    expect([status, output, error], args.join(' ')).toEqual([1, '', expect.stringMatching(sentence)])
    expect(error).not.toMatch(/\n\s+at /)
  }
  expect((await review('log', '--json')).output).toContain('"verdicts": []')
})

test(
  'with REVIEW=before, an edition is held at the desk until a person keeps or retracts it',
  { timeout: 120_000 },
  async () => {
    const newsroom = await startNewsroom({ stories: firstOfEach(readTimelessStories(), 1) })
    onTestFinished(() => newsroom.close())
    const held = { ...newsroom.environment, REVIEW: 'before' }
    // The edition does not fail if a webhook never responds, and its notifications do not wait for each other.
    const webhook = await startSilentWebhook()
    const making = newsroom.run([], { REVIEW: 'before', NOTIFY_URL: webhook.url })
    await vi.waitUntil(() => webhook.open() === 2, { timeout: 100_000 })
    const made = await making
    expect([made.status, made.output], made.output).toEqual([
      0,
      expect.stringContaining('is waiting for a review at the desk'),
    ])
    const list = async () => JSON.parse((await command(held, ['list', '--json'])).output)
    const waiting = await list()
    expect(waiting).toHaveLength(5)
    expect(waiting).toContainEqual(expect.objectContaining({ state: 'held' }))
    const bucket = newsroom.environment.BUCKET?.slice('file:'.length) ?? ''
    await expect(readFile(join(bucket, 'journal/0000000001.json'))).rejects.toThrow('ENOENT')
    // Another run does not write or publish anything.
    const calls = newsroom.model.calls.length
    expect((await newsroom.run([], { REVIEW: 'before' })).status).toBe(0)
    expect([newsroom.model.calls.length, (await list()).length]).toEqual([calls, 5])

    const [first, second] = waiting
    const shown = await command(held, ['show', first.id])
    expect(shown.output).toContain(first.title)
    expect(await command(held, ['keep', first.id, '--by', 'Ada'])).toMatchObject({ status: 0 })
    expect(await command(held, ['retract', second.id, '--by', 'Ada', '--reason', 'No news.'])).toMatchObject({
      status: 0,
    })
    expect(await list()).toHaveLength(3)
    // Without REVIEW, the next run publishes the held posts, but not the retracted one.
    const rest = await newsroom.run()
    expect(rest.status, rest.output).toBe(0)
    const site = await startSite({ BUCKET: newsroom.environment.BUCKET ?? '' })
    onTestFinished(() => site.close())
    expect(await look(site, first)).toMatchObject({ status: 200, label: expect.stringContaining('Reviewed by Ada on') })
    expect(await look(site, second)).toMatchObject({ status: 410 })
    expect((await (await fetch(`${site.url}/rss.xml`)).text()).split('<item>')).toHaveLength(5)
  },
)
