import pLimit from 'p-limit'
import { createClient } from '#blog/client.ts'
import type { RemoteBackend } from '#server/backend.ts'
import { messageOf } from './command-line.ts'

// Limits for one page or feed: categories (a page can require one request per category), total decompressed bytes, and
// concurrent requests.
const MAX_CATEGORIES = 200
const MAX_BYTES = 32 * 1024 * 1024
const MAX_CONCURRENT = 8

const PROBE_TIMEOUT_MS = 3_000
// The time for which a health check's result is reused.
const PROBE_INTERVAL_MS = 10_000

/** Opens the remote backend at API_HOST. `problem` sends at most one request to it every ten seconds. */
export function openRemoteBackend({ host, bucketName }: { host: string; bucketName: string }): RemoteBackend {
  let probe: { at: number; problem: Promise<string | null> } | null = null

  function client(lifetime: AbortSignal) {
    const remote = createClient({ host, bucketName, fetch: createFetch(lifetime) })
    return { ...remote, listCategories: async () => (await remote.listCategories()).slice(0, MAX_CATEGORIES) }
  }

  function whyUnusable(): Promise<string | null> {
    const probing = client(AbortSignal.timeout(PROBE_TIMEOUT_MS)).listCategories()
    const describe = (error: unknown) =>
      `The backend at API_HOST does not work, so readers see sample articles: ${messageOf(error)}. Check API_HOST and the backend.`
    return probing.then(() => null, describe)
  }

  return {
    kind: 'remote',
    client,
    problem() {
      if (probe === null || Date.now() - probe.at > PROBE_INTERVAL_MS)
        probe = { at: Date.now(), problem: whyUnusable() }
      return probe.problem
    },
  }
}

// Creates a fetch function for one page or feed that enforces the limits above. It does not follow redirects, because
// they could lead to this server's network. `lifetime` aborts all its requests.
function createFetch(lifetime: AbortSignal): Parameters<typeof createClient>[0]['fetch'] {
  let bytes = 0
  const limit = pLimit(MAX_CONCURRENT)

  async function request(url: string, init: RequestInit): Promise<Response> {
    init.signal?.throwIfAborted()
    return await bounded(await fetch(url, { ...init, redirect: 'manual' }))
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

  return (url, init) => limit(() => request(url, { ...init, signal: AbortSignal.any([init.signal, lifetime]) }))
}
