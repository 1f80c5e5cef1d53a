import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '#bucket/directory-error.ts'

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
