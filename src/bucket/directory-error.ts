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

/** Runs a step and turns what the operating system refused into Unavailable or Unsupported, in a sentence that says what to do. */
export async function explained<T>(place: { doing: string; root: string }, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    const code = codeOf(cause)
    const reason = UNAVAILABLE.get(code)
    const failed = `The bucket in ${place.root} could not ${place.doing}`
    if (reason !== undefined) throw new Unavailable(`${failed}: ${reason} (${code}).`, { cause })
    if (CLASHING.includes(code)) {
      throw new Unsupported(
        `${failed}: one key continues another, or the bucket's folder is a file. Choose another key, or another folder (${code}).`,
        { cause },
      )
    }
    throw cause
  }
}
