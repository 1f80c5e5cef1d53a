import { categorySlug } from '#blog/category.ts'
import { longDate, timeOfDay } from '#blog/date.ts'
import { LATEST_COUNT, MAX_ALSO_NEW, MAX_ON_SHELF, postKey, type CardPost } from '#site/queries/model.ts'

/** A category's section on the home page. A `trio` is a large card and two small ones, and `flip` mirrors it. */
export type HomeSection = { category: string; posts: CardPost[]; layout: 'trio' | 'trio flip' | 'rows' }

const LAYOUTS = [
  { layout: 'trio', limit: 3 },
  { layout: 'trio flip', limit: 3 },
  { layout: 'rows', limit: 4 },
] as const

/**
 * Splits all posts, newest first, into the parts of the home page. The first three categories have sections and the
 * others have shelves. Shelves and "Also new" do not repeat posts from the parts above them. Empty parts are left out.
 */
export function homeSections(posts: readonly CardPost[], categories: readonly string[]) {
  const byCategory = Map.groupBy(posts, (post) => categorySlug(post.category))
  const newest = (category: string, limit: number) => byCategory.get(categorySlug(category))?.slice(0, limit) ?? []
  const sections = LAYOUTS.flatMap(({ layout, limit }, index): HomeSection[] => {
    const category = categories[index]
    const own = category === undefined ? [] : newest(category, limit)
    return category === undefined || own.length === 0 ? [] : [{ category, posts: own, layout }]
  })
  const latest = posts.slice(0, LATEST_COUNT)
  const above = new Set([...latest, ...sections.flatMap((part) => part.posts)].map(postKey))
  const shelves = categories
    .slice(LAYOUTS.length)
    .map((category) => ({ category, posts: newest(category, Infinity).filter((post) => !above.has(postKey(post))) }))
    .map(({ category, posts }) => ({ category, posts: posts.slice(0, MAX_ON_SHELF) }))
    .filter((shelf) => shelf.posts.length > 0)
  for (const { posts } of shelves) for (const post of posts) above.add(postKey(post))
  const alsoNew = posts
    .filter((post) => !above.has(postKey(post)) && longDate(post.date) !== null)
    .slice(0, MAX_ALSO_NEW)
  return { hero: posts[0], latest: latest.slice(1), trending: posts.slice(1, 5), sections, shelves, alsoNew }
}

/** Returns the posts that the home page shows, in the same order. The page's data contains only these posts. */
export function shownAtHome(posts: readonly CardPost[], categories: readonly string[]): CardPost[] {
  const { hero, latest, sections, shelves, alsoNew } = homeSections(posts, categories)
  const shown = new Set([hero, ...latest, ...[...sections, ...shelves].flatMap((part) => part.posts), ...alsoNew])
  return posts.filter((post) => shown.has(post))
}

/**
 * Groups dated posts by day, for example "November 19". `time` is null if a date has no time. Phones show only the
 * first `onPhones` posts, because `className` hides the others.
 */
export function groupByDay(posts: readonly CardPost[], onPhones: number) {
  const timed = posts.map((post, index) => ({
    post,
    time: timeOfDay(post.date),
    className: index < onPhones ? undefined : 'not-on-phones',
  }))
  const days = Map.groupBy(timed, ({ post }) => longDate(post.date) ?? '')
  return [...days].map(([date, own]) => ({ day: date.replace(/,.*/, ''), posts: own }))
}
