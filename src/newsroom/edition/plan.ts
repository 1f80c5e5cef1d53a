import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import { createJson, readJson } from '#newsroom/store/json-store.ts'
import { keysOf } from '#newsroom/sources/entry.ts'
import { editedStory } from '#newsroom/stories/story.ts'

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
