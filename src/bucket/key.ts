import { Unsupported } from '#bucket/bucket.ts'

/** The folder of unfinished files in a directory bucket. Keys in it are invalid in every backend. */
export const TEMPORARY_FOLDER = '.temporary'

/** The maximum number of keys per page of a list. */
export const PAGE_LIMIT = 1_000

// The limits of S3 for keys, and of file systems for names.
const MAX_KEY_BYTES = 1_024
const MAX_SEGMENT_BYTES = 255

/** The reason why a key is invalid, as words that follow "the key", or null. */
export function keyProblem(key: string): string | null {
  if (key === '') return 'is empty'
  if (!key.isWellFormed()) return 'is not well-formed Unicode'
  if (/\p{Cc}/u.test(key)) return 'has a control character'
  if (key.includes('\\')) return 'has a backslash'
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return `is longer than ${MAX_KEY_BYTES} bytes`
  const segments = key.split('/')
  if (segments.includes('')) return 'has an empty part (a slash at its beginning, at its end, or two in a row)'
  if (segments.includes('.') || segments.includes('..')) return 'has a part that is "." or ".."'
  if (segments.some((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES)) {
    return `has a part longer than ${MAX_SEGMENT_BYTES} bytes`
  }
  // Ignore case, because some file systems do.
  if (segments[0]?.toLowerCase() === TEMPORARY_FOLDER)
    return `begins with ${TEMPORARY_FOLDER}, which is reserved for unfinished files`
  return null
}

/** Throws Unsupported if a key is invalid. */
export function checkKey(key: string): void {
  const problem = keyProblem(key)
  if (problem !== null) throw new Unsupported(`The key ${JSON.stringify(key)} ${problem}. Choose another one.`)
}

/** The content type for the extension of a key. */
export function contentTypeOf(key: string): string {
  const extension = /\.([^./]+)$/.exec(key)?.[1]?.toLowerCase() ?? ''
  return TYPES.get(extension) ?? 'application/octet-stream'
}

/** Returns the first keys of an iteration as a page of at most `limit` keys, but at least 1 and at most 1,000. */
export async function pageOf(
  keys: AsyncIterable<string> | Iterable<string>,
  limit = PAGE_LIMIT,
): Promise<{ keys: string[]; next: string | null }> {
  const size = Math.max(1, Math.min(limit, PAGE_LIMIT))
  const page: string[] = []
  for await (const key of keys) {
    if (page.length === size) return { keys: page, next: page.at(-1) ?? null }
    page.push(key)
  }
  return { keys: page, next: null }
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
