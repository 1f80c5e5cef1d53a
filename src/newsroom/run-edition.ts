import { hostname } from 'node:os'
import { Corrupt } from '#bucket/bucket.ts'
import type { Drafting } from '#newsroom/drafting/write-story.ts'
import { BudgetExceeded, openLedger, type Budget, type Ledger } from '#newsroom/llm/llm-ledger.ts'
import { ModelFailed } from '#newsroom/llm/model-failed.ts'
import type { Prices } from '#newsroom/llm/prices.ts'
import { NoWriter } from '#newsroom/drafting/write-story.ts'
import type { Publishing, Slot, SlotContext, SlotOutcome, Storage } from '#newsroom/edition/fill-slot.ts'
import { claimant } from '#newsroom/edition/lease.ts'
import { planEdition, shortageOf, type Plan } from '#newsroom/edition/plan.ts'
import type { Progress } from '#newsroom/edition/progress.ts'
import { storeReport, type Outcome, type Report } from '#newsroom/edition/report.ts'
import { openStepCache } from '#newsroom/store/step-cache.ts'
import { collect } from '#newsroom/sources/collect.ts'
import type { PageReading } from '#newsroom/sources/read-pages.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import { cluster } from '#newsroom/stories/cluster.ts'
import { editStories } from '#newsroom/stories/editor.ts'
import type { Story } from '#newsroom/stories/story.ts'
import { readRecentPosts, type RecentPost } from '#newsroom/stories/recent-posts.ts'

/** A category and how many posts an edition gives it. */
export type CategoryShare = { id: string; posts: number }

/** What editions are made with; each stage is given its own part of it. */
export type Newsroom = {
  storage: Storage
  categories: CategoryShare[]
  sources: Source[]
  reading: PageReading
  drafting: Drafting
  /** Why no writer can be reached, found out without asking one for anything; null when one can. */
  whyNoWriter: () => Promise<string | null>
  spending: { budget: Budget; prices: Prices }
  publishing: Publishing
  /** Tells the world of new posts; a failure is no error. */
  announce: ((posts: { category: string; id: string }[]) => Promise<void>) | null
  /** Whether everybody who uses the desk is on this machine, so that a process can be asked whether it lives. */
  sameMachine: boolean
  progress: Progress
  now: () => Date
  /** Told of what keeps nothing from going on. */
  onError: (error: unknown) => void
}

/** Which edition to make: its day, and how much of it. `limit` is how many posts the run adds at most, those of the best stories. */
export type Order = {
  date: string
  categories?: string[]
  limit?: number
  dryRun?: boolean
}

const HOUR = 3600 * 1000

// How old news may be.
const WINDOW = 72 * HOUR

/**
 * Makes the edition of a day, or what is missing of it: collects, plans, fills every slot, that of the best story last,
 * announces, reports. Without a writer nothing is collected, and only what was written before is published. You can kill it
 * at any point and start it again, and any number of newsrooms may make one edition together. Rejects only when the storage
 * fails; whatever else goes wrong costs its source, its story or its slot, and stands in the report.
 */
