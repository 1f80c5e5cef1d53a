import type { PostSummary } from '#blog/post.ts'
import { postKey } from '#site/queries/model.ts'

// Saved articles are stored only in this browser, one per line, most recently saved first. A line contains the category
// and id, the date, and the title, separated by tabs.
const KEY = 'saved'
const MAX_SAVED = 100

/** A saved article, with the fields needed to link to it. */
export type SavedPost = Pick<PostSummary, 'category' | 'id' | 'date' | 'title'>

/** Returns the saved articles, most recently saved first, or an empty list if the browser blocks storage. */
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

/** Saves an article, or removes it if it is already saved. Returns false if the browser blocks storage. */
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
