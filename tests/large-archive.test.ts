import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import type { JournalEvent } from '#archive/event.ts'
import { eventKey } from '#archive/journal.ts'
import { openSearchIndex } from '#archive/search-index.ts'
import { writeSnapshot } from '#archive/snapshot.ts'
import { directoryBucket } from '#bucket/directory.ts'

const POSTS = 100_000
const FIRST_DATE = Date.parse('2026-01-01T09:00:00Z')

test('the search finds the newest of 100,000 posts within its memory limit', { timeout: 400_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stet-large-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bucket = directoryBucket(folder)
  await writeSnapshot(
    bucket,
    Array.from({ length: POSTS }, (_, index) => published(index + 1)),
  )
  // The index looks up the last event that it has read.
  const last = Buffer.from(JSON.stringify(published(POSTS)))
  await bucket.put(eventKey(POSTS), last, { contentType: 'application/json' })
  const archive = await openArchive({ bucket, pollEvery: 0 })
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const index = openSearchIndex({ archive, bucket, address: `file:${folder}`, cache: null, onError })
  onTestFinished(() => index.close())
  const find = async () => (await index.search('quokkaberry', 5)).posts.map(({ id }) => id)
  await expect.poll(find, { timeout: 300_000, interval: 1_000 }).toEqual([`post-${POSTS}`])
  expect(errors).toEqual([])
})

function published(sequence: number): JournalEvent {
  const [category, id] = ['technology', `post-${sequence}`]
  const date = new Date(FIRST_DATE + sequence * 60_000).toISOString()
  const post = {
    id,
    category,
    title: `A full context window can weigh more than the model, ${sequence === POSTS ? 'quokkaberry' : sequence}`,
    excerpt: `A full window takes 17.2 GB, next to 16 GB of weights, in the measurement with the number ${sequence}.`,
    date,
    prefix: `posts/${category}/${id}/`,
    tags: ['KV cache', 'transformers', 'inference', 'attention', `GPU ${sequence}`],
    minutes: 8,
    picture: { widths: [240, 480, 720, 960, 1200], formats: ['webp' as const], placeholder: '#cdd2e8', alt: '' },
    cover: { figure: 'patchbay', printing: `paper ${sequence % 40}` },
  }
  return { kind: 'published', sequence, writeId: `write-${sequence}`, time: date, post }
}
