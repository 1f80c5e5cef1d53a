import type { ScoredStory } from '#newsroom/stories/score.ts'
import type { Entry } from '#newsroom/sources/entry.ts'

// A category fits as well as the best when it has as much of this part of it.
const AS_WELL = 0.9

/**
 * Gives every story a home: of the categories that its entries are of, the one that most of their weight is for. Where
 * several fit as well, it goes where the least is yet, measured by what the category can take. Stories come best first.
 */
export function allocate(
  grades: ScoredStory[],
  categories: { id: string; limit: number }[],
): Map<string, ScoredStory[]> {
  const homes = new Map<string, ScoredStory[]>()
  const open = categories.filter(({ limit }) => limit > 0).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const fits = grades.map((grade) => ({ grade, fitting: fitting(grade.story.entries, open) }))
  // The undecided come last, when it is known what the others left wanting.
  for (const { grade, fitting } of [
    ...fits.filter((fit) => fit.fitting.length === 1),
    ...fits.filter((fit) => fit.fitting.length > 1),
  ]) {
    const [home] = fitting.toSorted((a, b) => fullness(a) - fullness(b))
    if (home !== undefined) homes.set(home.id, [...(homes.get(home.id) ?? []), grade])
  }
  return homes

  function fullness({ id, limit }: { id: string; limit: number }): number {
    return (homes.get(id)?.length ?? 0) / limit
  }
}

// A source of many categories says less of any one of them than a source of one.
function fitting<Category extends { id: string }>(entries: Entry[], categories: Category[]): Category[] {
  const weightFor = ({ id }: Category) =>
    entries
      .filter((entry) => entry.categories.includes(id))
      .reduce((sum, entry) => sum + entry.weight / new Set(entry.categories).size, 0)
  const best = Math.max(0, ...categories.map(weightFor))
  return best === 0 ? [] : categories.filter((category) => weightFor(category) >= AS_WELL * best)
}
