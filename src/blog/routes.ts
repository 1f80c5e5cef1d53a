import { categorySlug } from '#blog/category.ts'

/** The route of a category: `/category/` and the lower-cased name, encoded. */
export function categoryHref(name: string): string {
  return `/category/${encodeURIComponent(name.toLowerCase())}`
}

/** The route of a fallback category: the same page, by its hyphenated name. */
export function hyphenatedCategoryHref(name: string): string {
  return `/category/${encodeURIComponent(categorySlug(name))}`
}

/** The posts on one page of a category. */
export const PAGE_SIZE = 24

/** The address of a page of a category, by the path of its first. */
export function pageHref(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`
}

/** The page of what is found by some words. */
export function searchHref(words: string): string {
  return `/search?${new URLSearchParams({ q: words })}`
}

/** The route of an article: `/post/{category}/{id}`, the category lower-cased as in its own link. */
export function postHref(post: { category: string; id: string }): string {
  return `/post/${encodeURIComponent(post.category.toLowerCase())}/${encodeURIComponent(post.id)}`
}

/** A screen of the specification and what its address names. */
export type Route =
  | { screen: 'home' }
  | { screen: 'article'; category: string; id: string }
  | { screen: 'category'; category: string; page: number }
  | { screen: 'about' }
  | { screen: 'search'; words: string }
  | { screen: 'corrections' }
  | { screen: 'not-found' }

/**
 * The screen behind an address, as in `/category/web-development` or `/category/web-development?page=2`; whatever no row
 * names is `not-found`.
 */
export function matchRoute(address: string): Route {
  const [pathname = '', search = ''] = address.split('?')
  const segments = decodedSegments(pathname)
  if (segments === null) return { screen: 'not-found' }
  const [first, second, third] = segments
  if (segments.length === 0) return { screen: 'home' }
  if (segments.length === 1 && (first === 'about' || first === 'corrections')) return { screen: first }
  if (segments.length === 1 && first === 'search')
    return { screen: 'search', words: new URLSearchParams(search).get('q')?.trim().slice(0, LONGEST_QUESTION) ?? '' }
  if (segments.length === 2 && first === 'category' && second !== undefined && categorySlug(second) !== '')
    return {
      screen: 'category',
      category: second,
      page: Number(/(?:^|&)page=([1-9]\d{0,4})(?:&|$)/.exec(search)?.[1] ?? 1),
    }
  if (segments.length === 3 && first === 'post' && second !== undefined && third !== undefined)
    return { screen: 'article', category: second, id: third }
  return { screen: 'not-found' }
}

// In characters, as the field of the page takes.
const LONGEST_QUESTION = 200

// In characters: no name of ours, nor any that a backend may be asked for, is longer.
const LONGEST_NAME = 200

// Null for a path that cannot be decoded, or has a segment that is empty or too long.
function decodedSegments(pathname: string): string[] | null {
  try {
    const segments = pathname.split('/').slice(1).map(decodeURIComponent)
    if (segments.length === 1 && segments[0] === '') return []
    return segments.every((segment) => segment.trim() !== '' && segment.length <= LONGEST_NAME) ? segments : null
  } catch {
    return null
  }
}
