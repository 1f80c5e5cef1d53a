import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { readPost } from '#archive/post-store.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { openBucket } from '#bucket/open.ts'
import { firstOfEach, startNewsroom, type TestNewsroom } from './fixtures/newsroom/newsroom.ts'
import { chanceOf } from './fixtures/random.ts'
import { accessToGateway, accessVariables, addressOfGateway, gateway } from './fixtures/test-store.ts'
import { purposeOf } from './fixtures/newsroom/scripted-writer.ts'
import { readTimelessStories } from './fixtures/newsroom/stories.ts'

const KILLS = gateway === null ? 70 : 30
const KILLS_AN_EDITION = 12
const SLOTS = 5

// The longest time that an edition takes on a busy machine, in milliseconds. With a real store, an edition takes
// longer.
const MOST = gateway === null ? 6_000 : 15_000

// The longest delay before a kill, as a part of that time. A run continues the work of the killed one, so the kills
// still reach every step. With longer delays, as many kills need more editions. With much shorter ones, no run gets
// past the choice of stories.
const LONGEST_DELAY = 2 / 3

const chance = chanceOf('kills of an edition')
const stories = firstOfEach(readTimelessStories(), 1)

test(
  `completes an edition that is killed ${KILLS} times, without a duplicate post or a response that is paid for twice`,
  { timeout: 1_800_000 },
  async () => {
    const longest = await timeOfAnEdition()
    let kills = 0
    // For each kill, the number of posts that were published at that time.
    const published = new Set<number>()
    while (kills < KILLS) {
      const newsroom = await startNewsroom({ stories, storage: storageOf() })
      // Use a fixed date, because the day can change between two runs.
      const args = ['--date', new Date().toISOString().slice(0, 10)]
      try {
        const bucket = openBucket(newsroom.environment.BUCKET ?? '', accessToGateway)
        for (let tries = 0; tries < KILLS_AN_EDITION && kills < KILLS; tries++) {
          if (!(await runAndKill({ newsroom, args, longest }))) break
          kills += 1
          if (gateway !== null) await letLeasesEnd(newsroom)
          published.add(await expectWholePosts(bucket))
        }
        const { status, output } = await newsroom.run(args)
        expect(status, output).toBe(0)
        await expectOneEdition(newsroom, bucket)
      } finally {
        await newsroom.close()
      }
    }
    // If all kills came before the first post, they would not test publishing.
    expect(published.size).toBeGreaterThan(Math.max(KILLS / 50, 1))
  },
)

// Measures how long an edition takes on this machine if it is not killed, in milliseconds.
async function timeOfAnEdition(): Promise<number> {
  const newsroom = await startNewsroom({ stories, storage: storageOf() })
  const began = performance.now()
  try {
    expect(await newsroom.run()).toMatchObject({ status: 0 })
  } finally {
    await newsroom.close()
  }
  return Math.min(Math.ceil(performance.now() - began), MOST)
}

// Kills a run after a random delay. The delay starts at the first line of output or, in 10% of the runs, at the start
// of the process.
async function runAndKill(options: { newsroom: TestNewsroom; args: string[]; longest: number }): Promise<boolean> {
  const { newsroom, args, longest } = options
  const child = newsroom.start(args)
  child.stderr?.resume()
  const ended = once(child, 'exit')
  if (child.stdout !== null && chance.below(10) > 0) await Promise.race([once(child.stdout, 'data'), ended])
  child.stdout?.resume()
  await Promise.race([wait(chance.below(longest * LONGEST_DELAY)), ended])
  child.kill('SIGKILL')
  await ended
  return child.signalCode === 'SIGKILL'
}

// Returns the settings for the real store, or none if the tests use folders.
function storageOf(): Record<string, string> {
  return gateway === null ? {} : { BUCKET: addressOfGateway(), DESK: addressOfGateway(), ...accessVariables() }
}

// Makes the heartbeats older than 90 seconds, because newsrooms that share a store take over work only when its lease
// has expired.
async function letLeasesEnd({ environment }: TestNewsroom): Promise<void> {
  const desk = openBucket(environment.DESK ?? '', accessToGateway)
  const body = Buffer.from(JSON.stringify({ time: new Date(0).toISOString() }))
  for await (const key of desk.keys('editions/')) {
    if (!key.includes('/claim-')) continue
    await desk.put(key.replace('/claim-', '/heartbeat-'), body, { contentType: 'application/json' })
  }
}

async function expectWholePosts(bucket: Bucket): Promise<number> {
  const archive = await openArchive({ bucket, pollEvery: 0 })
  for (const { category, id } of archive.all()) {
    const post = await readPost({ bucket, archive, category, id })
    expect(post?.html.length).toBeGreaterThan(1_000)
    for (const file of ['thumbnail.png', 'thumbnail-1200.webp', 'post.md'])
      expect(await bucket.get(`posts/${category}/${id}/${file}`), file).not.toBeNull()
  }
  return archive.all().length
}

async function expectOneEdition({ model }: TestNewsroom, bucket: Bucket): Promise<void> {
  const events = await openJournal({ bucket }).readAfter(0)
  const posts = events.map(({ post }) => `${post.category}/${post.id}`)
  expect(events.every(({ kind }) => kind === 'published')).toBe(true)
  expect([posts.length, new Set(posts).size, new Set(events.map(({ post }) => post.category)).size]).toEqual([
    SLOTS,
    SLOTS,
    SLOTS,
  ])
  await expectWholePosts(bucket)
  // Requests were the same before and after a kill, so each response was paid for only once.
  expect([...model.paid.values()].every((count) => count === 1)).toBe(true)
  expect(new Set(model.calls.filter((call) => purposeOf(call) === 'write').map(({ key }) => key)).size).toBe(SLOTS)
}
