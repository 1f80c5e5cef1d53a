import { access, mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Makes the folder of a bucket's `file:` address where it is missing; other addresses have none. Throws a sentence with the
 * name of the setting where that cannot be.
 */
export async function makeFolder(setting: string, address: string): Promise<void> {
  if (!address.startsWith('file:')) return
  const folder = resolve(address.startsWith('file://') ? fileURLToPath(address) : address.slice('file:'.length))
  try {
    await makeLevels(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${setting} is ${address}, and that folder cannot be made: ${reason}. Name another one.`, {
      cause: error,
    })
  }
}

// Level by level: where a file system takes no folder but says ENOENT, as /proc does, Node's own recursion never ends.
async function makeLevels(folder: string): Promise<void> {
  if (await isThere(folder)) return
  const above = dirname(folder)
  if (above !== folder) await makeLevels(above)
  await mkdir(folder).catch((error: unknown) => {
    // Somebody else was first.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}
