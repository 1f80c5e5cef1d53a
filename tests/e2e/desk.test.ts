import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { correctPost, retractPost, reviewPost } from '#archive/verdict.ts'
import { createClient } from '#blog/client.ts'
import { disclosure } from '#blog/disclosure.ts'
import type { Change, Correction, Post, Review } from '#blog/post.ts'
import { firstOfEach, startNewsroom } from '../fixtures/newsroom/newsroom.ts'
import { readTimelessStories } from '../fixtures/newsroom/stories.ts'
import { startSite, type Site } from './site.ts'

// The desk and the site over one bucket: what a person decides, and what readers then see.

const PLACE = { category: 'technology', id: 'raft-in-one-sitting' }
const PAGE = '/post/technology/raft-in-one-sitting'

/** The desk's command over a copy of the first edition, and as many sites over the same folder. */
async function start({ sites = 1 }: { sites?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'stet-desk-'))
  await cp(inject('firstEdition'), join(folder, 'bucket'), { recursive: true })
  const environment = { BUCKET: `file:${join(folder, 'bucket')}`, DESK: `file:${join(folder, 'desk')}` }
  const running = await Promise.all(Array.from({ length: sites }, () => startSite(environment)))
  onTestFinished(async () => {
    await Promise.all(running.map((site) => site.close()))
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, sites: running, review: (...args: string[]) => command(environment, args) }
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

/** What a reader finds of one post, wherever they look. */
async function look({ url }: Site, { category, id }: { category: string; id: string }) {
  const client = createClient({ host: url, bucketName: 'stet', fetch })
  const page = await fetch(`${url}/post/${category}/${id}`)
  const { document } = parseHTML(await page.text())
  const feed = await (await fetch(`${url}/rss.xml`)).text()
  const entry = feed.split('<item>').find((item) => item.includes(`/post/${category}/${id}<`)) ?? null
  const alternate = await fetch(`${url}/bucket/stet/posts/${category}/${id}/post.md`)
  return {
    status: page.status,
    heading: document.querySelector('h1')?.textContent ?? '',
    label: document.querySelector('.made')?.textContent.replaceAll(/\s+/g, ' ') ?? '',
    text: document.querySelector('main')?.textContent ?? '',
    ...split(await client.getPost(category, id)),
    listed: (await client.listPosts(category)).some((post) => post.id === id),
    found: (await (await fetch(`${url}/search-posts?q=${id}`)).text()).includes(`"${id}"`),
    entry: entry === null ? null : wordsOf(entry),
    mapped: (await (await fetch(`${url}/sitemap.xml`)).text()).includes(`/post/${category}/${id}<`),
    alternate: alternate.status === 200 ? await alternate.text() : null,
  }
}

function split(found: Post | Change | null): { post: Post | null; retraction: Change | null } {
  return found !== null && 'kind' in found ? { post: null, retraction: found } : { post: found, retraction: null }
}

// The words of a feed's entry: HTML inside XML.
function wordsOf(entry: string): string {
  const html = entry
    .replaceAll(/<!\[CDATA\[|\]\]>|<\/?item>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  return parseHTML(`<html><body>${html}</body></html>`).document.body.textContent.replaceAll(/\s+/g, ' ')
}

test('a correction at the desk is on the page, in the API, the feed and the alternate, with its note', async () => {
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
    // Who holds the page of before is not told that it is still good.
    const again = await fetch(site.url + PAGE, { headers: { 'if-none-match': before[index] ?? '' } })
    expect(again.status).toBe(200)
    for (const path of [PAGE, '/rss.xml', '/', '/category/technology'])
      expect((await fetch(site.url + path)).headers.get('cache-control')).toMatch(/^public, max-age=[01],/)
  }
})

test('a retraction turns the page into Post not found and leaves every list, on every server', async () => {
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
  const { output } = await review('log')
  expect(output).toMatch(/retracted +technology\/raft-in-one-sitting.*by Ada: Not so\./)
})

test('no path shows a verdict that the journal does not hold, whatever people do and in whatever order', async () => {
  const site = await startSite()
  onTestFinished(() => site.close())
  if (site.backend.kind !== 'local') throw new Error('The site has its own backend.')
  const { bucket, archive } = site.backend
  const store = { bucket, archive, journal: openJournal({ bucket }) }
  const names = ['Ada', 'Lin & Co', '<b>Bo</b>', '"Q"']
  const step = fc.record({
    verdict: fc.constantFrom('keep', 'keep', 'correct', 'retract'),
    post: fc.nat(2),
    by: fc.constantFrom(...names),
    note: fc.constantFrom('Fine.', 'A <i>name</i> was wrong.', 'See [S1] & co.'),
    // How many texts ago the person looked.
    late: fc.constantFrom(0, 0, 0, 1, 2),
  })
  let run = 0
  const tried = { counted: 0, late: 0, retracted: 0 }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      run += 1
      const posts = [0, 1, 2].map((index) => ({
        id: `p${run}-${index}`,
        texts: [0],
        retracted: false,
        title: '',
        reviews: new Array<Review>(),
        corrections: new Array<Correction>(),
      }))
      for (const model of posts) {
        model.title = `First ${model.id}`
        const event = await publishPost({ ...store, post: postOf(model.id, model.title), files: [] })
        model.texts = [event?.sequence ?? 0]
      }
      // Whatever keeps copies has them from before.
      for (const path of ['/rss.xml', '/search-posts?q=first', ...posts.map(({ id }) => `/post/technology/${id}`)])
        await (await fetch(site.url + path)).text()
      for (const { verdict, post, by, note, late } of steps) {
        const model = posts[post]
        if (model === undefined) continue
        const [baseVersion = 0] = model.texts.slice(-1 - late)
        const counts = !model.retracted && baseVersion === model.texts.at(-1)
        tried[model.retracted ? 'retracted' : counts ? 'counted' : 'late'] += 1
        const judged = { category: 'technology', id: model.id, baseVersion }
        if (verdict === 'keep') {
          const { state } = await reviewPost({ ...store, judged, by, note })
          expect(state === 'done').toBe(counts)
          if (counts) model.reviews.push({ by, note, date: '' })
        } else if (verdict === 'correct') {
          const title = `Corrected ${archive.sequence} ${model.id}`
          const { state } = await correctPost({ ...store, judged, post: postOf(model.id, title), by, note })
          expect(state === 'done').toBe(counts)
          if (!counts) continue
          model.corrections.push({ by, note, date: '' })
          model.texts.push(archive.sequence)
          model.title = title
        } else {
          await retractPost({ ...store, post: postOf(model.id, model.title), by, reason: note })
          model.retracted = true
        }
      }
      for (const model of posts) {
        const seen = await look(site, { category: 'technology', id: model.id })
        if (model.retracted) {
          expect(seen).toMatchObject({
            status: 410,
            post: null,
            entry: null,
            alternate: null,
            listed: false,
            found: false,
          })
          continue
        }
        const { reviews, corrections } = seen.post?.provenance ?? { reviews: [], corrections: [] }
        const words = ({ by, note }: Review) => `${by}: ${note}`
        expect([reviews.map(words), corrections.map(words)]).toEqual([
          model.reviews.map(words),
          model.corrections.map(words),
        ])
        const sentence = disclosure({ reviews, corrections })
        expect(seen.heading).toBe(model.title)
        expect(seen.label).toContain(sentence)
        expect(seen.entry).toContain(sentence)
        expect(seen.alternate).toContain(sentence)
        for (const told of [seen.text, seen.entry ?? '', seen.alternate ?? '']) {
          // A card of another article says that a person reviewed that one, and names nobody.
          expect(/Reviewed by (?!a person)/.test(told)).toBe(model.reviews.length > 0)
          expect(told.includes('Corrected by')).toBe(model.corrections.length > 0)
          for (const { note } of model.corrections) expect(told).toContain(note)
        }
      }
      // Whoever reads the journal anew sees the same.
      const anew = await openArchive({ bucket, pollEvery: 0, onError: () => {} })
      expect(anew.all()).toEqual(archive.all())
      // A feed names the newest 50: what is over makes room.
      for (const { id, title, retracted } of posts)
        if (!retracted) await retractPost({ ...store, post: postOf(id, title), by: 'Ada', reason: 'The test is over.' })
    }),
    { numRuns: 80 },
  )
  expect(Math.min(...Object.values(tried))).toBeGreaterThan(5)
})

