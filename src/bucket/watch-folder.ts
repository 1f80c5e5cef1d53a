import { watch, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'

// Check this often whether the folder was created or replaced.
const CHECK_INTERVAL_MS = 2_000

/** Calls `onChange` after a file was added to a folder or deleted. Returns a function that stops it. The process can still exit. */
export function watchFolder(folder: string, onChange: () => void): () => void {
  let watched: { watcher: FSWatcher; inode: number } | null = null
  let isClosed = false

  async function look(): Promise<void> {
    const inode = (await stat(folder).catch(() => null))?.ino ?? null
    if (isClosed || inode === (watched?.inode ?? null)) return
    watched?.watcher.close()
    watched = inode === null ? null : start(inode)
    // Files may have changed before the watch started.
    if (watched !== null) onChange()
  }

  // Null if the system has reached its limit of watches. Callers also poll.
  function start(inode: number): typeof watched {
    try {
      const watcher = watch(folder, { persistent: false }, onChange)
      watcher.on('error', () => watcher.close())
      return { watcher, inode }
    } catch {
      return null
    }
  }

  const timer = setInterval(() => void look(), CHECK_INTERVAL_MS).unref()
  void look()
  return () => {
    isClosed = true
    clearInterval(timer)
    watched?.watcher.close()
  }
}
