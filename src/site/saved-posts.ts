import type { PostSummary } from '#blog/post.ts'
import { postKey } from '#site/queries/model.ts'

// Saved articles are stored in this browser only: newest first, one per line, as category/id, date and title between tabs.
const KEY = 'saved'
const MAX_SAVED = 100

/** A saved article, with the fields that a link to it needs. */
export type SavedPost = Pick<PostSummary, 'category' | 'id' | 'date' | 'title'>

/** Returns the saved articles, last saved first. The list is empty if the browser blocks storage. */
export function savedPosts(): SavedPost[] {
  return savedLines().flatMap((line) => {
    const [, category, id, date, title] = /^([^/\t]+)\/([^/\t]+)\t([^\t]*)\t(.+)$/.exec(line) ?? []
    return category && id && title ? [{ category, id, date: date || null, title }] : []
  })
}

/** True if the article is saved. */
export function isSaved(post: Pick<SavedPost, 'category' | 'id'>): boolean {
  return savedLines().some((line) => line.startsWith(`${postKey(post)}\t`))
}

/** Saves an article, or removes it if it is saved. Returns false if the browser blocks storage. */
export function toggleSaved(post: SavedPost): boolean {
  const key = `${postKey(post)}\t`
  const others = savedLines().filter((line) => !line.startsWith(key))
  const line = `${key}${post.date ?? ''}\t${post.title.replaceAll(/\s+/g, ' ')}`
  try {
    localStorage.setItem(KEY, (isSaved(post) ? others : [line, ...others]).slice(0, MAX_SAVED).join('\n'))
    return true
  } catch {
    return false
  }
}

function savedLines(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}
