import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import type { Drafting } from '#newsroom/drafting/write-story.ts'
import type { Outcome } from '#newsroom/edition/report.ts'
import { BudgetExceeded, type Ledger } from '#newsroom/llm/llm-ledger.ts'
import { ModelFailed } from '#newsroom/llm/model-settings.ts'
import { keysOf } from '#newsroom/sources/entry.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import { createJson, readJson } from '#newsroom/store/json-store.ts'
import { editStories } from '#newsroom/stories/editor.ts'
import type { RecentPost } from '#newsroom/stories/repeats.ts'
import { editedStory, type EditedStory, type Story } from '#newsroom/stories/story.ts'

const plan = z.object({
  created: z.string(),
  candidates: z.array(editedStory),
  /** Sentences about the parts of the editor's answer that were not used. */
  remarks: z.array(z.string()).default([]),
  failures: z.array(z.object({ source: z.string(), name: z.string(), reason: z.string() })),
  /** The number of sources that were read. Older plans do not have it. */
  sources: z.number().optional(),
  entries: z.number(),
})

/** The stories that an edition may write about, best first within each category, and the results of its sources. */
export type Plan = z.infer<typeof plan>

/**
 * Reads or makes the plan of an edition for these categories. The first newsroom makes it for all: a plan is created once
 * and never changed, so that no two newsrooms write about the same story. Categories without a story may be planned again
 * later. The addition gets the next number (`editions/{date}/plan-{n}.json`) and takes no story of the plans before it.
 */
export async function planEdition(options: {
  desk: Bucket
  date: string
  categories: string[]
  /** Makes the plan of categories without a plan. `taken` are the ids and addresses of entries in the other plans. */
  make: (categories: string[], taken: Set<string>) => Promise<Plan>
  /** If false, the new plan is not stored. */
  store: boolean
}): Promise<Plan> {
  const { desk, date, categories, make, store } = options
  for (;;) {
    const plans = await readPlans(desk, date)
    const missing = categories.filter(
      (id) => !plans.some(({ candidates }) => candidates.some((c) => c.category === id)),
    )
    if (missing.length === 0) return merged(plans)
    const made = await make(missing, addressesOf(plans))
    // A stored plan without stories would prevent a later run from finding some.
    if (!store || made.candidates.length === 0) return merged([...plans, made])
    if (await createJson(desk, planKey(date, plans.length + 1), made)) return merged([...plans, made])
  }
}

/**
 * Says why a plan has no story for a category with these sources, if a later plan may have one. Null if the sources had no
 * news today. A few sources that are gone must not keep an edition open, so more than half of them must fail.
 */
export function shortageOf({ failures, candidates }: Plan, sources: { id: string }[]): string | null {
  const failed = new Set(failures.map(({ source }) => source))
  const answered = sources.filter(({ id }) => !failed.has(id)).length
  if (answered < sources.length / 2) return `${answered} of ${sources.length} sources answered`
  return candidates.length === 0 ? 'no source had anything new' : null
}

async function readPlans(desk: Bucket, date: string): Promise<Plan[]> {
  const keys = await Array.fromAsync(desk.keys(`editions/${date}/plan-`))
  const plans = await Promise.all(keys.map((key) => readJson(desk, key, plan)))
  return plans.filter((plan) => plan !== null)
}

function planKey(date: string, number: number): string {
  return `editions/${date}/plan-${String(number).padStart(4, '0')}.json`
}

function addressesOf(plans: Plan[]): Set<string> {
  return new Set(plans.flatMap(({ candidates }) => candidates.flatMap((c) => c.story.entries.flatMap(keysOf))))
}

function merged(plans: Plan[]): Plan {
  const newest = plans.at(-1)
  return {
    created: newest?.created ?? '',
    candidates: plans.flatMap(({ candidates }) => candidates),
    remarks: plans.flatMap(({ remarks }) => remarks),
    failures: newest?.failures ?? [],
    sources: newest?.sources,
    entries: newest?.entries ?? 0,
  }
}

const HOUR_MS = 3600 * 1000

/** Chooses the stories of an edition. The writers are also the editors; if none of them answers, code chooses. */
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
    // Rounded to the hour, so that a run after a kill asks the same question again and does not pay twice.
    now: new Date(Math.floor(until.getTime() / HOUR_MS) * HOUR_MS),
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
    remarks: [`No editor model answered (${failures.join(' ')}). The stories are code’s own choice.`],
  }
}

/** One place of an edition. */
export type Slot = {
  /** Its category and number, such as `cybersecurity-1`. */
  name: string
  category: string
  candidates: EditedStory[]
  /** The reason for having no candidates, if a later run may find some. */
  shortage: string | null
}

/** The outcome of a slot, without the time that it took. */
export type SlotOutcome = Omit<Outcome, 'seconds'>

/**
 * The slots of an edition, the one with the best story first. The stories of a category are distributed to its slots, so
 * that two newsrooms can fill two slots at the same time.
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

/** The worth of the first candidate of a slot, which is most likely published: the editor's verdict before code's score. */
export function worthOf({ candidates: [first] }: Slot): number {
  return first === undefined ? 0 : 1_000 * (first.worth ?? 0) + first.score
}

/** The outcome of a slot that was not filled. */
export function unfilled({ name, category }: Slot, state: Outcome['state'], note = ''): SlotOutcome {
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