export async function runEdition(newsroom: Newsroom, order: Order): Promise<Report> {
  const { storage, sources, drafting, spending, announce, progress, now, onError } = newsroom
  const { desk, archive } = storage
  const { date, dryRun = false } = order
  const started = now()
  const noWriter = await newsroom.whyNoWriter()
  if (noWriter !== null) progress.step('No writer', noWriter)
  await archive.refresh()
  const postDate = () => withinDay(date, now())
  const recent = await readRecentPosts({ ...storage, until: postDate(), onError })

  const ledger = openLedger({ ...spending, desk, date, now, onUsage: (usage) => progress.usage(usage) })
  const categories = newsroom.categories.filter(
    ({ id, posts }) => posts > 0 && (order.categories === undefined || order.categories.includes(id)),
  )
  if (noWriter === null) progress.step('Planning', `the edition of ${date}`)
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

  if (noWriter === null) progress.step('Writing', drafting.writers.map(({ name }) => name).join(', then '))
  const lease = { claimant: claimant(hostname()), sameMachine: newsroom.sameMachine, now }
  const context: EditionContext = {
    date,
    dryRun,
    postDate,
    storage,
    lease,
    reading: { ...newsroom.reading, cache: openStepCache({ desk, date }) },
    drafting: { ...drafting, ledger },
    publishing: newsroom.publishing,
    recent,
    progress,
    onError,
  }
  const outcomes = await fillSlots(context, {
    slots: slotsOf(plan, { categories, sources }),
    limit: order.limit,
    noWriter,
    now,
  })
  const published = outcomes.flatMap(({ state, post }) => (state === 'published' && post !== null ? [post] : []))
  if (published.length > 0) await announce?.(published)

  const report: Report = {
    date,
    run: lease.claimant.run,
    dryRun,
    outcomes,
    whole: order.categories === undefined,
    started: started.toISOString(),
    ended: now().toISOString(),
    sources: plan.sources ?? sources.length,
    entries: plan.entries,
    failures: plan.failures,
    remarks: plan.remarks,
    spent: await ledger.usage(),
  }
  await archive.refresh()
  if (!dryRun) await storeReport(desk, report)
  return report
}

// An edition of an earlier day knows nothing of later ones; a day has ended everywhere 36 hours after it began in UTC.
function withinDay(date: string, now: Date): Date {
  return new Date(Math.min(now.getTime(), Date.parse(`${date}T00:00:00Z`) + 36 * HOUR))
}

const NO_PLAN: Plan = { created: '', candidates: [], remarks: [], failures: [], sources: 0, entries: 0 }

async function makePlan(
  newsroom: Newsroom,
  options: {
    date: string
    ledger: Ledger
    missing: string[]
    taken: Set<string>
    recent: RecentPost[]
    until: Date
  },
): Promise<Plan> {
  const { storage, reading, progress } = newsroom
  const { missing, taken, until } = options
  const sources = newsroom.sources.filter((source) => source.categories.some((id) => missing.includes(id)))
  progress.step('Collecting', `${sources.length} sources`)
  let failed = 0
  const { entries, failures } = await collect({
    sources,
    http: reading.http,
    reader: reading.reader,
    desk: storage.desk,
    now: () => until,
    since: new Date(until.getTime() - WINDOW),
    report: ({ done, of, failure }) => progress.collecting(done, of, (failed += failure === null ? 0 : 1)),
  })
  await reading.reader.rest()
  progress.step('Choosing', `from ${entries.length} entries`)
  const stories = cluster(entries.filter(({ url }) => !taken.has(url)))
  const categories = newsroom.categories.filter(({ id }) => missing.includes(id))
  const { stories: candidates, remarks } = await chooseStories(newsroom, { ...options, stories, categories })
  return {
    created: newsroom.now().toISOString(),
    candidates,
    remarks,
    failures,
    sources: sources.length,
    entries: entries.length,
  }
}

// The writers are the editors, too; without one that can choose, code does.
async function chooseStories(
  { drafting, sources }: Newsroom,
  options: {
    date: string
    ledger: Ledger
    stories: Story[]
    categories: CategoryShare[]
    recent: RecentPost[]
    until: Date
  },
): Promise<Awaited<ReturnType<typeof editStories>>> {
  const { date, ledger, stories, categories, recent, until } = options
  const day = {
    stories,
    categories,
    published: recent,
    kinds: new Map(sources.map(({ id, kind }) => [id, kind])),
    // By the hour, so that a run that was killed asks the same again, and is not charged for it.
    now: new Date(Math.floor(until.getTime() / HOUR) * HOUR),
    prompt: drafting.prompts.edit,
    seed: `${date}/editor`,
  }
  const failures: string[] = []
  for (const writer of drafting.writers) {
    try {
      return await editStories({ ...day, ask: (question) => ledger.ask(writer, { ...question, purpose: 'edit' }) })
    } catch (error) {
      if (!(error instanceof ModelFailed) && !(error instanceof BudgetExceeded)) throw error
      failures.push(error.message)
    }
  }
  const chosen = await editStories({ ...day, ask: null })
  return {
    ...chosen,
    remarks: [`No editor could be asked (${failures.join(' ')}): the stories are code’s own choice.`],
  }
}

