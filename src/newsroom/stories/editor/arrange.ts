import type { EditedStory } from '#newsroom/stories/editor/edited-story.ts'
import type { Entry } from '#newsroom/sources/entry.ts'

// A slot that finds nothing fit to publish in so many stories is left empty.
const MOST_PER_POST = 6

type Share = { id: string; posts: number }

/**
 * The stories of an edition, best first within each category: the editor's, then those of code that the editor passed over.
 * What the editor called no news is told only where a category has nothing else, and vendors are kept to their measure.
 */
export function arrange(options: {
  chosen: EditedStory[]
  ranked: EditedStory[]
  notNews: Set<Entry>
  categories: Share[]
  kinds: ReadonlyMap<string, string>
}): EditedStory[] {
  const { chosen, ranked, notNews, categories, kinds } = options
  const has = ({ story }: EditedStory, entries: Set<Entry>) => story.entries.some((entry) => entries.has(entry))
  const told = new Set(chosen.flatMap(({ story }) => story.entries))
  const open = ranked.filter((candidate) => !has(candidate, told))
  const arranged = categories.flatMap(({ id, posts }) => {
    const of = (list: EditedStory[]) => list.filter(({ category }) => category === id)
    const own = of(open)
    const news = [...of(chosen), ...own.filter((candidate) => !has(candidate, notNews))]
    return (news.length > 0 ? news : own).slice(0, posts * MOST_PER_POST)
  })
  return onePerVendor(arranged, categories, kinds)
}

/**
 * Keeps one vendor's own announcement among the stories that come first. The others go behind what somebody else reports
 * in their category, and a vendor's second one out: a page of announcements is no news, an empty one none either.
 */
function onePerVendor(stories: EditedStory[], categories: Share[], kinds: ReadonlyMap<string, string>): EditedStory[] {
  const isAnnouncement = ({ story }: EditedStory) => story.entries.every(({ source }) => kinds.get(source) === 'vendor')
  const lists = categories.map(({ id, posts }) => ({ own: stories.filter(({ category }) => category === id), posts }))
  const leading = lists.flatMap(({ own, posts }) => own.slice(0, posts)).filter(isAnnouncement)
  const [best] = leading.toSorted((a, b) => (b.worth ?? 0) - (a.worth ?? 0) || b.score - a.score)
  const told = new Set(best?.story.entries.map(({ publisher }) => publisher))
  return lists.flatMap(({ own }) => {
    const announcements = own.filter((story) => story !== best && isAnnouncement(story))
    const rest = own.filter((story) => !announcements.includes(story))
    return [...rest, ...announcements.filter(isFirstOfVendor)]
  })

  function isFirstOfVendor({ story }: EditedStory): boolean {
    const publishers = story.entries.map(({ publisher }) => publisher)
    if (publishers.some((publisher) => told.has(publisher))) return false
    for (const publisher of publishers) told.add(publisher)
    return true
  }
}
