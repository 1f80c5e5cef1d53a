import type { Archive } from '#archive/archive.ts'
import type { SearchIndex } from '#archive/search-index.ts'
import type { BlogClient } from '#blog/client.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** Our own posts: the archive that lists them, the bucket that holds their texts, the index that finds them. */
export type LocalBackend = {
  kind: 'local'
  archive: Archive
  bucket: Bucket
  index: SearchIndex
  /** Categories in editorial order; those that it does not name follow by name. */
  categoryOrder: readonly string[]
}

/**
 * A backend of the same contract that somebody else runs; `client` gives up its calls when the signal says so, `problem` is
 * why it cannot be used now, null when it can.
 */
export type RemoteBackend = {
  kind: 'remote'
  client: (lifetime: AbortSignal) => BlogClient
  problem: () => Promise<string | null>
}

/** Where the posts come from. */
export type Backend = LocalBackend | RemoteBackend
