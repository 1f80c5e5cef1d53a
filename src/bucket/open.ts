import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Unavailable } from '#bucket/bucket.ts'
import { directoryBucket } from '#bucket/directory.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { s3Bucket } from '#bucket/s3.ts'
import { readS3Address, type S3Access } from '#bucket/s3-address.ts'
import type { Bucket } from '#bucket/bucket.ts'

/**
 * The bucket of an address: `file:data/bucket` (from the working folder), `file:/srv/bucket`, `file:///srv/bucket`,
 * `s3://name?endpoint=…&region=…` or `memory:`. `access` is for S3 stores alone.
 */
export function openBucket(address: string, access: S3Access | null = null): Bucket {
  if (isS3(address)) return s3Bucket(readS3Address(address, access))
  if (address === 'memory:') return memoryBucket()
  const folder = folderOf(address)
  if (folder !== null) return directoryBucket(folder)
  // Somebody may have put credentials into it.
  const shown = address.replace(/\/\/.*@/, '//…@')
  throw new Error(
    `"${shown}" is not the address of a bucket. Use a folder, as in file:data/bucket or file:/srv/bucket, an S3 store, as in s3://name?endpoint=https://s3.example.org, or memory: to keep nothing.`,
  )
}

/**
 * Opens a bucket for a process that starts. Rejects with Unsupported when several creations of one key could win in its
 * store; one that cannot be asked now, or may only be read, is told to `onError`.
 */
export async function openBucketAtStart(options: {
  address: string
  access: S3Access | null
  onError: (error: unknown) => void
}): Promise<Bucket> {
  const { address, access, onError } = options
  if (!isS3(address)) return openBucket(address)
  const bucket = s3Bucket(readS3Address(address, access))
  await bucket.prove().catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error
    onError(error)
  })
  return bucket
}

/** Whether an address is that of a bucket of an S3 store. */
export function isS3(address: string): boolean {
  return address.startsWith('s3:')
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
