import { setTimeout as pause } from 'node:timers/promises'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { correctPost, retractPost } from '#archive/verdict.ts'
import type { PostToPublish } from '#archive/text.ts'
import { directoryBucket } from '#bucket/directory.ts'
import type { Bench } from './bench.ts'
import { measured, type Result } from './result.ts'
import { startStet } from './stet.ts'

const RUNS = 10
const CATEGORY = 'technology'
const PATIENCE = 20_000

/** Measures how soon readers of a server see what another process has published, corrected and retracted. */
export async function measurePublishing(bench: Bench): Promise<Result> {
  const folder = await bench.edition()
  const stet = await startStet({ bucket: folder })
  const bucket = directoryBucket(folder)
  const archive = await openArchive({ bucket, pollEvery: 0 })
  const store = { bucket, archive, journal: openJournal({ bucket }) }
  const times = {
    published: new Array<number>(),
    listed: new Array<number>(),
    corrected: new Array<number>(),
    retracted: new Array<number>(),
  }
  try {
    for (let run = 0; run < bench.runs(RUNS); run += 1) {
      // The server looks into the journal once a second: each run begins at another moment of it.
      await pause(500 + 1_000 * ((run * 0.618) % 1))
      const post = postOf(run)
      const page = `${stet.url}/post/${CATEGORY}/${post.id}`
      // Asked for before it is there, as a reader with an early link would.
      await whenSeen(page, ({ status }) => status === 404)

      const began = performance.now()
      if ((await publishPost({ ...store, post, files: [] })) === null) throw new Error(`${post.id} was there already.`)
      const [atPage, atHome] = await Promise.all([
        whenSeen(page, ({ status, text }) => status === 200 && text.includes(post.title)),
        whenSeen(`${stet.url}/`, ({ text }) => text.includes(post.id)),
      ])
      times.published.push(atPage - began)
      times.listed.push(atHome - began)

      await pause(1_000 * ((run * 0.382) % 1))
      const seen = archive.find(CATEGORY, post.id)?.text ?? 0
      const corrected = { ...post, html: '<p>Its corrected text.</p>', markdown: 'Its corrected text.' }
      const correcting = performance.now()
      const judged = { category: CATEGORY, id: post.id, seen }
      const verdict = await correctPost({
        ...store,
        judged,
        post: corrected,
        by: 'The bench',
        note: 'A word was changed.',
      })
      if (verdict.state !== 'done') throw new Error(`The correction of ${post.id} ended as "${verdict.state}".`)
      times.corrected.push((await whenSeen(page, ({ text }) => text.includes('Its corrected text.'))) - correcting)

      await pause(1_000 * ((run * 0.236) % 1))
      const retracting = performance.now()
      await retractPost({ ...store, post, by: 'The bench', reason: 'It was only a measurement.' })
      times.retracted.push((await whenSeen(page, ({ text }) => !text.includes('Its corrected text.'))) - retracting)
    }
  } finally {
    archive.close()
    await stet.stop()
  }
  const named = [
    ['published, on its page', times.published],
    ['published, on the home page', times.listed],
    ['corrected, on its page', times.corrected],
    ['retracted, gone from its page', times.retracted],
  ] as const
  const rows = named.map(([name, samples]) => ({ name, measure: measured(samples, 'ms') }))
  return {
    section: 'publish',
    sentence:
      'One process publishes, corrects and retracts in a bucket in a folder; another serves it. From the call that does it, its own writing to the disk included, until a request is answered with it; asked every 5 ms, the moments spread over the second between two looks into the journal.',
    tables: [
      {
        title: 'until a reader sees it',
        columns: ['time'],
        rows: rows.map(({ name, measure }) => ({ name, cells: [measure] })),
      },
    ],
    plots: [
      {
        name: 'publish',
        title: 'Until a reader of another process sees it (less is better)',
        groups: rows.map(({ name, measure }) => ({ name, bars: [{ series: 'stet', measure }] })),
      },
    ],
  }
}

function postOf(run: number): PostToPublish {
  return {
    ...{ id: `bench-${run}`, category: CATEGORY, title: `The bench publishes article ${run}`, author: 'Stet Newsroom' },
    ...{
      excerpt: 'A post that is there to be seen, changed and taken back.',
      html: '<p>Its text.</p>',
      markdown: 'Its text.',
    },
    ...{ date: new Date().toISOString(), tags: ['bench'], provenance: null },
  }
}

async function whenSeen(url: string, isSeen: (answer: { status: number; text: string }) => boolean): Promise<number> {
  const deadline = performance.now() + PATIENCE
  while (performance.now() < deadline) {
    const response = await fetch(url)
    if (isSeen({ status: response.status, text: await response.text() })) return performance.now()
    await pause(5)
  }
  throw new Error(`${url} did not show the change within ${PATIENCE / 1000} seconds.`)
}
