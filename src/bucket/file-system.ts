import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Unavailable, Unsupported } from '#bucket/bucket.ts'

const UNAVAILABLE = new Map([
  ['ENOSPC', 'the disk is full. Make room'],
  ['EDQUOT', 'the disk quota is used up. Make room'],
  ['EACCES', 'this user may not do that there. Give it the right to read and write the folder'],
  ['EPERM', 'this user may not do that there. Give it the right to read and write the folder'],
  ['EROFS', 'the file system is read-only. Mount it for writing'],
  ['EMFILE', 'this process has too many files open. Raise its limit'],
  ['ENFILE', 'this machine has too many files open. Raise its limit'],
  ['EIO', 'the disk reports an error. Check the disk'],
  ['EBUSY', 'the file is in use. Try again'],
  ['ESTALE', 'the network folder has moved. Mount it anew'],
  ['ENOENT', 'the folder was taken away meanwhile. Put it back'],
])

const CLASHING = ['ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY']

/** The code of a failed call of the operating system, such as ENOENT; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Whether a failed call says that there is no such object. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(codeOf(error))
}

/**
 * What the operating system refused, as Unavailable or Unsupported in a sentence that says what to do; any other error as
 * it was. `doing` is what the bucket in `root` was about to do.
 */
export function explain(place: { doing: string; root: string }, cause: unknown): unknown {
  const code = codeOf(cause)
  const reason = UNAVAILABLE.get(code)
  const failed = `The bucket in ${place.root} could not ${place.doing}`
  if (reason !== undefined) return new Unavailable(`${failed}: ${reason} (${code}).`, { cause })
  if (!CLASHING.includes(code)) return cause
  return new Unsupported(
    `${failed}: one key continues another, or the bucket's folder is a file. Choose another key, or another folder (${code}).`,
    { cause },
  )
}

/** Writes a new file and waits until its bytes are on the disk. Throws EEXIST when it is there. */
export async function writeFileDurably(file: string, body: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(body)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Waits until the names in a folder are on the disk, and those in each folder above it up to `top`. */
export async function syncFolders(folder: string, top = folder): Promise<void> {
  await syncFolder(folder)
  if (folder !== top && dirname(folder) !== folder) await syncFolders(dirname(folder), top)
}

// Some systems cannot sync a folder (Windows, some network drives): there, its names are as safe as they make them.
const CANNOT_SYNC = ['EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EISDIR', 'EBADF']

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    // A folder that is gone by now was empty: someone deleted what was in it.
    if (codeOf(error) !== 'ENOENT' && !CANNOT_SYNC.includes(codeOf(error))) throw error
  }
}
