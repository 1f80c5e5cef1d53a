import * as z from 'zod'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'
import { putJson, readJson } from '#newsroom/store/json-store.ts'

const outcome = z.object({
  slot: z.string(),
  category: z.string(),
  state: z.enum(['published', 'already', 'held', 'elsewhere', 'ready', 'dropped', 'failed', 'budget', 'skipped']),
  note: z.string(),
  post: z.object({ category: z.string(), id: z.string(), title: z.string() }).nullable(),
  writer: z.string().nullable(),
  seconds: z.number(),
  rejections: z.array(z.object({ story: z.string(), writer: z.string(), codes: z.array(z.string()) })),
  // Reports of before do not say what follows.
  told: z
    .object({
      titles: z.array(z.string()),
      by: z.enum(['editor', 'code']),
      why: z.string(),
      worth: z.number().nullable(),
    })
    .nullable()
    .default(null),
  judged: z
    .object({
      planted: z.number(),
      found: z.number(),
      cut: z.number(),
      kinds: z.array(z.object({ kind: z.string(), planted: z.number(), found: z.number() })).default([]),
    })
    .nullable()
    .default(null),
  // Codes of code's questions to the judge about the first draft. Older reports do not have them.
  questions: z.array(z.string()).default([]),
  notes: z.array(z.string()).default([]),
})

const report = z.object({
  date: z.string(),
  run: z.string(),
  dryRun: z.boolean(),
  whole: z.boolean(),
  started: z.string(),
  ended: z.string(),
  /** How many sources were asked for the newest part of its plan, and the entries that they gave. */
  sources: z.number(),
  entries: z.number(),
  failures: z.array(z.object({ source: z.string(), name: z.string(), reason: z.string() })),
  outcomes: z.array(outcome),
  /** What became of the editor's answer, in sentences. */
  remarks: z.array(z.string()).default([]),
  spent: z.object({ calls: z.number(), tokens: z.number(), cost: z.number().nullable() }),
})

/**
 * What became of one slot of an edition, and why; a draft that was rejected is there with the codes of what blocked it.
 * `told` is the story of its post: the titles that were joined, who chose it and why. `judged` is how many planted errors the
 * judge found, and how many sentences were cut.
 */
export type Outcome = z.infer<typeof outcome>

/** What happened in one run of an edition; `whole` unless it was told to make only some categories. */
export type Report = z.infer<typeof report>

const FILLED = ['published', 'already', 'held', 'elsewhere', 'ready']

/**
 * Stores the report of a run, as `reports/{date}/{start}-{run}.json` in the desk, and before that once more where the
 * newest of all comes first. Neither key is ever written twice, so runs that end together do not hide each other.
 */
export async function storeReport(desk: Bucket, report: Report): Promise<void> {
  const started = report.started.replace(/\D/g, '')
  await putJson(desk, `${NEWEST_FIRST}${descending(`${report.date}-${started}`)}-${report.run}.json`, report)
  await putJson(desk, `reports/${report.date}/${started}-${report.run}.json`, report)
}

/** The report of the newest run of the newest edition, of no day after `until` where one is given, or null; reads one record. */
export async function newestReport(desk: Bucket, until?: string): Promise<Report | null> {
  const after = until === undefined ? undefined : `${NEWEST_FIRST}${descending(until)}`
  const [newest] = (await desk.list({ prefix: NEWEST_FIRST, after, limit: 1 })).keys
  // A desk whose last edition was made before reports were stored newest first.
  const key = newest ?? (await olderReports(desk, until)).at(-1)
  return key === undefined ? null : await readJson(desk, key, report)
}

/**
 * The keys of the reports of editions before a day, in both places. The newest of all is none of them, however old: without
 * it, nobody would know that there ever was a newsroom.
 */
export async function expiredReports(desk: Bucket, before: string): Promise<string[]> {
  const [, ...indexed] = await Array.fromAsync(desk.keys(NEWEST_FIRST))
  const reports = await Array.fromAsync(desk.keys('reports/'))
  return [
    ...reports.slice(0, -1).filter((key) => key < `reports/${before}`),
    ...indexed.filter((key) => key > `${NEWEST_FIRST}${descending(before)}\uffff`),
  ]
}

/** Whether a run of this day's edition, whichever, left nothing for another one to do. */
export async function isEditionComplete(desk: Bucket, date: string): Promise<boolean> {
  for await (const key of desk.keys(`reports/${date}/`)) {
    const found = await readJson(desk, key, report).catch(ignoreCorrupt)
    if (found !== null && !isIncomplete(found)) return true
  }
  return false
}

// What cannot be read proves nothing.
function ignoreCorrupt(error: unknown): null {
  if (error instanceof Corrupt) return null
  throw error
}

async function olderReports(desk: Bucket, until = '9999'): Promise<string[]> {
  const keys = await Array.fromAsync(desk.keys('reports/'))
  return keys.filter((key) => key.slice('reports/'.length, 'reports/'.length + until.length) <= until)
}

const NEWEST_FIRST = 'reports-newest-first/'

// Keys are listed in ascending order: with every digit taken from nine, the last comes first.
function descending(digits: string): string {
  return digits.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))
}

