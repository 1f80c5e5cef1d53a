import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Unavailable, Unsupported } from '#bucket/bucket.ts'

const UNAVAILABLE = new Map([
  ['ENOSPC', 'the disk is full. Make room'],
  ['EDQUOT', 'the disk quota is used up. Make room'],
  ['EACCES', 'the user of this process lacks permission. Allow it to read and write the folder'],
  ['EPERM', 'the user of this process lacks permission. Allow it to read and write the folder'],
  ['EROFS', 'the file system is read-only. Mount it for writing'],
  ['EMFILE', 'this process has too many files open. Raise its limit'],
  ['ENFILE', 'this machine has too many files open. Raise its limit'],
  ['EIO', 'the disk reports an error. Check the disk'],
  ['EBUSY', 'the file is in use. Try again'],
  ['ESTALE', 'the network folder has moved. Mount it again'],
  ['ENOENT', 'the folder was moved, unmounted or deleted. Restore it'],
])

const CLASHING = ['ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY']

/** Returns a system error's code, such as ENOENT, or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** True if an error means that the object does not exist. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(codeOf(error))
}

/**
 * Converts a system error to Unavailable or Unsupported, with a message that says what to do. Returns other errors
 * unchanged. `doing` completes the sentence "The bucket in … could not …".
 */
export function explain(place: { doing: string; root: string }, cause: unknown): unknown {
  const code = codeOf(cause)
  const reason = UNAVAILABLE.get(code)
  const failed = `The bucket in ${place.root} could not ${place.doing}`
  if (reason !== undefined) return new Unavailable(`${failed}: ${reason} (${code}).`, { cause })
  if (!CLASHING.includes(code)) return cause
  return new Unsupported(
    `${failed}: a key is the folder of another key, or the bucket is a file. Choose another key or folder (${code}).`,
    { cause },
  )
}

// Windows and some network drives cannot sync folders.
const CANNOT_SYNC = ['EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EISDIR', 'EBADF']

/** Syncs the entries of a folder, and of its parents up to `top`, to disk. */
export async function syncFolders(folder: string, top = folder): Promise<void> {
  try {
    await using handle = await open(folder, 'r')
    await handle.sync()
  } catch (error) {
    // A missing folder was removed with its last file, so it needs no sync.
    if (codeOf(error) !== 'ENOENT' && !CANNOT_SYNC.includes(codeOf(error))) throw error
  }
  if (folder !== top && dirname(folder) !== folder) await syncFolders(dirname(folder), top)
}
