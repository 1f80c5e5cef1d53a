import type { PostSummary } from '#blog/post.ts'
import { postKey } from '#site/queries/model.ts'

// Saved articles are stored only in this browser, as a JSON list.
const KEY = 'saved'
const MAX_SAVED = 100

/** A saved article, with the fields needed to link to it. */
export type SavedPost = Pick<PostSummary, 'category' | 'id' | 'date' | 'title'>

/** Returns the saved articles, most recently saved first, or an empty list if the browser blocks storage. */
export function savedPosts(): SavedPost[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.filter((post) => post?.category && post.id && post.title) : []
  } catch {
    return []
  }
}

/** True if the article is saved. */
export function isSaved(post: Pick<SavedPost, 'category' | 'id'>): boolean {
  return savedPosts().some((saved) => postKey(saved) === postKey(post))
}

/** Saves an article, or removes it if it is already saved. Returns false if the browser blocks storage. */
export function toggleSaved(post: SavedPost): boolean {
  const others = savedPosts().filter((saved) => postKey(saved) !== postKey(post))
  const saved = isSaved(post) ? others : [post, ...others]
  try {
    localStorage.setItem(KEY, JSON.stringify(saved.slice(0, MAX_SAVED)))
    return true
  } catch {
    return false
  }
}
