import type { Archive } from '#archive/archive.ts'
import type { BlogClient } from '#blog/client.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** The calls of our own backend, by path. */
export type Calls = Record<string, (request: Request) => Promise<Response>>

/** Where the posts come from: our own archive, or a backend of the same contract that somebody else runs. */
export type Backend =
  | { kind: 'own'; archive: Archive; bucket: Bucket; calls: Calls; client: BlogClient }
  | { kind: 'foreign'; client: BlogClient; clientFor: (lifetime: AbortSignal) => BlogClient }
