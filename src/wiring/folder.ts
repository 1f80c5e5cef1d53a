import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { folderOf } from '#bucket/open.ts'
import { messageOf } from './command-line.ts'

/**
 * Creates the folder for a bucket with a `file:` address. If that fails, rejects with a message that contains the setting's name.
 */
export async function makeFolder(setting: string, address: string): Promise<void> {
  const folder = folderOf(address)
  if (folder === null) return
  await makeFolders(folder).catch((cause: unknown) => {
    const reason = `that folder cannot be created: ${messageOf(cause)}. Use another folder.`
    throw new Error(`${setting} is ${address}, and ${reason}`, { cause })
  })
}

// Does not use mkdir's `recursive` option, because it makes mkdir hang if the file system rejects new folders, as /proc
// does.
async function makeFolders(folder: string): Promise<void> {
  if (!existsSync(dirname(folder))) await makeFolders(dirname(folder))
  await mkdir(folder).catch(async (error: unknown) => {
    if (!(await stat(folder).catch(() => null))?.isDirectory()) throw error
  })
}