/** 0 when every slot is filled, 3 when some are, 1 when none is. */
export function exitStatus({ outcomes }: Report): 0 | 1 | 3 {
  const filled = outcomes.filter(({ state }) => FILLED.includes(state)).length
  return filled === outcomes.length && filled > 0 ? 0 : filled > 0 ? 3 : 1
}

/**
 * Whether another run of the same edition could fill more: a slot failed for a reason that may pass, is in other hands,
 * or was not to be filled by this run.
 */
export function isIncomplete({ outcomes, whole }: Report): boolean {
  if (!whole || outcomes.length === 0) return true
  return outcomes.some(({ state }) => ['failed', 'elsewhere', 'skipped'].includes(state))
}

/** How many drafts were rejected for each reason, the commonest first. */
export function rejectionsByCode({ outcomes }: Report): [code: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { rejections } of outcomes)
    for (const { codes } of rejections) for (const code of new Set(codes)) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b))
}

/** Returns the planted errors of an edition and how many of them the judges found, by kind. */
export function plantedByKind({ outcomes }: Report): KindCount[] {
  return sumByKind(outcomes.flatMap(({ judged }) => judged?.kinds ?? []))
}

/** Planted and found errors of one kind. */
export type KindCount = { kind: string; planted: number; found: number }

/** Adds up the counts of each kind. */
export function sumByKind(counts: KindCount[]): KindCount[] {
  const sums = new Map<string, KindCount>()
  for (const { kind, planted, found } of counts) {
    const sum = sums.get(kind)
    sums.set(kind, { kind, planted: planted + (sum?.planted ?? 0), found: found + (sum?.found ?? 0) })
  }
  return [...sums.values()]
}

/** The share of written drafts that were rejected, or null when none was written. */
export function rejectedRatio({ outcomes }: Report): number | null {
  const rejected = outcomes.reduce((sum, { rejections }) => sum + rejections.length, 0)
  const accepted = outcomes.filter(({ state }) => ['published', 'held', 'ready'].includes(state)).length
  return rejected + accepted === 0 ? null : rejected / (rejected + accepted)
}

/** The report in lines for a person. */
export function reportLines(report: Report): string[] {
  const { date, outcomes, failures, spent, started, ended, dryRun } = report
  const filled = outcomes.filter(({ state }) => FILLED.includes(state)).length
  const seconds = Math.round((Date.parse(ended) - Date.parse(started)) / 1000)
  const cost =
    spent.cost === null ? 'cost unknown (no price in editorial/prices.json)' : `cost ${spent.cost.toFixed(4)} USD`
  const codes = rejectionsByCode(report).map(([code, count]) => `${code} ${count}`)
  const kinds = plantedByKind(report).map(({ kind, planted, found }) => `${kind} ${found} of ${planted}`)
  return [
    `Edition of ${date}${dryRun ? ' (dry run, nothing is published)' : ''}: ${filled} of ${outcomes.length} slots filled in ${seconds} s; ${spent.calls} model calls, ${spent.tokens} tokens, ${cost}.`,
    ...outcomes.flatMap(outcomeLines),
    ...gathered(report),
    ...report.remarks.map((remark) => `  ${remark}`),
    ...failures.map(({ name, reason }) => `  ${name}: ${reason}`),
    ...(kinds.length > 0 ? [`  Planted errors found: ${kinds.join(', ')}.`] : []),
    ...(codes.length > 0 ? [`  Drafts rejected for: ${codes.join(', ')}.`] : []),
    ...(outcomes.some(({ state }) => state === 'failed') ? ['  Incomplete: another run tries again what failed.'] : []),
  ]
}

function outcomeLines({ slot, state, note, post, told, judged, notes }: Outcome): string[] {
  return [
    `  ${slot}: ${WORDS[state]}${post ? ` “${post.title}”` : ''}${note ? ` (${note})` : ''}`,
    ...(told === null ? [] : [`    ${chosenBecause(told)}`]),
    ...(judged === null
      ? []
      : [
          `    The judge found ${judged.found} of ${judged.planted} planted errors; ${judged.cut === 1 ? '1 sentence was' : `${judged.cut} sentences were`} cut.`,
        ]),
    ...notes.map((line) => `    ${line}`),
  ]
}

function chosenBecause({ titles, by, why, worth }: NonNullable<Outcome['told']>): string {
  const reason =
    by === 'code' ? 'chosen by code' : `chosen by the editor${worth === null ? '' : `, worth ${worth} of 5`}`
  const joined = titles.length === 1 ? 'From one entry' : `From ${titles.length} entries that tell of one event`
  return `${joined}: ${titles.map((title) => `“${title}”`).join(', ')} (${reason}${why === '' ? '' : `: ${why.replace(/\.$/, '')}`}).`
}

function gathered({ entries, sources, failures }: Report): string[] {
  const answered = sources - failures.length
  if (sources > 0 && answered === 0) return [`  0 of ${sources} sources answered.`]
  return entries > 0 || failures.length > 0 ? [`  ${entries} entries from ${answered} of ${sources} sources.`] : []
}

const WORDS = {
  published: 'published',
  already: 'was published before',
  held: 'waits at the desk for a person (npm run review)',
  elsewhere: 'in the hands of another newsroom',
  ready: 'would be published',
  dropped: 'nothing fit to publish',
  failed: 'failed',
  budget: 'left out to stay within the budget',
  skipped: 'left out (--limit)',
} as const
