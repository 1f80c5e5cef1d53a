import { categorySlug } from '#blog/category.ts'
import { longDate } from '#blog/date.ts'
import { IN_RIVER, LATEST, type CardPost } from '#site/queries/model.ts'

/** One category on the home page: a lead with two followers, the same mirrored, or rows in two columns. */
export type HomeSection = { category: string; posts: CardPost[]; layout: 'trio' | 'trio flip' | 'rows' }

/**
 * A day's posts of "Also new": its name, as "November 19", and of each post the time, null where its date has none, and the
 * class of those that a phone leaves out.
 */
export type RiverDay = { day: string; posts: { post: CardPost; time: string | null; beyond: string | undefined }[] }

const LAYOUTS = [
  { layout: 'trio', limit: 3 },
  { layout: 'trio flip', limit: 3 },
  { layout: 'rows', limit: 4 },
] as const

/** The titles in the row of each further category, at most. */
const ON_SHELF = 3

/**
 * What the home page shows of all posts, newest first: the parts of the specification (sections 2 and 9), a row for each
 * further category, and the newest dated posts that stand in none of these. What has no post is left out.
 */
export function homeSections(posts: readonly CardPost[], categories: readonly string[]) {
  const byCategory = Map.groupBy(posts, (post) => categorySlug(post.category))
  const newest = (category: string, limit: number) => byCategory.get(categorySlug(category))?.slice(0, limit) ?? []
  const sections = LAYOUTS.flatMap(({ layout, limit }, index): HomeSection[] => {
    const category = categories[index]
    const own = category === undefined ? [] : newest(category, limit)
    return category === undefined || own.length === 0 ? [] : [{ category, posts: own, layout }]
  })
  const shelves = categories
    .slice(LAYOUTS.length)
    .map((category) => ({ category, posts: newest(category, ON_SHELF) }))
    .filter((shelf) => shelf.posts.length > 0)
  const latest = posts.slice(0, LATEST)
  const shown = new Set([...latest, ...[...sections, ...shelves].flatMap((part) => part.posts)].map(keyOf))
  const river = posts.filter((post) => !shown.has(keyOf(post)) && longDate(post.date) !== null).slice(0, IN_RIVER)
  return { hero: posts[0], latest: latest.slice(1), trending: posts.slice(1, 5), sections, shelves, river }
}

/** The part of all posts that the home page shows, in the same order: what a server-rendered page needs to carry. */
export function shownAtHome(posts: readonly CardPost[], categories: readonly string[]): CardPost[] {
  const { hero, latest, sections, shelves, river } = homeSections(posts, categories)
  const shown = new Set([hero, ...latest, ...[...sections, ...shelves].flatMap((part) => part.posts), ...river])
  return posts.filter((post) => shown.has(post))
}

/** Dated posts, newest first, by their days in UTC; a phone shows so many of them. */
export function riverDays(posts: readonly CardPost[], onPhones: number): RiverDay[] {
  const placed = posts.map((post, index) => ({
    post,
    time: timeOfDay(post.date),
    beyond: index < onPhones ? undefined : 'beyond-phones',
  }))
  const days = Map.groupBy(placed, ({ post }) => longDate(post.date) ?? '')
  return [...days].map(([date, own]) => ({ day: date.replace(/,.*/, ''), posts: own }))
}

// A date without a time says nothing of one.
function timeOfDay(iso: string | null): string | null {
  return iso?.includes(':') ? new Date(iso).toISOString().slice(11, 16) : null
}

function keyOf({ category, id }: CardPost): string {
  return `${categorySlug(category)}/${id}`
}
