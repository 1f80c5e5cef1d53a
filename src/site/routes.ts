import { categorySlug } from '#blog/category.ts'

/** A screen of the specification and what its address names. */
export type Route =
  | { screen: 'home' }
  | { screen: 'article'; category: string; id: string }
  | { screen: 'category'; category: string }
  | { screen: 'about' }
  | { screen: 'not-found' }

/** The screen behind a path, as in `/category/web-development`; whatever no row names is `not-found`. */
export function matchRoute(pathname: string): Route {
  const segments = decodedSegments(pathname)
  if (segments === null) return { screen: 'not-found' }
  const [first, second, third] = segments
  if (segments.length === 0) return { screen: 'home' }
  if (segments.length === 1 && first === 'about') return { screen: 'about' }
  if (segments.length === 2 && first === 'category' && second !== undefined && categorySlug(second) !== '')
    return { screen: 'category', category: second }
  if (segments.length === 3 && first === 'post' && second !== undefined && third !== undefined)
    return { screen: 'article', category: second, id: third }
  return { screen: 'not-found' }
}

// Null for a path that cannot be decoded or has an empty segment.
function decodedSegments(pathname: string): string[] | null {
  try {
    const segments = pathname.split('/').slice(1).map(decodeURIComponent)
    if (segments.length === 1 && segments[0] === '') return []
    return segments.every((segment) => segment.trim() !== '') ? segments : null
  } catch {
    return null
  }
}
