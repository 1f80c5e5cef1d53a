import { fileURLToPath } from 'node:url'
import { directoryBucket } from '#bucket/directory.ts'
import { memoryBucket } from '#bucket/memory.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** The bucket of an address: `file:data/bucket` (from the working folder), `file:/srv/bucket`, `file:///srv/bucket` or `memory:`. */
export function openBucket(address: string): Bucket {
  if (address === 'memory:') return memoryBucket()
  if (address.startsWith('file://')) return directoryBucket(fileURLToPath(address))
  if (address.startsWith('file:') && address.length > 'file:'.length)
    return directoryBucket(address.slice('file:'.length))
  throw new Error(
    `"${address}" is not the address of a bucket. Use a folder, as in file:data/bucket or file:/srv/bucket, or memory: to keep nothing.`,
  )
}
