import pLimit from 'p-limit'
import type { createClient } from '#blog/client.ts'

type Fetch = Parameters<typeof createClient>[0]['fetch']

// Limits for one page of a remote backend: total decompressed bytes, concurrent calls, and redirects per call.
const MAX_BYTES = 32 * 1024 * 1024
const MAX_CONCURRENT = 8
const MAX_REDIRECTS = 3

/**
 * Creates the fetch function for a remote backend's client, for one page or feed. It follows redirects only within the
 * backend's origin and limits the total size of the responses. `lifetime` aborts all its requests.
 */
export function createRemoteFetch(lifetime: AbortSignal): Fetch {
  let bytes = 0
  const limit = pLimit(MAX_CONCURRENT)

  async function request(url: string, init: RequestInit): Promise<Response> {
    const { origin } = new URL(url)
    for (let address = url, redirects = 0; ; redirects += 1) {
      init.signal?.throwIfAborted()
      const response = await fetch(address, { ...init, redirect: 'manual' })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null) return await bounded(response)
      await response.body?.cancel()
      const target = URL.parse(location, address)
      if (target?.origin !== origin) throw new Error(`the URL redirects to ${location}, which is outside ${origin}`)
      if (redirects === MAX_REDIRECTS) throw new Error(`the URL redirects more than ${MAX_REDIRECTS} times`)
      address = target.href
    }
  }

  async function bounded(response: Response): Promise<Response> {
    const parts: Uint8Array[] = []
    for await (const part of response.body ?? []) {
      bytes += part.byteLength
      if (bytes > MAX_BYTES) throw new Error(`the responses for this page exceed ${MAX_BYTES} bytes in total`)
      parts.push(part)
    }
    const { status, headers } = response
    return new Response(status === 204 || status === 304 ? null : Buffer.concat(parts), { status, headers })
  }

  return async (url, init) => {
    const signal = AbortSignal.any([init.signal, lifetime])
    return await limit(() => request(url, { ...init, signal }))
  }
}
