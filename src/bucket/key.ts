import { Unsupported } from '#bucket/bucket.ts'

/** The folder of unfinished files in a directory bucket; no key may begin with it, in any backend. */
export const TEMPORARY_FOLDER = '.temporary'

/** The most keys that one page of a list has, in every backend. */
export const PAGE_LIMIT = 1_000

// The limits of S3 (1,024 bytes a key) and of file systems (255 bytes a name).
const KEY_BYTES = 1_024
const SEGMENT_BYTES = 255

/** Why no backend may hold this key, in words that follow "the key"; null when it may. */
export function keyProblem(key: string): string | null {
  if (key === '') return 'is empty'
  if (!key.isWellFormed()) return 'is not well-formed Unicode'
  if (/\p{Cc}/u.test(key)) return 'has a control character'
  if (key.includes('\\')) return 'has a backslash'
  if (Buffer.byteLength(key) > KEY_BYTES) return `is longer than ${KEY_BYTES} bytes`
  const segments = key.split('/')
  if (segments.includes('')) return 'has an empty part (a slash at its beginning, at its end, or two in a row)'
  if (segments.includes('.') || segments.includes('..')) return 'has a part that is "." or ".."'
  if (segments.some((segment) => Buffer.byteLength(segment) > SEGMENT_BYTES)) {
    return `has a part longer than ${SEGMENT_BYTES} bytes`
  }
  // Compared without case: on some file systems both are one folder.
  if (segments[0]?.toLowerCase() === TEMPORARY_FOLDER)
    return `begins with ${TEMPORARY_FOLDER}, kept for unfinished files`
  return null
}

/** Throws Unsupported when no backend may hold this key. */
export function checkKey(key: string): void {
  const problem = keyProblem(key)
  if (problem !== null) throw new Unsupported(`The key ${JSON.stringify(key)} ${problem}: choose another.`)
}

/** The content type that a key's extension stands for; unknown ones are plain bytes. */
export function contentTypeOf(key: string): string {
  const extension = /\.([^./]+)$/.exec(key)?.[1]?.toLowerCase() ?? ''
  return TYPES.get(extension) ?? 'application/octet-stream'
}

/** How many keys a page holds: what was asked for, at least 1 and at most 1,000. */
export function pageSize(limit: number | undefined): number {
  return Math.max(1, Math.min(limit ?? PAGE_LIMIT, PAGE_LIMIT))
}

const TYPES = new Map([
  ['json', 'application/json'],
  ['gz', 'application/gzip'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['svg', 'image/svg+xml'],
  ['md', 'text/markdown; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['html', 'text/html; charset=utf-8'],
  ['xml', 'application/xml'],
])
