import { hostname } from 'node:os'
import { choose } from '#newsroom/choose.ts'
import { cluster } from '#newsroom/cluster.ts'
import { collect } from '#newsroom/collect.ts'
import { claimant } from '#newsroom/edition/claim.ts'
import type { Edition, Newsroom } from '#newsroom/edition/edition.ts'
import { openNotebook } from '#newsroom/edition/notebook.ts'
import { planOf, type Plan } from '#newsroom/edition/plan.ts'
import { BudgetSpent, openLedger } from '#newsroom/edition/spend.ts'
import type { Slot } from '#newsroom/fill-slot.ts'
import { publishedLately } from '#newsroom/published.ts'
import { storeReport, type Outcome, type Report } from '#newsroom/report.ts'
import { NoWriter } from '#newsroom/write-story.ts'

const HOUR = 3600 * 1000

// How old news may be.
const WINDOW = 72 * HOUR

/** Which edition to make: its day, and how much of it. `limit` is the number of posts after which the run stops. */
export type Order = {
  date: string
  categories?: string[]
  limit?: number
  dryRun?: boolean
}

/**
 * Makes the edition of a day, or what is missing of it: collects, plans, fills every slot, reports. It may be killed
 * anywhere and started again, and any number of newsrooms may make one edition together. Rejects only when the storage
 * fails; whatever else goes wrong costs its source, its story or its slot, and stands in the report.
 */
export async function makeEdition(newsroom: Newsroom, order: Order): Promise<Report> {
  const { desk, archive, now, progress } = newsroom
  const started = now()
  const edition = await openEdition(newsroom, order)
  const categories = newsroom.categories.filter(
    ({ id, posts }) => posts > 0 && (order.categories === undefined || order.categories.includes(id)),
  )
  progress.step('Planning', `the edition of ${order.date}`)
  const plan = await planOf({
    ...{ desk, date: order.date, categories: categories.map(({ id }) => id), store: !edition.dryRun },
    make: (missing, taken) => makePlan(edition, missing, taken),
  })

  progress.step('Writing', newsroom.writers.map(({ name }) => name).join(', then '))
  const slots = slotsOf(plan, categories)
  for (const { name } of slots) progress.slot({ slot: name, state: 'waiting' })
  const outcomes = await fillSlots(edition, slots, order)
  const published = outcomes.flatMap(({ state, post }) => (state === 'published' && post !== null ? [post] : []))
  if (published.length > 0) await newsroom.announce?.(published)

  const report: Report = {
    ...{ date: order.date, run: edition.claimant.run, dryRun: edition.dryRun, outcomes },
    whole: order.categories === undefined,
    ...{ started: started.toISOString(), ended: now().toISOString() },
    ...{ sources: newsroom.sources.length, entries: plan.entries, failures: plan.failures },
    spent: await edition.ledger.spent(),
  }
  await archive.refresh()
  if (!edition.dryRun) await storeReport(desk, report)
  return report
}

async function openEdition(newsroom: Newsroom, { date, dryRun = false }: Order): Promise<Edition> {
  const { bucket, desk, archive, budget, prices, now, progress } = newsroom
  // An edition of an earlier day knows nothing of later ones; a day has ended everywhere 36 hours after it began in UTC.
  const end = new Date(Date.parse(`${date}T00:00:00Z`) + 36 * HOUR)
  const postDate = () => (now() < end ? now() : end)
  await archive.refresh()
  return {
    ...{ newsroom, date, dryRun, postDate, written: [] },
    claimant: claimant(hostname()),
    notebook: openNotebook({ desk, date }),
    ledger: openLedger({ desk, date, budget, prices, now, onSpent: (spent) => progress.spent(spent) }),
    lately: await publishedLately({ archive, bucket, desk, until: postDate() }),
  }
}

async function makePlan(edition: Edition, categories: string[], taken: Set<string>): Promise<Plan> {
  const { newsroom, lately } = edition
  const { web, reader, desk, progress } = newsroom
  const until = edition.postDate()
  const sources = newsroom.sources.filter((source) => source.categories.some((id) => categories.includes(id)))
  progress.step('Collecting', `${sources.length} sources`)
  let failed = 0
  const { entries, failures } = await collect({
    ...{ sources, web, reader, desk, now: () => until, since: new Date(until.getTime() - WINDOW) },
    report: ({ done, of, failure }) => progress.collecting(done, of, (failed += failure === null ? 0 : 1)),
  })
  await reader.rest()
  progress.step('Choosing', `from ${entries.length} entries`)
  const stories = cluster(entries.filter(({ url }) => !taken.has(url)))
  const wanted = newsroom.categories.filter(({ id }) => categories.includes(id))
  const candidates = choose({ stories, categories: wanted, published: lately, now: until })
  return { created: newsroom.now().toISOString(), candidates, failures, entries: entries.length }
}

// The stories of a category are dealt out to its slots, so that two newsrooms may fill two slots at the same time.
function slotsOf(plan: Plan, categories: Newsroom['categories']): Slot[] {
  return categories.flatMap(({ id, posts }) => {
    const own = plan.candidates.filter(({ category }) => category === id)
    return Array.from({ length: posts }, (_, slot) => ({
      ...{ name: `${id}-${slot + 1}`, category: id },
      candidates: own.filter((_, index) => index % posts === slot),
    }))
  })
}

async function fillSlots(edition: Edition, slots: Slot[], { limit }: Order): Promise<Outcome[]> {
  const { now, progress } = edition.newsroom
  // Loaded when collecting has let go of its memory: both together would be the edition's peak.
  const { fillSlot } = await import('#newsroom/fill-slot.ts')
  const outcomes: Outcome[] = []
  // Why the slots that are left cannot be filled either.
  let obstacle: Pick<Outcome, 'state' | 'note'> | null = null
  for (const slot of slots) {
    const began = now()
    const filled = outcomes.filter(({ state }) => ['published', 'held', 'ready'].includes(state)).length
    if (limit !== undefined && filled >= limit) obstacle ??= { state: 'skipped', note: '' }
    const outcome = obstacle === null ? await fill(slot) : unfilled(slot, obstacle)
    outcomes.push({ ...outcome, seconds: (now().getTime() - began.getTime()) / 1000 })
    progress.slot({ slot: slot.name, state: SHOWN[outcome.state], note: outcome.post?.title ?? outcome.note })
  }
  return outcomes

  async function fill(slot: Slot): Promise<Omit<Outcome, 'seconds'>> {
    try {
      return await fillSlot(edition, slot)
    } catch (error) {
      if (error instanceof NoWriter) obstacle = { state: 'failed', note: error.message }
      else if (error instanceof BudgetSpent) obstacle = { state: 'budget', note: error.message }
      else throw error
      return unfilled(slot, obstacle)
    }
  }
}

function unfilled(slot: Slot, { state, note }: Pick<Outcome, 'state' | 'note'>): Omit<Outcome, 'seconds'> {
  return { slot: slot.name, category: slot.category, state, note, post: null, writer: null, rejections: [] }
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
