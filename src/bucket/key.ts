import { Unsupported } from '#bucket/bucket.ts'

/** The folder for unfinished files in a directory bucket. Keys in this folder are invalid in every bucket. */
export const TEMPORARY_FOLDER = '.temporary'

// S3 limits keys to 1,024 bytes, and file systems limit names to 255 bytes.
const MAX_KEY_BYTES = 1_024
const MAX_SEGMENT_BYTES = 255

/**
 * Returns the reason why a key is invalid, phrased to complete the sentence "The key …". Returns null if the key is
 * valid.
 */
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

/** Throws Unsupported if a key is invalid. `problem` is the reason, or null if the key is valid. */
export function checkKey(key: string, problem = keyProblem(key)): void {
  if (problem !== null) throw new Unsupported(`The key ${JSON.stringify(key)} ${problem}. Choose another one.`)
}

/** Returns the content type for a key's extension. */
export function contentTypeOf(key: string): string {
  const extension = /\.([^./]+)$/.exec(key)?.[1]?.toLowerCase() ?? ''
  return TYPES.get(extension) ?? 'application/octet-stream'
}

const TYPES = new Map([
  ['json', 'application/json'],
  ['gz', 'application/gzip'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['md', 'text/markdown; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
])
