import { createClient } from '#blog/client.ts'
import type { RemoteBackend } from '#server/backend.ts'
import { createRemoteFetch } from '#server/remote-fetch.ts'

// As many categories as a remote backend is asked for.
const MAX_CATEGORIES = 200

// How long a probe waits for the backend, and how long its answer is good for, in milliseconds.
const PROBE_TIMEOUT = 3_000
const PROBE_REST = 10_000

/** A client of somebody else's backend (API_HOST). Whether it answers is found out by asking it, at most every ten seconds. */
export function openRemoteBackend({ host, bucketName }: { host: string; bucketName: string }): RemoteBackend {
  let probe: { at: number; problem: Promise<string | null> } | null = null

  function client(lifetime: AbortSignal) {
    const remote = createClient({ host, bucketName, fetch: createRemoteFetch({ lifetime }) })
    return { ...remote, listCategories: async () => (await remote.listCategories()).slice(0, MAX_CATEGORIES) }
  }

  async function whyUnusable(): Promise<string | null> {
    try {
      await client(AbortSignal.timeout(PROBE_TIMEOUT)).listCategories()
      return null
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return `The backend of API_HOST does not answer as it should, so readers see sample articles: ${reason}.`
    }
  }

  return {
    kind: 'remote',
    client,
    problem() {
      if (probe === null || Date.now() - probe.at > PROBE_REST) probe = { at: Date.now(), problem: whyUnusable() }
      return probe.problem
    },
  }
}
