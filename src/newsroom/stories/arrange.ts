import type { Entry } from '#newsroom/sources/entry.ts'
import { independentPublishers } from '#newsroom/sources/publishers.ts'
import type { EditedStory } from '#newsroom/stories/story.ts'

// A slot that finds nothing fit to publish in so many stories is left empty.
const MAX_PER_POST = 6

type Options = {
  chosen: EditedStory[]
  scored: EditedStory[]
  notNews: Set<Entry>
  categories: { id: string; posts: number }[]
  kinds: ReadonlyMap<string, string>
}

/**
 * Arranges the stories of an edition, best first within each category: the editor's by their worth, then the other stories
 * by code's score. A story that the editor called no news is used only if a category has no other.
 */
export function arrange({ chosen, scored, notNews, categories, kinds }: Options): EditedStory[] {
  const hasAny = ({ story }: EditedStory, entries: Set<Entry>) => story.entries.some((entry) => entries.has(entry))
  const used = new Set(chosen.flatMap(({ story }) => story.entries))
  const others = scored.filter((candidate) => !hasAny(candidate, used))
  const ranked = chosen.toSorted((a, b) => worthOf(b) - worthOf(a) || supportOf(b, kinds) - supportOf(a, kinds))
  const lists = categories.map(({ id, posts }) => {
    const inCategory = (list: EditedStory[]) => list.filter(({ category }) => category === id)
    const own = inCategory(others)
    const news = [...inCategory(ranked), ...own.filter((candidate) => !hasAny(candidate, notNews))]
    return { posts, stories: news.length > 0 ? news : own }
  })
  return limitPublishers(lists, kinds).flatMap((stories, index) =>
    stories.slice(0, (categories[index]?.posts ?? 0) * MAX_PER_POST),
  )
}

/**
 * Limits the announcements of vendors: one leads a category, any other only if its worth is at least one point above the
 * alternatives; otherwise it comes after them. A vendor's second announcement and a person's second post are left out.
 */
function limitPublishers(
  lists: { posts: number; stories: EditedStory[] }[],
  kinds: ReadonlyMap<string, string>,
): EditedStory[][] {
  const isOnly = (kind: string) => (candidate: EditedStory) =>
    candidate.story.entries.every(({ source }) => kinds.get(source) === kind)
  const [isAnnouncement, isPersonal] = [isOnly('vendor'), isOnly('personal')]
  const leading = lists.flatMap(({ stories, posts }) => stories.slice(0, posts)).filter(isAnnouncement)
  const [first] = leading.toSorted((a, b) => worthOf(b) - worthOf(a) || b.score - a.score)
  const seen = new Set(first?.story.entries.map(({ publisher }) => publisher))
  return lists.map(({ stories }) => {
    const alternative = Math.max(0, ...stories.filter((story) => !isAnnouncement(story)).map(worthOf))
    const mayLead = (story: EditedStory) =>
      story === first || !isAnnouncement(story) || worthOf(story) >= alternative + 1
    return [...stories.filter(mayLead), ...stories.filter((story) => !mayLead(story))].filter(isFirstOfPublisher)
  })

  function isFirstOfPublisher(candidate: EditedStory): boolean {
    if (candidate === first || !(isAnnouncement(candidate) || isPersonal(candidate))) return true
    const publishers = candidate.story.entries.map(({ publisher }) => publisher)
    if (publishers.some((publisher) => seen.has(publisher))) return false
    for (const publisher of publishers) seen.add(publisher)
    return true
  }
}

function worthOf({ worth }: EditedStory): number {
  return worth ?? 0
}

const PRIMARY_KINDS = new Set<string | undefined>(['advisory', 'project', 'research'])

// At equal worth, a story with two independent publishers or a primary document comes first.
function supportOf({ story: { entries } }: EditedStory, kinds: ReadonlyMap<string, string>): number {
  const hasPrimary = entries.some(({ source }) => PRIMARY_KINDS.has(kinds.get(source)))
  return hasPrimary || independentPublishers(entries) > 1 ? 1 : 0
}
