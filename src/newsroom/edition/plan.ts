import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import { createJson, readJson } from '#newsroom/store/json-store.ts'
import { editedStory } from '#newsroom/stories/editor/edited-story.ts'

const plan = z.object({
  created: z.string(),
  candidates: z.array(editedStory),
  /** What became of the editor's answer, in sentences. */
  remarks: z.array(z.string()).default([]),
  failures: z.array(z.object({ source: z.string(), name: z.string(), reason: z.string() })),
  /** How many sources were asked; plans of before do not say. */
  sources: z.number().optional(),
  entries: z.number(),
})

/** What an edition may write about, best first within each category, and what its sources gave. */
export type Plan = z.infer<typeof plan>

/**
 * The plan of an edition for these categories. Whoever makes it first, makes it for every newsroom: it is created once
 * and never changed, so that no two ever write about one story. Categories that found nothing to write about may be
 * planned again later; what is added has a number of its own (`editions/{date}/plan-{n}.json`) and knows all before it.
 */
export async function planEdition(options: {
  desk: Bucket
  date: string
  categories: string[]
  /** Makes the plan of the categories that have none; `taken` are the addresses of entries that are spoken for. */
  make: (categories: string[], taken: Set<string>) => Promise<Plan>
  /** With false, what is made is not stored. */
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
    // A plan without stories would keep a later run from finding some.
    if (!store || made.candidates.length === 0) return merged([...plans, made])
    if (await createJson(desk, planKey(date, plans.length + 1), made)) return merged([...plans, made])
  }
}

/**
 * Why a plan has nothing for a category of these sources when a later one may have; null when they had no news today. A
 * source or two that are gone for good must not keep an edition open: it takes more than half of them.
 */
export function shortageOf({ failures, candidates }: Plan, sources: { id: string }[]): string | null {
  const failed = new Set(failures.map(({ source }) => source))
  const answered = sources.filter(({ id }) => !failed.has(id)).length
  if (answered < sources.length / 2) return `${answered} of ${sources.length} sources answered`
  return candidates.length === 0 ? 'no source told of anything new' : null
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
  return new Set(plans.flatMap(({ candidates }) => candidates.flatMap((c) => c.story.entries.map(({ url }) => url))))
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
