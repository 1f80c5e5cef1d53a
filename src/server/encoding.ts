import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** The encodings that are answered with, the better one first. */
export type Encoding = 'br' | 'gzip'

const brotliLater = promisify(brotliCompress)
const gzipLater = promisify(gzip)

/** The encoding to answer a request in; null for none. Encodings that the client gives a weight of 0 are refused. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | null {
  return acceptEncoding === undefined ? null : choices.memo(acceptEncoding).encoding
}

// There are few browsers, and each says the same with every request.
const choices = new LRUCache<string, { encoding: Encoding | null }>({
  max: 100,
  memoMethod(acceptEncoding) {
    const accepted = new Set(
      acceptEncoding
        .split(',')
        .map((part) => part.trim().toLowerCase())
        .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
        .map((part) => part.split(';')[0]),
    )
    return { encoding: accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : null }
  },
})

/** Whether bodies of this type are sent compressed. */
export function isCompressible(contentType: string | undefined): boolean {
  return /^(?:text\/|image\/svg|application\/(?:(?:feed\+)?json|javascript|xml|rss|atom|opensearch|manifest))/.test(
    contentType ?? '',
  )
}

/** Compresses a body in a thread of its own: quickly, as what is sent once is not worth the best ratio. */
export async function compress(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  return encoding === 'gzip' ? await gzipLater(body, GZIP) : await brotliLater(body, brotliOptions(body))
}

/** The same while everybody waits: for what is small. */
export function compressSync(body: Uint8Array, encoding: Encoding): Uint8Array {
  return encoding === 'gzip' ? gzipSync(body, GZIP) : brotliCompressSync(body, brotliOptions(body))
}

/** Brotli at its best, which takes a tenth of a second a page: for what is sent often. One body after the other, in a thread. */
export function compressBest(body: Uint8Array): Promise<Uint8Array> {
  const compressed = lastBest.then(() => brotliLater(body, brotliOptions(body, constants.BROTLI_MAX_QUALITY)))
  lastBest = compressed.catch(() => {})
  return compressed
}

let lastBest: Promise<unknown> = Promise.resolve()

const GZIP = { level: 6 }
const QUICK = 3

// Quality 4 makes an article a twentieth smaller and takes twice as long. A window that is wider than the body makes nothing smaller, and its memory has to be had anew each time.
function brotliOptions({ byteLength }: Uint8Array, quality = QUICK) {
  const window = Math.ceil(Math.log2(Math.max(byteLength, 1)))
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(window, constants.BROTLI_MIN_WINDOW_BITS), 22),
    },
  }
}
