import { categorySlug } from '#blog/category.ts'
import type { CardPost } from '#site/queries/model.ts'

/** One category on the home page: a lead with two followers, the same mirrored, or rows in two columns. */
export type HomeSection = { category: string; posts: CardPost[]; layout: 'trio' | 'trio flip' | 'rows' }

/** What the home page shows of all posts, newest first (specification, sections 2 and 9). */
export function homeSections(posts: readonly CardPost[], categories: readonly string[]) {
  const layouts: { layout: HomeSection['layout']; limit: number }[] = [
    { layout: 'trio', limit: 3 },
    { layout: 'trio flip', limit: 3 },
    { layout: 'rows', limit: 4 },
  ]
  const sections = layouts.flatMap(({ layout, limit }, index): HomeSection[] => {
    const category = categories[index]
    if (category === undefined) return []
    const own = posts.filter((post) => categorySlug(post.category) === categorySlug(category)).slice(0, limit)
    return own.length === 0 ? [] : [{ category, posts: own, layout }]
  })
  return { hero: posts[0], latest: posts.slice(1, 7), trending: posts.slice(1, 5), sections }
}

/** The part of all posts that the home page shows, in the same order: what a server-rendered page needs to carry. */
export function shownAtHome(posts: readonly CardPost[], categories: readonly string[]): CardPost[] {
  const { hero, latest, sections } = homeSections(posts, categories)
  const shown = new Set([hero, ...latest, ...sections.flatMap((section) => section.posts)])
  return posts.filter((post) => shown.has(post))
}
