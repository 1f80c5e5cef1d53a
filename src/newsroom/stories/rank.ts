import { allocate } from '#newsroom/stories/allocate.ts'
import { scoreStory } from '#newsroom/stories/score.ts'
import { findPublished, type Published } from '#newsroom/stories/dedupe.ts'
import type { Story } from '#newsroom/stories/story.ts'

/** A story that may be written about in a category: the higher its score, the better, for `reasons` in plain phrases. */
export type Candidate = { category: string; story: Story; score: number; reasons: string[] }

// An article of 600 words cannot be written from fewer characters than these.
const LEAST_TEXT = 600

// What the candidates of a publisher are worth, after each other one of the same day.
const ANOTHER = 0.85

/**
 * Chooses what to write about: for every category at most `posts` × `perPost` stories, the best first, each story in one
 * category only. What was published before is never chosen again. The order of the stories does not matter.
 */
export function rankStories(options: {
  stories: Story[]
  categories: { id: string; posts: number }[]
  published: Published[]
  now: Date
  perPost?: number
}): Candidate[] {
  const { stories, categories, published, now, perPost = 4 } = options
  const written = findPublished(stories, published, now)
  const graded = stories
    .filter((story) => isWritable(story) && !written.has(story))
    .map((story) => scoreStory(story, published, now))
    .toSorted((a, b) => b.score - a.score || (a.story.id < b.story.id ? -1 : 1))
  const wanted = categories.map(({ id, posts }) => ({ id, limit: Math.max(0, Math.floor(posts * perPost)) }))
  const homes = allocate(graded, wanted)

  // One by one, the best of all categories, so that the publishers chosen are made to vary over the whole day.
  const chosen: Candidate[] = []
  const seen = new Map<string, number>()
  for (;;) {
    const open = wanted.filter(({ id, limit }) => chosen.filter(({ category }) => category === id).length < limit)
    const offers = open.flatMap(({ id }) =>
      (homes.get(id) ?? []).map((grade) => ({
        ...grade,
        category: id,
        score: grade.score * novelty(grade.publishers, seen),
      })),
    )
    const best = offers.toSorted((a, b) => b.score - a.score || (a.story.id < b.story.id ? -1 : 1))[0]
    if (best === undefined) break
    const { category, story, score, reasons, publishers } = best
    chosen.push({ category, story, score, reasons })
    homes.set(category, homes.get(category)?.filter((grade) => grade.story !== story) ?? [])
    for (const name of publishers) seen.set(name, (seen.get(name) ?? 0) + 1)
  }
  return categories.flatMap(({ id }) => chosen.filter(({ category }) => category === id))
}

// A text that is known in part only may be fetched when its turn comes.
function isWritable({ entries }: Story): boolean {
  return (
    entries.some(({ complete }) => !complete) || entries.reduce((sum, { text }) => sum + text.length, 0) >= LEAST_TEXT
  )
}

function novelty(publishers: string[], seen: Map<string, number>): number {
  return ANOTHER ** Math.min(...publishers.map((name) => seen.get(name) ?? 0))
}
