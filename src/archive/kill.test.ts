import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { thumbnailKey } from '#blog/keys.ts'
import { openBucket } from '#bucket/open.ts'
import { openArchive } from '#archive/archive.ts'
import { readPost } from '#archive/post-store.ts'
import type { Archive } from '#archive/archive.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { chanceOf } from '../../tests/fixtures/random.ts'
import { accessToGateway, accessVariables, addressOfGateway, gateway } from '../../tests/fixtures/test-store.ts'

const script = fileURLToPath(new URL('../../tests/fixtures/publish-until-killed.ts', import.meta.url))
const LONG = process.env.LONG === '1'
const KILLS = LONG ? (gateway === null ? 150 : 70) : 6
// Number of concurrent child processes. Each publishes to its own category, and all publish to a shared category.
const CHILDREN = 2
const chance = chanceOf('kills of a publication')
// Maximum number of publications that a child process may complete before it is killed.
const MOST_DONE = 2

test('a SIGKILL at any moment during a publication does not lose, truncate or duplicate a post', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-kill-'))
  const address = gateway === null ? `file:${folder}` : addressOfGateway()
  const bucket = openBucket(address, accessToGateway)
  const archive = await openArchive({ bucket, pollEvery: 0 })
  const acknowledged = new Set<string>()
  let [starts, kills] = [0, 0]

  const publishUntilKilled = async (writer: Writer) => {
    writer.child.go()
    // With random numbers, some seeds would publish too few posts for the last assertion.
    const posts = starts % (MOST_DONE + 1)
    starts += 1
    const { begun, done } = await writer.child.killAfter({ posts, of: chance.below(100) / 100 })
    kills += 1
    for (const post of done) acknowledged.add(post)
    writer.next += Math.max(0, begun.length - 1)
    // Start the next child while this process checks the posts. The child first retries the interrupted publication.
    writer.child = start({ address, ...writer })
    // Check only posts that were acknowledged before the refresh, because the archive may not have later ones yet.
    const before = new Set(acknowledged)
    await archive.refresh()
    await expectComplete({ bucket, archive, acknowledged: before })
  }

  const writers = Array.from({ length: CHILDREN }, (_, index): Writer => {
    const category = `category-${index}`
    return { category, next: 1, child: start({ address, category, next: 1 }) }
  })
  try {
    while (kills < KILLS) {
      // Start the children together, so that their publications overlap.
      await Promise.all(writers.map((writer) => writer.child.ready))
      await Promise.all(writers.map(publishUntilKilled))
    }
    const fresh = await openArchive({ bucket, pollEvery: 0 })
    await expectComplete({ bucket, archive: fresh, acknowledged, again: true })
    expect(fresh.all()).toEqual(archive.all())
    expect(acknowledged.size).toBeGreaterThan(KILLS / 2)
  } finally {
    await Promise.all(writers.map((writer) => writer.child.kill()))
    await rm(folder, { recursive: true })
  }
}, 600_000)

type Writer = { category: string; next: number; child: ReturnType<typeof start> }

function start(options: { address: string; category: string; next: number }) {
  const { address, category, next } = options
  const child = spawn(process.execPath, [script, address, category, String(next)], {
    env: { ...process.env, ...accessVariables() },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  const listeners = new Set<() => void>()
  const closed = once(child, 'close')
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      if (output.includes('ready\n')) resolve()
      for (const listen of listeners) listen()
    })
    child.once('exit', (code) => reject(new Error(`The child process exited with code ${code}.`)))
  })
  return {
    ready,
    go: () => child.stdin.write('go\n'),
    // Waits until the child has completed `posts` publications, waits for another fraction (`of`) of their average
    // duration, and kills the child during its next publication.
    async killAfter({ posts, of }: { posts: number; of: number }) {
      const began = performance.now()
      await new Promise<void>((resolve) => {
        const listen = () => void (wordsOf('done').length >= posts && resolve())
        listeners.add(listen)
        listen()
      })
      if (posts > 0) pace = (performance.now() - began) / posts
      await wait(of * pace)
      return await kill()
    },
    kill,
  }

  function wordsOf(word: string): string[] {
    return output.split('\n').flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))
  }

  async function kill() {
    await ready
    child.kill('SIGKILL')
    const [code, signal] = await closed
    expect([code, signal]).toEqual([null, 'SIGKILL'])
    return { begun: wordsOf('begin'), done: wordsOf('done') }
  }
}

// Average duration of a publication in milliseconds.
let pace = 20

// Posts that were already complete after an earlier kill. They are read again only at the end of the test.
const complete = new Set<string>()

async function expectComplete(options: {
  bucket: Bucket
  archive: Archive
  acknowledged: Set<string>
  again?: boolean
}): Promise<void> {
  const { bucket, archive, acknowledged, again = false } = options
  const names = archive.all().map(({ category, id }) => `${category}/${id}`)
  expect(new Set(names).size).toBe(names.length)
  for (const post of acknowledged) expect(names).toContain(post)
  for (const { category, id, title, prefix } of archive.all()) {
    const name = `${category}/${id}`
    if (complete.has(name) && !again) continue
    const post = await readPost({ bucket, archive, category, id })
    expect(post?.title).toBe(title)
    expect(post?.html).toHaveLength(1_000_007)
    const picture = await bucket.get(thumbnailKey(prefix))
    expect(picture?.body.every((byte) => byte === 7) && picture.body.length).toBe(200_000)
    complete.add(name)
  }
}