function postOf(id: string, title: string) {
  return {
    id,
    category: 'technology',
    title,
    excerpt: `About ${id}.`,
    author: 'Stet Newsroom',
    tags: ['one'],
    html: `<p>The text of ${title}.</p>`,
    markdown: `The text of ${title}.`,
    date: '2026-11-20T08:00:00Z',
    provenance: {
      writer: { model: 'm', provider: 'p' },
      note: null,
      checks: [],
      reviews: [],
      corrections: [],
      sources: [{ title: 'Source', publisher: 'Publisher', url: 'https://example.org/' }],
    },
  }
}

test('what is wrong with a command is one clear sentence and exit status 1, and changes nothing', async () => {
  const { folder, review } = await start({ sites: 0 })
  const cases: [args: string[], sentence: RegExp][] = [
    [[], /needs a terminal/],
    [['dance'], /no command "dance"/],
    [['keep'], /keep needs one ID/],
    [['keep', PLACE.id], /keep needs --by/],
    [['keep', PLACE.id, '--by', ' '], /keep needs --by/],
    [['keep', 'nothing', '--by', 'Ada'], /There is no post nothing/],
    [['retract', PLACE.id, '--by', 'Ada'], /retract needs --reason/],
    [['correct', PLACE.id, '--by', 'Ada', '--note', 'n'], /correct needs --file/],
    [['correct', PLACE.id, '--by', 'Ada', '--note', 'n', '--file', join(folder, 'none.md')], /none\.md/],
    [['list', '--by', 'Ada'], /list takes no --by/],
    [['list', '--colour'], /--colour/],
  ]
  for (const [args, sentence] of cases) {
    const { status, output, error } = await review(...args)
    expect([status, output, error], args.join(' ')).toEqual([1, '', expect.stringMatching(sentence)])
    expect(error).not.toMatch(/\n\s+at /)
  }
  expect((await review('log', '--json')).output).toContain('"verdicts": []')
})

