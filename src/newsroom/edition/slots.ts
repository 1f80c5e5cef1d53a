import { shortageOf, type Plan } from '#newsroom/edition/plan.ts'
import type { Outcome } from '#newsroom/edition/report.ts'
import type { EditedStory } from '#newsroom/stories/story.ts'

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
