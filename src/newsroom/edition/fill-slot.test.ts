import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { readPost } from '#archive/post-store.ts'
import { retractPost } from '#archive/verdict.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { fillSlot, type SlotContext } from '#newsroom/edition/fill-slot.ts'
import type { Slot } from '#newsroom/edition/plan.ts'
import { claimSlot } from '#newsroom/edition/lease.ts'
import { readPendingPosts, type Storage } from '#newsroom/publishing/pending-post.ts'
import { editedStory } from '#newsroom/stories/story.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import { FetchError } from '#newsroom/sources/http/public-address.ts'
import { openBlog } from '../../../tests/fixtures/blog.ts'
import { assignmentWith, modelOf } from '../../../tests/fixtures/newsroom/assignment.ts'
import { purposeOf, scriptedWriter } from '../../../tests/fixtures/newsroom/scripted-writer.ts'
import { verdictsOn } from '../../../tests/fixtures/newsroom/test-judge.ts'
import { readTimelessStories } from '../../../tests/fixtures/newsroom/stories.ts'

const date = '2026-11-21'
const now = () => new Date(`${date}T06:00:00Z`)
const fixture = (await readTimelessStories()).find(({ category }) => category === 'technology')
if (fixture === undefined) throw new Error('No story fixture belongs to technology.')
const slot = slotOf('technology-1')
const scripted = scriptedWriter([fixture])

function slotOf(name: string, part: Partial<Entry> = {}): Slot {
  const entries = (fixture?.sources ?? []).map((source) => {
    const { publisher, url, title, text } = source
    const shared = { source: publisher, categories: ['technology'], weight: 1, complete: true }
    return { ...shared, publisher, id: url, url, title, text, date: now().toISOString(), ...part }
  })
  const candidate = editedStory.parse({ category: 'technology', score: 1, story: { entries } })
  return { name, category: 'technology', candidates: [candidate], shortage: null }
}

async function storage(): Promise<Storage> {
  return { ...(await openBlog()), desk: memoryBucket() }
}

// Creates the context of a separate newsroom. Calls `onPurpose` before each model request.
function contextOf(
  storage: Storage,
  options: {
    run?: string
    hold?: boolean
    onPurpose?: (purpose: string) => Promise<unknown> | void
    answer?: typeof scripted
  } = {},
): SlotContext & { asked: string[] } {
  const { run = 'one', hold = false, onPurpose, answer = scripted } = options
  const { desk } = storage
  const asked: string[] = []
  const modelFor = (purpose: string) =>
    modelOf(purpose, async (request) => {
      asked.push(purpose)
      await onPurpose?.(purpose)
      const reply = answer(request)
      return 'json' in reply ? reply.json : expect.fail('The scripted writer does not know this story.')
    })
  const { drafting, ledger } = assignmentWith({ writers: [modelFor('writer')], judges: [modelFor('judge')], desk })
  const never = () => Promise.reject(new Error('No page was loaded.'))
  const unreachable = () => Promise.reject(new FetchError('It cannot be reached.', { isTransient: true }))
  return {
    asked,
    date,
    dryRun: false,
    postDate: now,
    storage,
    lease: { claimant: { run, process: run, pid: 1, host: run }, now },
    reading: {
      http: { fetch: unreachable, close: never },
      robots: { check: async () => 'allowed' },
      reader: { feed: never, page: never, rest: never, close: never },
    },
    drafting: { ...drafting, ledger },
    publishing: { author: 'Stet Newsroom', site: { name: 'Stet', url: null }, hold, illustrate: null },
    recent: [],
    progress: () => {},
    onError: (error) => {
      throw error
    },
  }
}

// Claims the slot for another newsroom two minutes later, after the first newsroom's lease has expired.
function takeOver({ desk }: Storage) {
  const later = () => new Date(now().getTime() + 120_000)
  const claimant = { run: 'two', process: 'two', pid: 2, host: 'two' }
  return claimSlot({ desk, slot: `editions/${date}/slots/technology-1`, claimant, now: later })
}

test('fills a slot once and sends no requests in a second run', async () => {
  const stored = await storage()
  const outcome = await fillSlot(contextOf(stored), slot)
  expect(outcome).toMatchObject({ state: 'published' })
  const { kinds = [] } = outcome.judged ?? {}
  expect(kinds.reduce((sum, { planted }) => sum + planted, 0)).toBeGreaterThan(4)
  const again = contextOf(stored, { run: 'two' })
  expect(await fillSlot(again, slot)).toMatchObject({ state: 'already', post: { title: fixture.draft.title.text } })
  expect([again.asked, stored.archive.all().length]).toEqual([[], 1])
})

test.runIf(process.env.LONG === '1').for(['writer', 'judge'])(
  'stops without publishing if another newsroom takes over the slot during a request to the %s',
  async (purpose) => {
    const stored = await storage()
    const context = contextOf(stored, {
      onPurpose: async (asked) => {
        if (asked === purpose) expect(await takeOver(stored)).not.toBeNull()
      },
    })
    expect(await fillSlot(context, slot)).toMatchObject({ state: 'elsewhere', post: null })
    expect(context.asked.at(-1)).toBe(purpose)
    await stored.archive.refresh()
    expect([stored.archive.all(), await Array.fromAsync(stored.bucket.keys(''))]).toEqual([[], []])
    // The other newsroom reuses the stored responses.
    const other = contextOf(stored, { run: 'two' })
    expect(await fillSlot(other, slot)).toMatchObject({ state: 'published' })
    const alone = contextOf(await storage())
    await fillSlot(alone, slot)
    expect([...context.asked, ...other.asked].toSorted()).toEqual(alone.asked.toSorted())
  },
)

