import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import type { Drafting } from '#newsroom/drafting/write-story.ts'
import { collected, type Outcome } from '#newsroom/edition/report.ts'
import { BudgetExceeded, type Ledger } from '#newsroom/llm/llm-ledger.ts'
import { ModelFailed } from '#newsroom/llm/model-settings.ts'
import { keysOf } from '#newsroom/sources/entry.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import { createJson, readJson } from '#newsroom/store/json-store.ts'
import { editStories } from '#newsroom/stories/editor.ts'
import type { RecentPost } from '#newsroom/stories/repeats.ts'
import { editedStory, type EditedStory, type Story } from '#newsroom/stories/story.ts'

const plan = z.object({ candidates: z.array(editedStory), ...collected })

/**
 * The stories that an edition may write about, best first within each category, and the results of reading the sources.
 */
export type Plan = z.infer<typeof plan>

/** A plan without stories. */
export const NO_PLAN: Plan = { candidates: [], remarks: [], failures: [], sources: 0, entries: 0 }

/**
 * Reads an edition's plan for these categories, or creates it. The first newsroom creates the plan for all others. It
 * is never changed, so that two newsrooms do not write about the same story. For categories without a story, a later
 * run can add another plan under the next number (`editions/{date}/plan-{n}.json`). It excludes the stories of earlier
 * plans.
 */
export async function planEdition(options: {
  desk: Bucket
  date: string
  categories: string[]
  /** Plans the categories that lack stories. `taken` contains the ids and URLs of all entries in earlier plans. */
  make: (categories: string[], taken: Set<string>) => Promise<Plan>
  /** If false, a new plan is not stored. */
  store: boolean
}): Promise<Plan> {
  const { desk, date, categories, make, store } = options
  for (;;) {
    const plans = await readPlans(desk, date)
    const merged = mergePlans(plans)
    const missing = categories.filter((id) => !merged.candidates.some(({ category }) => category === id))
    if (missing.length === 0) return merged
    const taken = new Set(merged.candidates.flatMap(({ story }) => story.entries.flatMap(keysOf)))
    const made = await make(missing, taken)
    // Do not store a plan without stories, because a later run may find some.
    if (!store || made.candidates.length === 0) return mergePlans([...plans, made])
    const key = `editions/${date}/plan-${String(plans.length + 1).padStart(4, '0')}.json`
    if (await createJson(desk, key, made)) return mergePlans([...plans, made])
  }
}

/**
 * Returns why a plan has no story for a category, or null if its sources simply had no news. If there is a reason, a
 * later plan may still find a story. A few dead sources must not keep an edition incomplete forever, so failures count
 * only if most sources fail.
 */
export function shortageOf({ failures, candidates }: Plan, sources: { id: string }[]): string | null {
  const failed = new Set(failures.map(({ source }) => source))
  const responded = sources.filter(({ id }) => !failed.has(id)).length
  if (responded < sources.length / 2) return `${responded} of ${sources.length} sources responded`
  return candidates.length === 0 ? 'no source had anything new' : null
}

async function readPlans(desk: Bucket, date: string): Promise<Plan[]> {
  const keys = await Array.fromAsync(desk.keys(`editions/${date}/plan-`))
  const plans = await Promise.all(keys.map((key) => readJson(desk, key, plan)))
  return plans.filter((plan) => plan !== null)
}

function mergePlans(plans: Plan[]): Plan {
  return {
    ...(plans.at(-1) ?? NO_PLAN),
    candidates: plans.flatMap(({ candidates }) => candidates),
    remarks: plans.flatMap(({ remarks }) => remarks),
  }
}

const HOUR_MS = 3600 * 1000

/** Chooses an edition's stories. Tries each writer in turn as the editor. If all of them fail, code chooses. */
export async function chooseStories(options: {
  drafting: Drafting
  sources: Source[]
  date: string
  ledger: Ledger
  stories: Story[]
  categories: { id: string; posts: number }[]
  recent: RecentPost[]
  until: Date
}): Promise<Awaited<ReturnType<typeof editStories>>> {
  const { drafting, sources, date, ledger, stories, categories, recent, until } = options
  const day = {
    stories,
    categories,
    published: recent,
    kinds: new Map(sources.map(({ id, kind }) => [id, kind])),
    // Rounded to the hour so that a restarted run sends the same request and does not pay for it twice.
    now: new Date(Math.floor(until.getTime() / HOUR_MS) * HOUR_MS),
    prompt: drafting.prompts.edit,
    seed: `${date}/editor`,
  }
  const failures: string[] = []
  for (const writer of drafting.writers) {
    try {
      return await editStories({ ...day, ask: (request) => ledger.ask(writer, request) })
    } catch (error) {
      if (!(error instanceof ModelFailed) && !(error instanceof BudgetExceeded)) throw error
      failures.push(error.message)
    }
  }
  const chosen = await editStories({ ...day, ask: null })
  return { ...chosen, remarks: [`No model could act as the editor (${failures.join(' ')}). Code chose the stories.`] }
}

/** A slot with the stories that may fill it. */
export type Slot = {
  /** The slot's category and number, such as `cybersecurity-1`. */
  name: string
  category: string
  candidates: EditedStory[]
  /** The reason why the slot has no candidates, or null if a later run could not find any either. */
  shortage: string | null
}

/**
 * Returns the slots of an edition, ordered by category. Each story is in only one slot, so that two newsrooms can fill
 * two slots of a category at the same time.
 */
export function slotsOf(
  plan: Plan,
  options: { categories: { id: string; posts: number }[]; sources: { id: string; categories: string[] }[] },
): Slot[] {
  const { categories, sources } = options
  return categories.flatMap(({ id, posts }) => {
    const own = plan.candidates.filter(({ category }) => category === id)
    const sourcesOfCategory = sources.filter((source) => source.categories.includes(id))
    const shortage = own.length > 0 ? null : shortageOf(plan, sourcesOfCategory)
    return Array.from({ length: posts }, (_, slot) => ({
      name: `${id}-${slot + 1}`,
      category: id,
      candidates: own.filter((_, index) => index % posts === slot),
      shortage,
    }))
  })
}

/**
 * Returns a number that ranks slots by their first candidate: first by the editor's rating, then by the computed score.
 */
export function worthOf({ candidates: [first] }: Slot): number {
  return first === undefined ? 0 : 1_000 * (first.worth ?? 0) + first.score
}

/** Creates the outcome of a slot that was not filled. */
export function unfilled(
  { name, category }: Pick<Slot, 'name' | 'category'>,
  state: Outcome['state'],
  note = '',
): Outcome {
  const nothing = { post: null, rejections: [], told: null, judged: null, questions: [], notes: [] }
  return { slot: name, category, state, note, ...nothing }
}
