import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import type { PostToPublish } from '#archive/post-store.ts'
import { publishPost } from '#archive/publish.ts'
import { openBucket } from '#bucket/open.ts'
import { openDesk } from '#desk/desk.ts'
import { startDeskServer } from '#desk/server.ts'
import { revalidate } from '#newsroom/review/revalidate.ts'
import { readAssets } from '#server/assets.ts'
import { postOf } from '../fixtures/blog.ts'
import { startSite } from './site.ts'

/** Starts a desk that is closed when the test ends. */
export async function startDeskForTest(options: Parameters<typeof startDesk>[0]) {
  const started = await startDesk(options)
  onTestFinished(started.close)
  return started
}

/** Starts sites and a desk on a copy of the first edition, or on an empty bucket. Publishes `posts` first. */
export async function startDesk(options: {
  sites?: number
  undoMs?: number
  isEmpty?: boolean
  posts?: PostToPublish[]
}) {
  const { sites = 0, undoMs = 200, isEmpty = false, posts = [] } = options
  const folder = await mkdtemp(join(tmpdir(), 'stet-desk-'))
  if (!isEmpty) await cp(inject('firstEdition'), join(folder, 'bucket'), { recursive: true })
  const address = `file:${join(folder, 'bucket')}`
  const bucket = openBucket(address)
  const journal = openJournal({ bucket })
  const archive = await openArchive({ bucket, pollEvery: 0 })
  const store = { bucket, journal, archive }
  for (const post of posts) await publishPost({ ...store, post, files: [] })
  const running = await Promise.all(Array.from({ length: sites }, () => startSite({ BUCKET: address })))
  const readRecords = async () => ({ records: [], unreadable: [] })
  const desk = openDesk({ ...store, readRecords, revalidate, announce: async () => {}, now: () => new Date() })
  const server = await startDeskServer({
    desk,
    page: { html: await readFile('dist/desk/index.html', 'utf8'), files: await readAssets('dist/desk') },
    port: 0,
    undoMs,
  })
  async function close(): Promise<void> {
    await server.close()
    await Promise.all(running.map((site) => site.close()))
    await rm(folder, { recursive: true, force: true })
  }
  return { ...store, desk, server, sites: running, close }
}

/** Returns a post with 40 sentences, each of which cites its own unit. */
export function postWithEvidence(): PostToPublish {
  const texts = Array.from(
    { length: 40 },
    (_, index) => `The ferry Halcyon made crossing ${index + 100} on day ${index + 1}.`,
  )
  const paragraphs = Array.from({ length: 10 }, (_, index) => texts.slice(index * 4, index * 4 + 4).join(' '))
  const source = {
    title: 'The log of the ferry',
    publisher: 'Port of Kestrel',
    url: 'https://port.example/log',
    date: '2026-11-20',
  }
  return postOf('forty', {
    title: 'A ferry with forty crossings',
    excerpt: 'All of them in one month.',
    html: paragraphs.map((text) => `<p>${text}</p>`).join(''),
    markdown: paragraphs.join('\n\n'),
    provenance: {
      writer: { model: 'm', provider: 'p' },
      note: null,
      sources: [source],
      checks: [{ name: 'Numbers', passed: true, detail: '40 of 40' }],
      evidence: texts.map((text, index) => {
        const quote = `Crossing ${index + 100} of the Halcyon took place on day ${index + 1}.`
        return { text, compute: '', citation: null, source: 0, unit: `S1.${index + 1}`, quote }
      }),
      judging: { model: 'j', provider: 'p', isWriter: false, sentences: 40, planted: 8, found: 7, cut: 0 },
      reviews: [],
      corrections: [],
    },
  })
}
