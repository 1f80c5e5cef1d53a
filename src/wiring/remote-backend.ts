import { createClient } from '#blog/client.ts'
import type { RemoteBackend } from '#server/backend.ts'
import { createRemoteFetch } from '#server/remote-fetch.ts'
import { messageOf } from './command-line.ts'

// Limits the number of API calls for one page, because a page can make one call per category.
const MAX_CATEGORIES = 200

const PROBE_TIMEOUT_MS = 3_000
// The time for which the result of a health check is reused.
const PROBE_INTERVAL_MS = 10_000

/** Opens the remote backend at API_HOST. `problem` sends at most one request to it every ten seconds. */
export function openRemoteBackend({ host, bucketName }: { host: string; bucketName: string }): RemoteBackend {
  let probe: { at: number; problem: Promise<string | null> } | null = null

  function client(lifetime: AbortSignal) {
    const remote = createClient({ host, bucketName, fetch: createRemoteFetch(lifetime) })
    return { ...remote, listCategories: async () => (await remote.listCategories()).slice(0, MAX_CATEGORIES) }
  }

  async function whyUnusable(): Promise<string | null> {
    try {
      await client(AbortSignal.timeout(PROBE_TIMEOUT_MS)).listCategories()
      return null
    } catch (error) {
      const reason = messageOf(error)
      return `The backend at API_HOST does not work, so readers see sample articles: ${reason}. Check API_HOST and the backend.`
    }
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
