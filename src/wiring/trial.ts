import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { readPost, type ArchivedText } from '#archive/post-store.ts'
import { memoryBucket } from '#bucket/memory.ts'
import type { FileModel } from '#newsroom/llm/file-model.ts'
import type { Model } from '#newsroom/llm/model.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'
import type { Progress } from '#newsroom/edition/progress.ts'
import { reportLines, type Outcome, type Report } from '#newsroom/edition/report.ts'
import { runEdition, type Newsroom } from '#newsroom/run-edition.ts'
import { createFeedReader } from '#newsroom/sources/feed/reader.ts'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'
import { FetchError } from '#newsroom/sources/http/public-address.ts'
import { createRobots } from '#newsroom/sources/robots.ts'
import { sourceList } from '#newsroom/sources/source-list.ts'
import { readCategoryList, readEditorial } from './editorial.ts'
import { messageOf } from './command-line.ts'

/**
 * Produces an edition in memory from recorded feeds and pages. Its clock is set to noon on `date`. Stops if the
 * editor's request has no response yet. Otherwise tries every category, so that one run writes the requests for all of
 * them.
 */
export async function runTrial(options: {
  folder: string
  date: string
  categories: string[] | undefined
  model: Model | FileModel
  progress: Progress
}): Promise<{ report: Report; posts: ArchivedText[]; lines: string[] }> {
  const { folder, date, model, progress } = options
  const [bucket, desk, reader] = [memoryBucket(), memoryBucket(), createFeedReader()]
  const http = await recordedHttp(folder)
  const onError = (error: unknown) => progress(`Note: ${messageOf(error)}`)
  const archive = await openArchive({ bucket, pollEvery: 0, onError })
  const noon = new Date(`${date}T12:00:00Z`)
  const allCategories = await readCategoryList()
  const newsroom: Newsroom = {
    storage: { bucket, desk, archive, journal: openJournal({ bucket, onError, now: () => noon }) },
    categories: allCategories,
    sources: await readEditorial(join(folder, 'sources.json'), sourceList),
    reading: { http, reader, robots: createRobots({ http }) },
    whyNoWriter: async () => null,
    drafting: { writers: [model], judges: [model], prompts: await readPrompts('editorial/prompts') },
    spending: {
      prices: { note: '', asOf: date, currency: 'USD', models: [] },
      budget: { tokens: null, cost: null },
    },
    publishing: { author: 'Trial', site: { name: 'Trial', url: null }, hold: false, illustrate: null },
    announce: null,
    sameMachine: true,
    progress,
    now: () => noon,
    onError,
  }
  const categories = options.categories ?? allCategories.map(({ id }) => id)
  try {
    // If the limit is 0, the edition only creates the plan.
    let report = await runEdition(newsroom, { date, categories, limit: 0 })
    if ('unanswered' in model && model.unanswered.length > 0)
      return { report, posts: [], lines: ['The trial waits for the response to the editor’s request.'] }
    const outcomes = []
    for (const category of categories) {
      report = { ...report, ...(await runEdition(newsroom, { date, categories: [category] })), ...planOf(report) }
      outcomes.push(...report.outcomes)
    }
    report = { ...report, outcomes }
    const events = archive.all()
    const texts = await Promise.all(events.map((event) => readPost({ bucket, archive, ...event })))
    const posts = texts.filter((post) => post !== null)
    return { report, posts, lines: trialLines(report, posts) }
  } finally {
    archive.close()
    await reader.close()
  }
}

// Returns the part of the report that describes the plan, which the reports about single categories lack.
function planOf({ sources, entries, failures, remarks }: Report): Partial<Report> {
  return { sources, entries, failures, remarks }
}

// Returns the report's lines, followed by statistics about the first drafts and by the posts.
function trialLines(report: Report, posts: ArchivedText[]): string[] {
  const { outcomes } = report
  // A story whose pages have too little text is rejected without a draft, and so without a writer.
  const rejected = ({ rejections }: Outcome) => rejections.filter(({ writer }) => writer !== '').length
  const written = outcomes.filter((outcome) => outcome.post !== null || rejected(outcome) > 0)
  const first = written.filter((outcome) => rejected(outcome) === 0 && !outcome.judged?.cut)
  const questions = Map.groupBy(
    outcomes.flatMap((outcome) => outcome.questions),
    (code) => code,
  )
  const counts = [...questions].map(([code, { length }]) => `${code} ${length}`)
  const cut = outcomes.reduce((sum, { judged }) => sum + (judged?.cut ?? 0), 0)
  return [
    ...reportLines(report),
    '',
    `First drafts that passed: ${first.length} of ${written.length}.`,
    `Questions for the judge: ${counts.join(', ') || 'none'}.`,
    `Sentences cut: ${cut}.`,
    ...posts.flatMap(postLines),
  ]
}

// Formats a post as lines, in which each sentence is followed by its evidence.
function postLines({ title, excerpt, markdown, provenance }: ArchivedText): string[] {
  const evidence = provenance?.evidence ?? []
  const sentences = Map.groupBy(evidence, ({ text }) => text)
  const words = (markdown ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return [
    '',
    `# ${title}`,
    excerpt,
    `${words} words, ${evidence.length} citations of ${provenance?.sources.length ?? 0} sources`,
    '',
    ...[...sentences].flatMap(([text, units]) => [text, ...units.map(({ unit, quote }) => `    ${unit}  ${quote}`)]),
  ]
}

const recording = z.record(z.url(), z.object({ file: z.string(), type: z.string() }))

// Creates a client that returns the recorded pages in a folder. The folder's `recorded.json` maps URLs to files. All
// other URLs are unreachable.
async function recordedHttp(folder: string): Promise<SafeFetch> {
  const data = await readEditorial(join(folder, 'recorded.json'), recording)
  return {
    fetch: async (url) => {
      const found = data[url]
      const headers = { etag: null, lastModified: null, contentType: found?.type ?? null }
      if (found !== undefined) return { status: 200, url, body: await readFile(join(folder, found.file)), headers }
      if (new URL(url).pathname === '/robots.txt') return { status: 404, url, body: new Uint8Array(), headers }
      throw new FetchError(`${url} was not recorded.`, { isTransient: true })
    },
    close: async () => {},
  }
}