test('holds a post for review if no judge was trusted', async () => {
  const stored = await storage()
  // This judge accepts even the planted errors.
  const careless: typeof scripted = (call) =>
    purposeOf(call) === 'judge' ? { json: verdictsOn(call.prompt, () => 'supported') } : scripted(call)
  expect(await fillSlot(contextOf(stored, { answer: careless }), slot)).toMatchObject({ state: 'held', judged: null })
  expect(stored.archive.all()).toEqual([])
  const [held] = await readPendingPosts(stored.desk, date)
  expect(held?.pending).toMatchObject({ isUnproved: true })
  expect(held?.pending.post.provenance.judging).toBeUndefined()
  expect(held?.pending.warnings.map(({ code }) => code)).toContain('not-judged')
})

test('publishes the image from an image model, or a cover if the model fails', async () => {
  const file = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#e33' } })
    .png()
    .toBuffer()
  const drawn: boolean[] = []
  for (const illustrate of [async () => file, () => Promise.reject(new Error('no image'))]) {
    const stored = await storage()
    const context = contextOf(stored)
    await fillSlot({ ...context, publishing: { ...context.publishing, illustrate }, onError: () => {} }, slot)
    drawn.push(...stored.archive.all().map(({ cover }) => cover !== undefined))
  }
  expect(drawn).toEqual([false, true])
})

test('does not report a post as published if it was rejected after the archive was read', async () => {
  const stored = await storage()
  await fillSlot(contextOf(stored, { hold: true }), slot)
  const [held] = await readPendingPosts(stored.desk, date)
  if (held === undefined) throw new Error('No post is held.')
  const archive = await openArchive({ bucket: stored.bucket, pollEvery: 0 })
  await retractPost({ ...stored, archive, post: held.pending.post, by: 'Ada', reason: 'Not news.' })
  expect(await fillSlot(contextOf(stored, { run: 'two' }), slot)).toMatchObject({ state: 'already' })
  expect(stored.archive.all()).toEqual([])
})

test('gives held posts with the same title different ids, even in different newsrooms', async () => {
  const stored = await storage()
  for (const run of ['one', 'two'])
    expect(await fillSlot(contextOf(stored, { run, hold: true }), slotOf(run))).toMatchObject({ state: 'held' })
  const held = await readPendingPosts(stored.desk, date)
  expect(new Set(held.map(({ pending }) => pending.post.title))).toHaveProperty('size', 1)
  expect(new Set(held.map(({ pending }) => pending.post.id))).toHaveProperty('size', 2)
})

test('shows the writer the words that a page links, and links them in the article', async () => {
  const stored = await storage()
  const linked = [...fixture.draft.title.text.matchAll(/\p{Lu}\S+ \S+/gu)].at(-1)?.[0] ?? ''
  const prompts: string[] = []
  const answer = (request: Parameters<typeof scripted>[0]) => {
    prompts.push(`${purposeOf(request)} ${request.prompt}`)
    return scripted(request)
  }
  const context = contextOf(stored, { answer })
  const { http, reader } = context.reading
  // The source's link begins with a small letter.
  const text = linked.replace(/^./, (letter) => letter.toLowerCase())
  const links = [{ text, url: 'https://a.example/linked' }]
  const pageOf = (url: string) => fixture.sources.find((source) => source.url === url)?.text ?? ''
  const headers = { contentType: 'text/html', etag: null, lastModified: null }
  const reading = {
    ...context.reading,
    http: { ...http, fetch: async (url: string) => ({ status: 200, url, body: Buffer.from(url), headers }) },
    reader: {
      ...reader,
      page: async (body: Uint8Array) => {
        const text = pageOf(Buffer.from(body).toString())
        return text === '' ? null : { text, title: '', date: '', links }
      },
    },
  }
  const teaser = slotOf('technology-1', { text: 'A teaser.', complete: false })
  expect(await fillSlot({ ...context, reading }, teaser)).toMatchObject({ state: 'published' })
  const [first] = stored.archive.all()
  const post = first && (await readPost({ ...stored, ...first }))
  expect(post?.provenance?.links).toEqual(links)
  expect(post?.html).toContain('href="https://a.example/linked"')
  for (const purpose of ['write', 'rewrite'])
    expect(prompts.find((prompt) => prompt.startsWith(purpose))).toContain(`Words that are links in the sources`)
})

test("fails without model requests if a slot's pages cannot be loaded, and can then be retried", async () => {
  const stored = await storage()
  const away = contextOf(stored)
  expect(await fillSlot(away, slotOf('technology-1', { text: 'A teaser.', complete: false }))).toMatchObject({
    state: 'failed',
    note: `stories tried: 1, pages that could not be loaded: ${fixture.sources.length}`,
  })
  expect(away.asked).toEqual([])
  expect(await fillSlot(contextOf(stored, { run: 'two' }), slot)).toMatchObject({ state: 'published' })
})
