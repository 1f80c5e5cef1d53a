import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClient } from '#blog/client.ts'
import { publishPost } from '#archive/publish.ts'
import { runCommand } from '#desk/command.ts'
import { postOf } from '../fixtures/blog.ts'
import { startDeskForTest } from '../e2e/desk.ts'

// Tests that a verdict submitted on the desk page has the same effects as one submitted with a desk command.

const IDS = ['one', 'two', 'three']

const verdicts = fc.array(
  fc.record({
    way: fc.constantFrom('page', 'command'),
    kind: fc.constantFrom('keep', 'correct', 'retract'),
    id: fc.constantFrom(...IDS),
    note: fc.stringMatching(/^[a-z]{3,8} <b>&[a-z]{3,8}$/),
  }),
  { minLength: 3, maxLength: 8 },
)

type Verdict = typeof verdicts extends fc.Arbitrary<(infer One)[]> ? One : never

/** Returns the state of the posts that a reviewer would expect after the verdicts. */
function expected(given: Verdict[]) {
  const posts = new Map(
    given.map(({ id }) => [id, { title: `Title of ${id}`, reviews: [''], corrections: [''], reason: '' }]),
  )
  for (const [index, { kind, id, note }] of given.entries()) {
    const post = posts.get(id)
    if (post === undefined || post.reason !== '') continue
    if (kind === 'keep') post.reviews.push(note)
    if (kind === 'correct') post.corrections.push(note)
    if (kind === 'correct') post.title = `Title ${index}`
    if (kind === 'retract') post.reason = note
  }
  return posts
}

test('desk, commands, journal, public pages, feeds and API agree on every verdict', { timeout: 120_000 }, async () => {
  const own = await startDeskForTest({ sites: 1, isEmpty: true, undoMs: 0 })
  const page = await enter(own.server.address())
  let run = 0
  await fc.assert(
    fc.asyncProperty(verdicts, (given) => {
      run += 1
      return agree({ ...own, page }, withPrefix(given, `run-${run}-`))
    }),
    { numRuns: 6 },
  )
})

// Adds a prefix to the post ids so that each run has its own posts.
function withPrefix(given: Verdict[], prefix: string): Verdict[] {
  return given.map((verdict) => ({ ...verdict, id: prefix + verdict.id }))
}

type Own = Awaited<ReturnType<typeof startDeskForTest>> & { page: Awaited<ReturnType<typeof enter>> }

async function agree({ desk, page, sites, ...store }: Own, given: Verdict[]): Promise<void> {
  for (const id of new Set(given.map(({ id }) => id))) {
    const post = postOf(id, { html: `<p>Text of ${id}.</p>`, markdown: `Text of ${id}.` })
    await publishPost({ ...store, post, files: [] })
  }
  const [site] = sites
  if (site?.backend.kind !== 'local') throw new Error('The site has no bucket of its own.')

  async function command(args: string[], options: object = {}): Promise<string> {
    let printed = ''
    const print = (text: string) => void (printed += text)
    await runCommand(args, { ...options }, { desk, print, readFile: async (text) => text })
    return printed
  }
  for (const [index, { way, kind, id, note }] of given.entries()) {
    const item = await desk.open(`technology/${id}`)
    // The reviewer sees that the post is retracted.
    if (item.state === 'gone') continue
    const file = item.file.replace(/^title: .*/m, `title: Title ${index}`)
    const words = { by: 'Ada', note, reason: note, file, anyway: true }
    const own = { keep: ['by', 'note'], correct: ['by', 'note', 'file', 'anyway'], retract: ['by', 'reason'] }[kind]
    const options = Object.fromEntries(Object.entries(words).filter(([option]) => own.includes(option)))
    if (way === 'command') await command([kind, id], options)
    else await page.give({ kind, name: id, baseVersion: item.baseVersion, by: 'Ada', note, file, anyway: true })
  }

  await site.backend.archive.refresh()
  const log = JSON.parse(await command(['log']))
  const waiting: { id: string }[] = JSON.parse(await command(['list']))
  // A cached feed is fresh for one second.
  const readFeed = async () => (await fetch(`${site.url}/rss.xml`)).text()
  const client = createClient({ host: site.url, bucketName: 'stet', fetch })
  for (const [id, { title, reviews, corrections, reason }] of expected(given)) {
    const isGone = reason !== ''
    const marks = { reviews: reviews.slice(1), corrections: corrections.slice(1) }
    const notes = (list: readonly { note: string }[] = []) => list.map(({ note }) => note)
    // Check the journal.
    const own = log.verdicts.filter((verdict: { id: string }) => verdict.id === id)
    expect(new Set(notes(own))).toEqual(new Set([...marks.reviews, ...marks.corrections, ...(isGone ? [reason] : [])]))
    // Check the desk page and the commands.
    const shown = await page.call('/post', { name: `technology/${id}` })
    const isUnjudged = !isGone && marks.reviews.length + marks.corrections.length === 0
    expect(waiting.some((post) => post.id === id)).toBe(isUnjudged)
    const listed: { posts: { place: { id: string } }[] } = await page.call('/list')
    expect(listed.posts.some(({ place }) => place.id === id)).toBe(isUnjudged)
    if (isGone) expect(shown.sentence).toContain(reason)
    else
      expect(JSON.parse(await command(['show', id]))).toMatchObject({
        title: shown.title,
        provenance: shown.provenance,
      })
    // Check the API.
    const found = await client.getPost('technology', id)
    if (found === null) throw new Error(`The API has no post ${id}.`)
    if ('kind' in found) expect([isGone, found.note]).toEqual([true, reason])
    else
      expect([isGone, found.title, notes(found.provenance?.reviews), notes(found.provenance?.corrections)]).toEqual([
        false,
        title,
        marks.reviews,
        marks.corrections,
      ])
    // Check the public page and the feed.
    const answer = await fetch(`${site.url}/post/technology/${id}`)
    const html = (await answer.text()).replaceAll('<!-- -->', '')
    expect(answer.status).toBe(isGone ? 410 : 200)
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    for (const note of isGone ? [reason] : [...marks.reviews, ...marks.corrections])
      expect(html).toContain(escaped(note))
    const titlesInFeed = async () => {
      const items = (await readFeed()).split('<item>').filter((item) => item.includes(`/post/technology/${id}</link>`))
      return items.map((item) => /<title>(.*?)<\/title>/.exec(item)?.[1])
    }
    await expect.poll(titlesInFeed).toEqual(isGone ? [] : [title])
  }
}

/** Opens the desk as a browser would. `give` submits a verdict and resolves when it is recorded. */
async function enter(address: string) {
  const { origin } = new URL(address)
  const entered = await fetch(address, { redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const html = await (await fetch(origin, { headers: { cookie } })).text()
  const token = /name="desk-token" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const headers = { cookie, origin, 'x-desk-token': token, 'content-type': 'application/json' }
  const call = async (path: string, given: object = {}) =>
    (await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(given) })).json()
  return {
    call,
    async give(given: object): Promise<void> {
      const { ticket } = await call('/verdict', given)
      expect(ticket).toEqual(expect.any(String))
      await expect
        .poll(async () => (await call('/state')).verdicts)
        .toContainEqual(expect.objectContaining({ ticket, sentence: expect.any(String) }))
    },
  }
}
