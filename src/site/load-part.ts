const KEY = 'reloaded-for'

/**
 * Loads a part of the application. After a deploy its file may be gone from the server, for a tab that was open before:
 * then the page is loaded whole, once for each build, and until it is gone the promise stays pending.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (!(await canReload())) throw error
    location.reload()
    return await new Promise<never>(() => {})
  }
}

// Not while the server cannot be reached: what is there can still be read.
async function canReload(): Promise<boolean> {
  try {
    // The name of this very file changes with every build.
    if (sessionStorage.getItem(KEY) === import.meta.url) return false
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    sessionStorage.setItem(KEY, import.meta.url)
    return true
  } catch {
    return false
  }
}
