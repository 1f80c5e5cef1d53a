import { categorySlug } from '#blog/category.ts'

/** Returns a category's path: `/category/` and its encoded lowercase name. */
export function categoryHref(name: string): string {
  return `/category/${encodeURIComponent(name.toLowerCase())}`
}

/** Returns a category's path with a hyphenated name. It leads to the same page as `categoryHref`. */
export function hyphenatedCategoryHref(name: string): string {
  return `/category/${encodeURIComponent(categorySlug(name))}`
}

/** Number of posts on one page of a category. */
export const PAGE_SIZE = 24

/** Returns the path of one page of a category. `path` is the path of the first page. */
export function pageHref(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`
}

/** Returns the path of a search results page. */
export function searchHref(words: string): string {
  return `/search?${new URLSearchParams({ q: words })}`
}

/** Returns an article's path: `/post/{category}/{id}`, with the category in lowercase. */
export function postHref(post: { category: string; id: string }): string {
  return `/post/${encodeURIComponent(post.category.toLowerCase())}/${encodeURIComponent(post.id)}`
}

/** A screen of the site, with the parameters from its URL. */
export type Route =
  | { screen: 'home' }
  | { screen: 'article'; category: string; id: string }
  | { screen: 'category'; category: string; page: number }
  | { screen: 'about' }
  | { screen: 'search'; words: string }
  | { screen: 'corrections' }
  | { screen: 'not-found' }

/** Returns the screen for a path and query such as `/category/ai?page=2`, or `not-found` for unknown paths. */
export function matchRoute(address: string): Route {
  const [pathname = '', search = ''] = address.split('?')
  const segments = decodedSegments(pathname)
  if (segments === null) return { screen: 'not-found' }
  const [first, second, third] = segments
  if (segments.length === 0) return { screen: 'home' }
  if (segments.length === 1 && (first === 'about' || first === 'corrections')) return { screen: first }
  if (segments.length === 1 && first === 'search')
    return { screen: 'search', words: new URLSearchParams(search).get('q')?.trim().slice(0, MAX_QUERY_LENGTH) ?? '' }
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

/** Maximum length of a search query in characters. The limit keeps every search fast. */
export const MAX_QUERY_LENGTH = 200

// Maximum length of a category or id in characters. Backends reject longer ones.
const MAX_NAME_LENGTH = 200

// Returns null if the path cannot be decoded, or a segment is empty or too long.
function decodedSegments(pathname: string): string[] | null {
  try {
    const segments = pathname.split('/').slice(1).map(decodeURIComponent)
    if (segments.length === 1 && segments[0] === '') return []
    return segments.every((segment) => segment.trim() !== '' && segment.length <= MAX_NAME_LENGTH) ? segments : null
  } catch {
    return null
  }
}