test('a correction that fails its checks is not published, and one that is wanted shows that it failed', async () => {
  const { folder, sites, review } = await start()
  const file = join(folder, 'raft.md')
  await writeFile(file, (await review('text', PLACE.id)).output.replace(/\[S1\](?! in)/, '[S9]'))
  const args = ['correct', PLACE.id, '--file', file, '--by', 'Lin', '--note', 'Another source.']
  const failed = await review(...args)
  expect([failed.status, failed.error]).toEqual([1, expect.stringMatching(/fails its checks.*\n- .*S9/)])
  expect((await review('log')).output).toContain('No verdict is on record yet.')
  const wanted = await review(...args, '--anyway')
  expect(wanted.status, wanted.error).toBe(0)
  const [site] = sites
  if (site) await vi.waitUntil(async () => (await look(site, PLACE)).text.includes('Failed: '), { timeout: 20_000 })
})

test(
  'with REVIEW=before an edition waits at the desk, and a person lets it go or turns it down',
  { timeout: 120_000 },
  async () => {
    const newsroom = await startNewsroom({ stories: firstOfEach(readTimelessStories(), 1) })
    onTestFinished(() => newsroom.close())
    const held = { ...newsroom.environment, REVIEW: 'before' }
    const made = await newsroom.run([], { REVIEW: 'before' })
    expect([made.status, made.output], made.output).toEqual([
      0,
      expect.stringContaining('waits at the desk for a person'),
    ])
    const list = async () => JSON.parse((await command(held, ['list', '--json'])).output)
    const waiting = await list()
    expect(waiting).toHaveLength(5)
    expect(waiting).toContainEqual(expect.objectContaining({ state: 'held' }))
    // A record that cannot be read hides no other one, and is listed with what is wrong.
    const broken = join(newsroom.environment.DESK?.slice('file:'.length) ?? '', 'editions/2026-11-20/slots/x')
    await mkdir(broken, { recursive: true })
    await writeFile(join(broken, 'post.json'), '{')
    expect(await list()).toEqual([
      ...waiting,
      { state: 'unreadable', problem: expect.stringContaining('editions/2026-11-20/slots/x/post.json') },
    ])
    expect((await command(held, ['list'])).output).toContain('editions/2026-11-20/slots/x/post.json cannot be used')
    await rm(broken, { recursive: true })
    const bucket = newsroom.environment.BUCKET?.slice('file:'.length) ?? ''
    await expect(readFile(join(bucket, 'journal/0000000001.json'))).rejects.toThrow('ENOENT')
    // Another run writes nothing anew, and publishes nothing either.
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
    // Without REVIEW the rest goes out; what was turned down does not.
    const rest = await newsroom.run()
    expect(rest.status, rest.output).toBe(0)
    const site = await startSite({ BUCKET: newsroom.environment.BUCKET ?? '' })
    onTestFinished(() => site.close())
    expect(await look(site, first)).toMatchObject({ status: 200, label: expect.stringContaining('Reviewed by Ada on') })
    expect(await look(site, second)).toMatchObject({ status: 410 })
    expect((await (await fetch(`${site.url}/rss.xml`)).text()).split('<item>')).toHaveLength(5)
  },
)

test('a bucket in memory has no desk', async () => {
  const { status, error } = await command({ BUCKET: 'memory:' }, ['list'])
  expect([status, error]).toEqual([1, expect.stringContaining('BUCKET is memory:')])
})
