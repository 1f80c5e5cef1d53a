import type { Archive } from '#archive/archive.ts'
import type { SearchIndex } from '#archive/search-index.ts'
import type { BlogClient } from '#blog/client.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** Our own posts: the archive lists them, the bucket stores their texts, and the index searches them. */
export type LocalBackend = {
  kind: 'local'
  archive: Archive
  bucket: Bucket
  index: SearchIndex
  /** The categories in the edition plan, in editorial order. Other categories follow them, sorted by name. */
  categoryOrder: readonly string[]
}

/**
 * A remote backend with the same API calls. `client` creates a client whose calls end when the signal is aborted.
 * `problem` resolves to the reason why the backend currently cannot be used, or to null.
 */
export type RemoteBackend = {
  kind: 'remote'
  client: (lifetime: AbortSignal) => BlogClient
  problem: () => Promise<string | null>
}

/** The source of the server's posts. */
export type Backend = LocalBackend | RemoteBackend
