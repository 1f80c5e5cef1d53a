import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A content encoding of responses, in order of preference. */
export type Encoding = 'br' | 'gzip'

/** Returns the encoding for an `Accept-Encoding` header, or null for none. A weight of 0 refuses an encoding. */
export function chooseEncoding(acceptEncoding = ''): Encoding | null {
  return BROTLI.test(acceptEncoding) ? 'br' : GZIP.test(acceptEncoding) ? 'gzip' : null
}

const BROTLI = /(?:^|[\s,])br\s*(?!\s|;\s*q=0(?:\.0*)?\s*(?:,|$))(?:[,;]|$)/i
const GZIP = /(?:^|[\s,])gzip\s*(?!\s|;\s*q=0(?:\.0*)?\s*(?:,|$))(?:[,;]|$)/i

/** True if bodies of this type are sent compressed. */
export function isCompressible(contentType: string | undefined): boolean {
  return /^(?:text\/|image\/svg|application\/(?:(?:feed\+)?json|javascript|xml|rss|atom|opensearch|manifest))/.test(
    contentType ?? '',
  )
}

const brotliInThread = promisify(brotliCompress)
const gzipInThread = promisify(gzip)

/** Compresses a body in zlib's thread pool. */
export async function compress(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'gzip') return await gzipInThread(body, { level: 6 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength }
  return await brotliInThread(body, { params })
}
