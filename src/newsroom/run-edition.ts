import { readPost } from '#archive/post-store.ts'
import { Corrupt } from '#bucket/bucket.ts'
import { NoWriter, type Drafting } from '#newsroom/drafting/write-story.ts'
import type { Publishing, SlotContext } from '#newsroom/edition/fill-slot.ts'
import { claimant } from '#newsroom/edition/lease.ts'
import {
  chooseStories,
  NO_PLAN,
  planEdition,
  slotsOf,
  type Plan,
  type Slot,
  unfilled,
  worthOf,
} from '#newsroom/edition/plan.ts'
import type { Progress } from '#newsroom/edition/progress.ts'
import { SLOT_STATES, storeReport, type Outcome, type Report } from '#newsroom/edition/report.ts'
import { BudgetExceeded, openLedger, type Budget, type Ledger, type Prices } from '#newsroom/llm/llm-ledger.ts'
import { readPendingPosts, type Storage } from '#newsroom/publishing/pending-post.ts'
import { collect } from '#newsroom/sources/collect.ts'
import { keysOf } from '#newsroom/sources/entry.ts'
import type { PageReading } from '#newsroom/sources/read-pages.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import type { RecentPost } from '#newsroom/stories/repeats.ts'
import { cluster } from '#newsroom/stories/similarity.ts'

/** The dependencies and settings for running editions. */
export type Newsroom = {
  storage: Storage
  /** The categories, each with its number of posts per edition. */
  categories: { id: string; posts: number }[]
  sources: Source[]
  reading: PageReading
  drafting: Drafting
  /**
   * Resolves to the reason why no writer can be reached, or to null if one can be reached. Sends no request to a model.
   */
  whyNoWriter: () => Promise<string | null>
  spending: { budget: Budget; prices: Prices }
  publishing: Publishing
  /** Notifies search engines and feed hubs. Never rejects. */
  announce: ((posts: { category: string; id: string }[]) => Promise<void>) | null
  /**
   * True if all processes that use the desk run on this machine, so that each can check whether another is still
   * running.
   */
  sameMachine: boolean
  progress: Progress
  now: () => Date
  /** Called for errors that do not stop the edition. */
  onError: (error: unknown) => void
}

/** Which edition to produce, and which part of it. */
export type Order = {
  /** The day of the edition, as `YYYY-MM-DD`. */
  date: string
  categories?: string[]
  /** Maximum number of posts that the run adds. It takes the best stories first. */
  limit?: number
  dryRun?: boolean
}

const HOUR_MS = 3600 * 1000

// Entries older than this are not news.
const MAX_AGE_MS = 72 * HOUR_MS

/**
 * Produces a day's edition, or its missing parts: collects entries, plans, fills the slots, announces the posts and
 * stores a report. If no writer can be reached, only publishes posts that are already written. You can kill a run at
 * any point and start it again, and several newsrooms can work on the same edition. Rejects only if the storage fails.
 * Any other error affects only its source, story or slot, and is in the report.
 */
export async function runEdition(newsroom: Newsroom, order: Order): Promise<Report> {
  const { storage, drafting, announce, progress, now, onError } = newsroom
  const { desk, archive } = storage
  const { date, dryRun = false } = order
  const started = now()
  const noWriter = await newsroom.whyNoWriter()
  if (noWriter !== null) progress(`No writer: ${noWriter}`)
  await archive.refresh()
  const postDate = () => withinDay(date, now())
  const recent = await readRecentPosts({ ...storage, until: postDate(), onError })

  const ledger = openLedger({ ...newsroom.spending, desk, date })
  const categories = newsroom.categories.filter(
    ({ id, posts }) => posts > 0 && (order.categories === undefined || order.categories.includes(id)),
  )
  if (noWriter === null) progress(`Planning: the edition of ${date}`)
  const plan = await planEdition({
    desk,
    date,
    categories: categories.map(({ id }) => id),
    store: !dryRun,
    make: async (missing, taken) =>
      noWriter === null
        ? await makePlan(newsroom, { date, ledger, missing, taken, recent, until: postDate() })
        : NO_PLAN,
  })

  if (noWriter === null) progress(`Writing: ${drafting.writers.map(({ name }) => name).join(', then ')}`)
  const lease = { claimant: claimant(newsroom.sameMachine), now }
  const context: SlotContext = { ...newsroom, date, dryRun, postDate, lease, drafting: { ...drafting, ledger }, recent }
  const slots = slotsOf(plan, { categories, sources: newsroom.sources })
  const outcomes = await fillSlots(context, { slots, limit: order.limit, noWriter })
  const published = outcomes.flatMap(({ state, post }) => (state === 'published' && post !== null ? [post] : []))
  if (published.length > 0) await announce?.(published)

  const { candidates: _, ...collected } = plan
  const report: Report = {
    ...collected,
    date,
    run: lease.claimant.run,
    dryRun,
    outcomes,
    whole: order.categories === undefined,
    started: started.toISOString(),
    ended: now().toISOString(),
    spent: await ledger.usage(),
  }
  await archive.refresh()
  if (!dryRun) await storeReport(desk, report)
  return report
}

