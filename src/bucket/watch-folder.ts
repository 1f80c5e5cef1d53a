import { watch, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'

// How often to see whether the folder is still the one that is watched, in milliseconds: it may not be there yet, or have
// been put in the place of another one.
const LOOK_EVERY = 2_000

/** Calls back after a file has come into a folder or gone, as far as its file system tells; keeps no process alive. The answer ends it. */
export function watchFolder(folder: string, onChange: () => void): () => void {
  let watched: { watcher: FSWatcher; inode: number } | null = null
  let isClosed = false

  async function look(): Promise<void> {
    const inode = (await stat(folder).catch(() => null))?.ino ?? null
    if (isClosed || inode === (watched?.inode ?? null)) return
    watched?.watcher.close()
    watched = inode === null ? null : start(inode)
    // What came before the watch did.
    if (watched !== null) onChange()
  }

  // Null where the system has no watches left: whoever asked looks by itself then.
  function start(inode: number): typeof watched {
    try {
      const watcher = watch(folder, { persistent: false }, onChange)
      watcher.on('error', () => watcher.close())
      return { watcher, inode }
    } catch {
      return null
    }
  }

  const timer = setInterval(() => void look(), LOOK_EVERY).unref()
  void look()
  return () => {
    isClosed = true
    clearInterval(timer)
    watched?.watcher.close()
  }
}
