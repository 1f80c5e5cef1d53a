import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { openArchive, type Archive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { readPost, type ArchivedText } from '#archive/post-store.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { ModelFailed } from '#newsroom/llm/model-failed.ts'
import { parseAnswer, type Model, type ModelRequest } from '#newsroom/llm/model.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'
import type { Progress } from '#newsroom/edition/progress.ts'
import { plantedByKind, reportLines, rejectionsByCode, type Report } from '#newsroom/edition/report.ts'
import { runEdition, type Newsroom } from '#newsroom/run-edition.ts'
import { createFeedReader } from '#newsroom/sources/feed/reader.ts'
import { FetchError, type SafeFetch } from '#newsroom/sources/http/http-client.ts'
import { createRobots } from '#newsroom/sources/robots.ts'
import { readSources } from '#newsroom/sources/source-list.ts'
import { readCategoryList } from './editorial.ts'
import { messageOf } from './command-line.ts'

/**
 * Makes an edition from recorded feeds and pages, dated noon of a day, in memory. It stops after the editor's request if
 * that has no answer. Otherwise it tries every category, so that the requests of all of them are written at once.
 */
export async function runTrial(options: {
  folder: string
  date: string
  categories: string[] | undefined
  model: Model
  progress: Progress
}): Promise<{ report: Report; posts: ArchivedText[]; lines: string[] }> {
  const { folder, date, model, progress } = options
  const [bucket, desk, reader] = [memoryBucket(), memoryBucket(), createFeedReader()]
  const http = await recordedHttp(folder)
  const onError = (error: unknown) => progress.step('Note', messageOf(error))
  const archive = await openArchive({ bucket, pollEvery: 0, onError })
  const file = join(folder, 'sources.json')
  const noon = new Date(`${date}T12:00:00Z`)
  const allCategories = await readCategoryList()
  const newsroom: Newsroom = {
    storage: { bucket, desk, archive, journal: openJournal({ bucket, onError, now: () => noon }) },
    categories: allCategories,
    sources: readSources(await readFile(file, 'utf8'), file),
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
    // A limit of 0 only makes the plan.
    let report = await runEdition(newsroom, { date, categories, limit: 0 })
    if (!isWaiting(model)) {
      const outcomes = []
      for (const category of categories) {
        report = { ...report, ...(await runEdition(newsroom, { date, categories: [category] })), ...planOf(report) }
        outcomes.push(...report.outcomes)
      }
      report = { ...report, outcomes }
    }
    const posts = await readPosts({ bucket, archive })
    return { report, posts, lines: trialLines(report, posts) }
  } finally {
    archive.close()
    await reader.close()
  }
}

function isWaiting(model: Model | FileModel): boolean {
  return 'unanswered' in model && model.unanswered.length > 0
}

// The runs of single categories do not know how the plan was made.
function planOf({ sources, entries, failures, remarks }: Report): Partial<Report> {
  return { sources, entries, failures, remarks }
}

async function readPosts({ bucket, archive }: { bucket: Bucket; archive: Archive }): Promise<ArchivedText[]> {
  const posts = await Promise.all(archive.all().map((event) => readPost({ bucket, archive, ...event })))
  return posts.filter((post) => post !== null)
}

const recording = z.record(z.url(), z.object({ file: z.string(), type: z.string() }))

// `recorded.json` contains the file of each URL. Other URLs cannot be reached.
async function recordedHttp(folder: string): Promise<SafeFetch> {
  const file = join(folder, 'recorded.json')
  const { success, data, error } = recording.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!success) throw new Error(`The list of recorded URLs ${file} is invalid:\n${z.prettifyError(error)}`)
  return {
    fetch: async (url) => {
      const found = data[url]
      const headers = { etag: null, lastModified: null, contentType: found?.type ?? null }
      if (found !== undefined)
        return { status: 200, url, moved: null, body: await readFile(join(folder, found.file)), headers }
      if (new URL(url).pathname === '/robots.txt')
        return { status: 404, url, moved: null, body: new Uint8Array(), headers }
      throw new FetchError('unreachable', `${url} was not recorded.`)
    },
    close: async () => {},
  }
}

/** A model whose answers are files. `unanswered` are the names of the requests that have no answer yet. */
export type FileModel = Model & { unanswered: string[] }

/**
 * Creates a model that writes each request to `requests/{name}.md` and reads the answer from `answers/{name}.json`, both in
 * `folder`. If the answer is missing, the model fails or, with `wait`, waits for the file.
 */
export function modelOfFiles({ folder, wait }: { folder: string; wait: boolean }): FileModel {
  const unanswered: string[] = []
  return {
    provider: 'trial',
    model: 'files',
    name: 'trial/files',
    window: null,
    unanswered,
    async ask(request) {
      const name = `${request.schemaName}-${hashOf(request)}`
      const answer = join(folder, 'answers', `${name}.json`)
      if (!existsSync(answer)) {
        if (!wait) unanswered.push(name)
        await mkdir(join(folder, 'requests'), { recursive: true })
        await mkdir(join(folder, 'answers'), { recursive: true })
        await writeFile(join(folder, 'requests', `${name}.md`), requestText(request))
        if (!wait) throw new ModelFailed('busy', `The request ${name} has no answer yet.`, { cause: null })
        console.log(`Waiting for ${answer}`)
        while (!existsSync(answer)) await pause(POLL_MS)
      }
      const text = await readFile(answer, 'utf8')
      const usage = { inputTokens: tokens(requestText(request)), outputTokens: tokens(text) }
      return { text, output: parseAnswer(text), finishReason: 'stop', usage }
    },
  }
}

// Interval between checks for an answer.
const POLL_MS = 500

function hashOf({ instructions, prompt }: ModelRequest): string {
  return createHash('sha256').update(`${instructions}\n${prompt}`).digest('hex').slice(0, 12)
}

function requestText({ instructions, prompt, schema }: ModelRequest): string {
  return `# Instructions\n\n${instructions}\n\n# Question\n\n${prompt}\n\n# Schema of the answer\n\n${JSON.stringify(schema)}\n`
}

// An English token has about four characters.
function tokens(text: string): number {
  return Math.ceil(text.length / 4)
}

function trialLines(report: Report, posts: ArchivedText[]): string[] {
  const written = report.outcomes.filter(({ post, rejections }) => post !== null || rejections.length > 0)
  const first = written.filter(
    ({ post, rejections, judged }) => post !== null && rejections.length === 0 && !judged?.cut,
  )
  const judged = report.outcomes.flatMap((outcome) => outcome.judged ?? [])
  const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)
  return [
    ...reportLines(report),
    '',
    `First drafts that passed: ${first.length} of ${written.length}.`,
    `Blocks and revisions: ${counted(rejectionsByCode(report))}.`,
    `Questions for the judge: ${counted(countEach(report.outcomes.flatMap(({ questions }) => questions)))}.`,
    `Planted errors found: ${sum(judged.map(({ found }) => found))} of ${sum(judged.map(({ planted }) => planted))}.`,
    ...plantedByKind(report).map(({ kind, planted, found }) => `    ${kind}: ${found} of ${planted}`),
    `Sentences cut: ${sum(judged.map(({ cut }) => cut))}.`,
    `Tokens: ${report.spent.tokens} in ${report.spent.calls} calls.`,
    ...posts.flatMap(postLines),
  ]
}

function counted(codes: readonly (readonly [code: string, count: number])[]): string {
  return codes.map(([code, count]) => `${code} ${count}`).join(', ') || 'none'
}

function countEach(codes: string[]): [code: string, count: number][] {
  return [...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length])
}

// Prints a post with its sentences and their evidence.
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