// An edition for an earlier day must not use later entries. 36 hours after a day begins in UTC, it has ended in every
// time zone.
function withinDay(date: string, now: Date): Date {
  return new Date(Math.min(now.getTime(), Date.parse(`${date}T00:00:00Z`) + 36 * HOUR_MS))
}

async function makePlan(
  newsroom: Newsroom,
  options: { date: string; ledger: Ledger; missing: string[]; taken: Set<string>; recent: RecentPost[]; until: Date },
): Promise<Plan> {
  const { storage, reading, progress } = newsroom
  const { missing, taken, until } = options
  const sources = newsroom.sources.filter((source) => source.categories.some((id) => missing.includes(id)))
  progress(`Collecting: sources: ${sources.length}`)
  const since = new Date(until.getTime() - MAX_AGE_MS)
  const collected = await collect({ ...reading, sources, desk: storage.desk, now: () => until, since })
  await reading.reader.rest()
  const { entries, failures, remarks: gaps } = collected
  const responded = sources.length - failures.length
  progress(`Choosing: entries: ${entries.length}, from ${responded} of ${sources.length} sources`)
  const stories = cluster(entries.filter((entry) => !keysOf(entry).some((key) => taken.has(key))))
  const categories = newsroom.categories.filter(({ id }) => missing.includes(id))
  const { stories: candidates, remarks } = await chooseStories({ ...newsroom, ...options, stories, categories })
  const counts = { sources: sources.length, entries: entries.length }
  return { candidates, remarks: [...gaps, ...remarks], failures, ...counts }
}

async function fillSlots(
  context: SlotContext,
  options: { slots: Slot[]; limit: number | undefined; noWriter: string | null },
): Promise<Outcome[]> {
  const { slots, limit = Infinity, noWriter } = options
  const { progress } = context
  // Load this module only after collecting has freed its memory, because both together would set the peak memory use of
  // an edition.
  const { fillSlot } = await import('#newsroom/edition/fill-slot.ts')
  // The reason why no more posts can be written, or null.
  let stopReason: Error | null = noWriter === null ? null : new NoWriter(noWriter)
  const best = slots.toSorted((one, other) => worthOf(other) - worthOf(one))
  // Fill the best slot last, because the newest post leads the home page. If a slot of a limited run stays empty, fill
  // the next best one instead.
  const [queue, reserve] = [best.slice(0, limit).toReversed(), best.slice(limit)]
  const outcomes = new Map(slots.map((slot) => [slot.name, unfilled(slot, 'skipped')]))
  for (let slot = queue.shift(); slot !== undefined; slot = queue.shift()) {
    const outcome = await fill(slot)
    const { state, post, note } = outcome
    outcomes.set(slot.name, outcome)
    progress(`${slot.name}: ${SLOT_STATES[state].words}: ${post?.title ?? note}`)
    if (!['published', 'held', 'ready'].includes(state)) queue.unshift(...reserve.splice(0, 1))
  }
  return [...outcomes.values()]

  async function fill(slot: Slot): Promise<Outcome> {
    try {
      return await fillSlot(context, slot, stopReason)
    } catch (error) {
      if (error instanceof NoWriter || error instanceof BudgetExceeded) stopReason = error
      else if (!(error instanceof Corrupt)) throw error
      return unfilled(slot, error instanceof BudgetExceeded ? 'budget' : 'failed', error.message)
    }
  }
}

const RECENT_MS = 30 * 24 * 3600 * 1000

/**
 * Reads the posts of the 30 days before `until`, newest first, with the ids and URLs of their stories. Includes held
 * posts and posts that a review rejected, because they must not be written again.
 */
async function readRecentPosts(
  options: Storage & { until: Date; onError: (error: unknown) => void },
): Promise<RecentPost[]> {
  const { archive, bucket, desk, until, onError } = options
  const since = new Date(until.getTime() - RECENT_MS)
  const slots = await readPendingPosts(desk, since.toISOString().slice(0, 'YYYY-MM-DD'.length), { onError })
  const stories = new Map(slots.map(({ pending }) => [`${pending.post.category}/${pending.post.id}`, pending]))
  const recent: RecentPost[] = []
  for (const { category, id, title, excerpt, date } of archive.all()) {
    if (Date.parse(date) < since.getTime()) continue
    const post = await readPost({ bucket, archive, category, id })
    const cited = post?.provenance?.sources.map(({ url }) => url) ?? []
    const pending = stories.get(`${category}/${id}`)
    recent.push({ category, id, title, excerpt, date, sources: [...cited, ...(pending?.addresses ?? [])] })
  }
  for (const { post, addresses } of stories.values())
    if (archive.find(post.category, post.id) === null) recent.push({ ...post, sources: addresses })
  return recent.toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date))
}
