import { PassThrough, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { FetchError } from '#newsroom/sources/http/fetch-error.ts'

/** The encodings that `readBody` undoes, for the Accept-Encoding header. */
export const ENCODINGS = 'gzip, br'

/**
 * Reads a response's body whole and decompresses it. FetchError when it has more than `maxBytes` decompressed, of which no
 * more are ever made, or is compressed in a way that cannot be undone. The stream is at its end or destroyed afterwards.
 */
export async function readBody(options: {
  url: string
  body: Readable
  encoding: string | null
  maxBytes: number
}): Promise<Uint8Array> {
  const { url, body, encoding, maxBytes } = options
  const chunks: Uint8Array[] = []
  let size = 0
  const decoder = decoderOf(encoding)
  if (decoder === null) {
    body.on('error', () => {}).destroy()
    throw new FetchError(
      'unreadable',
      `${url} answers in the encoding "${encoding?.slice(0, 40)}", which was not asked for.`,
    )
  }
  await pipeline(body, decoder, async (decoded: AsyncIterable<Uint8Array>) => {
    for await (const chunk of decoded) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(url, maxBytes)
      chunks.push(chunk)
    }
  })
  return Buffer.concat(chunks)
}

/** The failure of a body that has more than `maxBytes`. */
export function tooLarge(url: string, maxBytes: number, options?: ErrorOptions): FetchError {
  return new FetchError(
    'too-large',
    `${url} is larger than ${maxBytes} bytes, the most that is read of one address.`,
    options,
  )
}

// A flush at the end instead of a finish: servers send an empty body as compressed, too.
function decoderOf(encoding: string | null): Transform | null {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return new PassThrough()
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
    case 'deflate':
      return createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
    default:
      return null
  }
}
