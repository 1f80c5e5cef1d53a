import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** The codings that are answered with, the better one first. */
export type Coding = 'br' | 'gzip'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

// Less than this is sent as it is.
const SMALLEST = 1_000

/** The coding to answer a request in; null for none. Codings that the client gives a weight of 0 are refused. */
export function chooseCoding(acceptEncoding: string | undefined): Coding | null {
  return acceptEncoding === undefined ? null : choices.memo(acceptEncoding).coding
}

// There are few browsers, and each says the same with every request.
const choices = new LRUCache<string, { coding: Coding | null }>({
  max: 100,
  memoMethod(acceptEncoding) {
    const accepted = new Set(
      acceptEncoding
        .split(',')
        .map((part) => part.trim().toLowerCase())
        .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
        .map((part) => part.split(';')[0]),
    )
    return { coding: accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : null }
  },
})

/** Whether bytes of this type and size are worth compressing. */
export function isCompressible(contentType: string | null, size: number): boolean {
  return (
    size >= SMALLEST &&
    /^(?:text\/|image\/svg|application\/(?:(?:feed\+)?json|javascript|xml|rss|atom|manifest))/.test(contentType ?? '')
  )
}

/** Compresses a body, in a thread of its own: quickly, as what is answered once is not worth the best ratio. */
export async function compress(body: Uint8Array, coding: Coding): Promise<Uint8Array> {
  return coding === 'gzip' ? await zip(body, GZIP) : await brotli(body, brotliOf(body))
}

/** The same while everybody waits: for what is small. */
export function compressAtOnce(body: Uint8Array, coding: Coding): Uint8Array {
  return coding === 'gzip' ? gzipSync(body, GZIP) : brotliCompressSync(body, brotliOf(body))
}

const GZIP = { level: 6 }

// A window that is wider than the body makes nothing smaller, and its memory has to be had anew each time.
function brotliOf({ byteLength }: Uint8Array) {
  const window = Math.ceil(Math.log2(Math.max(byteLength, 1)))
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(window, constants.BROTLI_MIN_WINDOW_BITS), 22),
    },
  }
}
