import * as z from 'zod'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'
import { putJson, readJson } from '#newsroom/store/json-store.ts'
import { editedStory } from '#newsroom/stories/story.ts'
import { printable } from '#text/printable.ts'

/**
 * The states of a slot after a run. Each has its description for people, whether the slot is filled, and whether
 * another run can still fill it.
 */
export const SLOT_STATES = {
  published: { words: 'published', isFilled: true, mayRetry: false },
  already: { words: 'was published before', isFilled: true, mayRetry: false },
  held: { words: 'is waiting for a review at the desk (npm run review)', isFilled: true, mayRetry: false },
  elsewhere: { words: 'is being filled by another newsroom', isFilled: true, mayRetry: true },
  ready: { words: 'would be published', isFilled: true, mayRetry: false },
  dropped: { words: 'no story could be published', isFilled: false, mayRetry: false },
  failed: { words: 'failed', isFilled: false, mayRetry: true },
  budget: { words: 'left out to stay within the budget', isFilled: false, mayRetry: false },
  skipped: { words: 'left out (--limit)', isFilled: false, mayRetry: true },
} as const

const kindCount = z.object({ kind: z.string(), planted: z.number(), found: z.number() })

/** The numbers of planted and detected errors of one kind. */
export type KindCount = z.infer<typeof kindCount>

const outcome = z.object({
  slot: z.string(),
  category: z.string(),
  state: z.enum(['published', 'already', 'held', 'elsewhere', 'ready', 'dropped', 'failed', 'budget', 'skipped']),
  note: z.string(),
  post: z.object({ category: z.string(), id: z.string(), title: z.string() }).nullable(),
  /** The rejected drafts, with the codes of their blocking findings. */
  rejections: z.array(z.object({ story: z.string(), writer: z.string(), codes: z.array(z.string()) })),
  /** The post's story: the titles of its entries, who chose it, and why. */
  told: editedStory
    .pick({ by: true, why: true, worth: true })
    .extend({ titles: z.array(z.string()) })
    .nullable(),
  /** The numbers of planted and detected errors by kind, and of cut sentences. */
  judged: z.object({ kinds: z.array(kindCount), cut: z.number() }).nullable(),
  /** The codes of the questions that the checks asked the judge about the first draft. */
  questions: z.array(z.string()),
  notes: z.array(z.string()),
})

/** Fields with the results of reading an edition's sources. Both its plan and its report contain them. */
export const collected = {
  /** The number of sources that were read, and the number of entries in them. */
  sources: z.number(),
  entries: z.number(),
  failures: z.array(z.object({ source: z.string(), name: z.string(), reason: z.string() })),
  /** Sentences about gaps in feeds and about the parts of the editor's response that were not used. */
  remarks: z.array(z.string()),
}

const report = z.object({
  ...collected,
  date: z.string(),
  run: z.string(),
  dryRun: z.boolean(),
  /** False if the run covered only some categories. */
  whole: z.boolean(),
  started: z.string(),
  ended: z.string(),
  outcomes: z.array(outcome),
  /** The usage of all runs of the edition. */
  spent: z.object({ calls: z.number(), tokens: z.number(), cost: z.number().nullable() }),
})

/** The outcome of one slot of an edition. */
export type Outcome = z.infer<typeof outcome>

/** The outcome of one run of an edition. */
export type Report = z.infer<typeof report>

/** Stores a run's report as `reports/{date}/{start}-{run}.json` in the desk. */
export async function storeReport(desk: Bucket, report: Report): Promise<void> {
  await putJson(desk, `reports/${report.date}/${report.started.replace(/\D/g, '')}-${report.run}.json`, report)
}

/** Reads the newest report of the newest edition up to the day `until`. Resolves to null if there is none. */
export async function newestReport(desk: Bucket, until = '9999'): Promise<Report | null> {
  const keys = await Array.fromAsync(desk.keys('reports/'))
  const newest = keys.findLast((key) => key.slice('reports/'.length).slice(0, until.length) <= until)
  return newest === undefined ? null : await readJson(desk, newest, report)
}

/** Resolves to true if a run completed the day's edition. */
export async function isEditionComplete(desk: Bucket, date: string): Promise<boolean> {
  for await (const key of desk.keys(`reports/${date}/`)) {
    try {
      const found = await readJson(desk, key, report)
      if (found !== null && !isIncomplete(found)) return true
    } catch (error) {
      // A damaged report must not prevent the day's edition.
      if (!(error instanceof Corrupt)) throw error
    }
  }
  return false
}

/** Returns the command's exit status: 0 if every slot is filled, 3 if some are, 1 if none is. */
export function exitStatus({ outcomes }: Report): 0 | 1 | 3 {
  const filled = outcomes.filter(({ state }) => SLOT_STATES[state].isFilled).length
  return filled === outcomes.length && filled > 0 ? 0 : filled > 0 ? 3 : 1
}

