import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Unavailable } from '#bucket/bucket.ts'
import { directoryBucket } from '#bucket/directory.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { s3Bucket } from '#bucket/s3.ts'
import { readS3Address, type S3Access } from '#bucket/s3-address.ts'
import type { Bucket } from '#bucket/bucket.ts'

/**
 * Opens the bucket at an address: `file:data/bucket` (relative to the working folder), `file:/srv/bucket`,
 * `file:///srv/bucket`, `s3://name?endpoint=…&region=…` or `memory:`. `access` is used only for S3 stores.
 */
export function openBucket(address: string, access: S3Access | null = null): Bucket {
  if (isS3(address)) return s3Bucket(readS3Address(address, access))
  if (address === 'memory:') return memoryBucket()
  const folder = folderOf(address)
  if (folder !== null) return directoryBucket(folder)
  // The address may contain credentials.
  const shown = address.replace(/\/\/.*@/, '//…@')
  throw new Error(
    `"${shown}" is not a bucket address. Use a folder such as file:data/bucket or file:/srv/bucket, an S3 store such as s3://name?endpoint=https://s3.example.org, or memory: for a bucket that is lost when the process exits.`,
  )
}

/**
 * Opens a bucket when a process starts. Rejects with Unsupported if the store does not support create-only puts. If
 * this cannot be tested because the store is unavailable or read-only, calls `onError` instead.
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

/** True if a bucket with this address is in an S3 store. */
export function isS3(address: string): boolean {
  return address.startsWith('s3:')
}

/** Returns the cache folder next to a directory bucket, or null for any other bucket. */
export function cacheBeside(address: string): string | null {
  const folder = folderOf(address)
  return folder === null ? null : join(dirname(folder), 'cache')
}

/** Returns the folder of a directory bucket, or null for any other bucket. */
export function folderOf(address: string): string | null {
  if (address.startsWith('file://')) return fileURLToPath(address)
  return address.startsWith('file:') && address.length > 'file:'.length ? address.slice('file:'.length) : null
}
