import { categorySlug } from '#blog/category.ts'
import type { PostSummary } from '#blog/post.ts'

// What a reader has put aside to read: this browser alone keeps it, and tells nobody.

// The latest first, one a line: category/id, date and title between tabs.
const KEY = 'saved'
const MOST_KEPT = 100

/** What is kept of a saved article: enough to link to it. */
export type SavedPost = Pick<PostSummary, 'category' | 'id' | 'date' | 'title'>

/** The saved articles, the latest saved first; none where the browser keeps nothing. */
export function savedPosts(): SavedPost[] {
  return savedLines().flatMap((line) => {
    const [, category, id, date, title] = /^([^/\t]+)\/([^/\t]+)\t([^\t]*)\t(.+)$/.exec(line) ?? []
    return category && id && title ? [{ category, id, date: date || null, title }] : []
  })
}

/** Whether an article is saved. */
export function isSaved(post: Pick<SavedPost, 'category' | 'id'>): boolean {
  return savedLines().some((line) => line.startsWith(beginOf(post)))
}

/** Saves an article, or forgets it if it is saved; false, and nothing happens, where the browser keeps nothing. */
export function toggleSaved(post: SavedPost): boolean {
  const begin = beginOf(post)
  const others = savedLines().filter((line) => !line.startsWith(begin))
  const line = `${begin}${post.date ?? ''}\t${post.title.replaceAll(/\s+/g, ' ')}`
  try {
    localStorage.setItem(KEY, (isSaved(post) ? others : [line, ...others]).slice(0, MOST_KEPT).join('\n'))
    return true
  } catch {
    return false
  }
}

// However its category is spelled.
function beginOf({ category, id }: Pick<SavedPost, 'category' | 'id'>): string {
  return `${categorySlug(category)}/${id}\t`
}

function savedLines(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}
