import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { directoryBucket } from '#bucket/directory.ts'
import { memoryBucket } from '#bucket/memory.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** The bucket of an address: `file:data/bucket` (from the working folder), `file:/srv/bucket`, `file:///srv/bucket` or `memory:`. */
export function openBucket(address: string): Bucket {
  if (address === 'memory:') return memoryBucket()
  const folder = folderOf(address)
  if (folder !== null) return directoryBucket(folder)
  throw new Error(
    `"${address}" is not the address of a bucket. Use a folder, as in file:data/bucket or file:/srv/bucket, or memory: to keep nothing.`,
  )
}

/** The folder beside a bucket, for copies that can be thrown away; null when the bucket is in none. */
export function cacheBeside(address: string): string | null {
  const folder = folderOf(address)
  return folder === null ? null : join(dirname(folder), 'cache')
}

function folderOf(address: string): string | null {
  if (address.startsWith('file://')) return fileURLToPath(address)
  return address.startsWith('file:') && address.length > 'file:'.length ? address.slice('file:'.length) : null
}