/**
 * Returns true if another run could fill more slots, because this run skipped some slots, a slot failed for a temporary
 * reason, or another newsroom has claimed it.
 */
export function isIncomplete({ outcomes, whole }: Report): boolean {
  if (!whole || outcomes.length === 0) return true
  return outcomes.some(({ state }) => SLOT_STATES[state].mayRetry)
}

// Counts the rejected drafts for each finding code, most common code first.
function rejectionsByCode({ outcomes }: Report): [code: string, count: number][] {
  const codes = outcomes.flatMap(({ rejections }) => rejections.flatMap(({ codes }) => [...new Set(codes)]))
  return Object.entries(Object.groupBy(codes, (code) => code))
    .map(([code, all = []]): [string, number] => [code, all.length])
    .toSorted(([, one], [, other]) => other - one)
}

/** Counts an edition's planted and detected errors by kind. */
export function plantedByKind({ outcomes }: Report): KindCount[] {
  const groups = Map.groupBy(
    outcomes.flatMap(({ judged }) => judged?.kinds ?? []),
    ({ kind }) => kind,
  )
  return [...groups].map(([kind, counts]) => ({ kind, ...totalOf(counts) }))
}

function totalOf(counts: KindCount[]): { planted: number; found: number } {
  return {
    planted: counts.reduce((sum, { planted }) => sum + planted, 0),
    found: counts.reduce((sum, { found }) => sum + found, 0),
  }
}

/** Returns the fraction of drafts that were rejected, or null if no draft was written. */
export function rejectedRatio({ outcomes }: Report): number | null {
  const rejected = outcomes.reduce((sum, { rejections }) => sum + rejections.length, 0)
  const accepted = outcomes.filter(({ state }) => ['published', 'held', 'ready'].includes(state)).length
  return rejected + accepted === 0 ? null : rejected / (rejected + accepted)
}

/** Formats a report for people, as lines of text. Escapes characters in titles that would control a terminal. */
export function reportLines(report: Report): string[] {
  const { date, outcomes, sources, entries, failures, spent, started, ended, dryRun } = report
  const filled = outcomes.filter(({ state }) => SLOT_STATES[state].isFilled).length
  const seconds = Math.round((Date.parse(ended) - Date.parse(started)) / 1000)
  const cost =
    spent.cost === null ? 'cost unknown (no price in editorial/prices.json)' : `cost ${spent.cost.toFixed(4)} USD`
  const codes = rejectionsByCode(report).map(([code, count]) => `${code} ${count}`)
  const kinds = plantedByKind(report).map(({ kind, planted, found }) => `${kind} ${found} of ${planted}`)
  return [
    `Edition of ${date}${dryRun ? ' (dry run, nothing is published)' : ''}: ${filled} of ${outcomes.length} slots filled in ${seconds} s. All runs of this edition: ${spent.calls} model requests, ${spent.tokens} tokens, ${cost}.`,
    ...outcomes.flatMap(outcomeLines),
    sources > 0 && `  Entries: ${entries}, from ${sources - failures.length} of ${sources} sources.`,
    ...report.remarks.map((remark) => `  ${remark}`),
    ...failures.map(({ name, reason }) => `  ${name}: ${reason}`),
    kinds.length > 0 && `  Planted errors found: ${kinds.join(', ')}.`,
    codes.length > 0 && `  Drafts rejected for: ${codes.join(', ')}.`,
    outcomes.some(({ state }) => state === 'failed') && '  Incomplete: another run retries the failed slots.',
  ]
    .filter((line) => line !== false)
    .map(printable)
}

function outcomeLines({ slot, state, note, post, told, judged, notes }: Outcome): string[] {
  const { planted, found } = totalOf(judged?.kinds ?? [])
  return [
    `  ${slot}: ${SLOT_STATES[state].words}${post ? ` “${post.title}”` : ''}${note ? ` (${note})` : ''}`,
    told !== null && `    ${chosenBecause(told)}`,
    judged !== null &&
      `    The judge found ${found} of ${planted} planted errors. Sentences that were cut: ${judged.cut}.`,
    ...notes.map((line) => `    ${line}`),
  ].filter((line) => line !== false)
}

function chosenBecause({ titles, by, why, worth }: NonNullable<Outcome['told']>): string {
  const reason =
    by === 'code' ? 'chosen by code' : `chosen by the editor${worth === null ? '' : `, worth ${worth} of 5`}`
  const joined = titles.length === 1 ? 'From one entry' : `From ${titles.length} entries about one event`
  return `${joined}: ${titles.map((title) => `“${title}”`).join(', ')} (${reason}${why === '' ? '' : `: ${why.replace(/\.$/, '')}`}).`
}
