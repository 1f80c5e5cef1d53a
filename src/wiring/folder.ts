import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from './command-line.ts'

/** Creates the folder of a bucket with a `file:` address. Throws an error with the name of the setting if that fails. */
export async function makeFolder(setting: string, address: string): Promise<void> {
  if (!address.startsWith('file:')) return
  const folder = resolve(address.startsWith('file://') ? fileURLToPath(address) : address.slice('file:'.length))
  try {
    await mkdir(folder, { recursive: true })
  } catch (cause) {
    const reason = `that folder cannot be made: ${messageOf(cause)}. Use another folder.`
    throw new Error(`${setting} is ${address}, and ${reason}`, { cause })
  }
}