// The stories of a category are dealt out to its slots, so that two newsrooms may fill two slots at the same time.
function slotsOf(plan: Plan, { categories, sources }: Pick<Newsroom, 'categories' | 'sources'>): Slot[] {
  return categories.flatMap(({ id, posts }) => {
    const own = plan.candidates.filter(({ category }) => category === id)
    const shortage =
      own.length > 0
        ? null
        : shortageOf(
            plan,
            sources.filter((source) => source.categories.includes(id)),
          )
    return Array.from({ length: posts }, (_, slot) => ({
      name: `${id}-${slot + 1}`,
      category: id,
      candidates: own.filter((_, index) => index % posts === slot),
      shortage,
    }))
  })
}

// What the slots share before it is known what keeps them from being written.
type EditionContext = Omit<SlotContext, 'assertMayWrite'>

async function fillSlots(
  context: EditionContext,
  options: { slots: Slot[]; limit: number | undefined; noWriter: string | null; now: () => Date },
): Promise<Outcome[]> {
  const { slots, limit = Infinity, noWriter, now } = options
  const { progress } = context
  for (const { name } of slots) progress.slot({ slot: name, state: 'waiting' })
  // Loaded when collecting has let go of its memory: both together would be the edition's peak.
  const { fillSlot } = await import('#newsroom/edition/fill-slot.ts')
  // Why the slots that are left cannot be written either.
  let obstacle: Error | null = noWriter === null ? null : new NoWriter(noWriter)
  const assertMayWrite = () => {
    if (obstacle !== null) throw obstacle
  }
  const best = slots.toSorted((one, other) => worthOf(other) - worthOf(one))
  // The best comes last, so that it leads the home page; with a limit, one that stays empty makes room for the next best.
  const [queue, reserve] = [best.slice(0, limit).toReversed(), best.slice(limit)]
  const outcomes = new Map<string, Outcome>()
  for (let slot = queue.shift(); slot !== undefined; slot = queue.shift()) {
    const began = now()
    const outcome = await fill(slot)
    end({ ...outcome, seconds: (now().getTime() - began.getTime()) / 1000 })
    if (!['published', 'held', 'ready'].includes(outcome.state)) queue.unshift(...reserve.splice(0, 1))
  }
  for (const slot of reserve) end({ ...unfilled(slot, 'skipped'), seconds: 0 })
  return slots.flatMap(({ name }) => outcomes.get(name) ?? [])

  function end(outcome: Outcome): void {
    const { slot, state, post, note } = outcome
    outcomes.set(slot, outcome)
    progress.slot({ slot, state: SHOWN[state], note: post?.title ?? note })
  }

  async function fill(slot: Slot): Promise<SlotOutcome> {
    try {
      return await fillSlot({ ...context, assertMayWrite }, slot)
    } catch (error) {
      if (error instanceof NoWriter || error instanceof BudgetExceeded) obstacle = error
      else if (!(error instanceof Corrupt)) throw error
      return unfilled(slot, error instanceof BudgetExceeded ? 'budget' : 'failed', error.message)
    }
  }
}

// The editor's word on what matters comes before code's score; the first candidate is the one most likely told.
function worthOf({ candidates: [first] }: Slot): number {
  return first === undefined ? 0 : 1_000 * (first.worth ?? 0) + first.score
}

function unfilled({ name, category }: Slot, state: Outcome['state'], note = ''): SlotOutcome {
  return {
    slot: name,
    category,
    state,
    note,
    post: null,
    writer: null,
    rejections: [],
    told: null,
    judged: null,
    questions: [],
    notes: [],
  }
}

const SHOWN = {
  published: 'published',
  already: 'published',
  held: 'held',
  ready: 'published',
  elsewhere: 'elsewhere',
  dropped: 'dropped',
  failed: 'failed',
  budget: 'failed',
  skipped: 'dropped',
} as const
