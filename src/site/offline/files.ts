/** The cache of built files. Their names carry a hash of their content, so those of several builds lie side by side. */
export const FILES = 'offline-files-1'

const FOLDER = '/assets/'
const NAME = /[\w-]+-[\w-]{8}\.(?:js|css|svg|woff2)\b/g

/** A built file never changes under its name: the kept one is as good as the server's. */
export async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(FILES)
  const found = await cache.match(request.url, { ignoreVary: true })
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request.url, answer.clone())
  return answer
}

/**
 * Keeps what a page's HTML names, and what its scripts may load later: a copy has the files of its own build, whichever
 * build the server has by then. Of the fonts that styles name, those are kept that were shown.
 */
export async function keepFiles(html: string): Promise<void> {
  const cache = await caches.open(FILES)
  const names = new Set(html.match(NAME))
  // A set may grow while it is walked.
  for (const name of names) {
    if (name.endsWith('.woff2')) continue
    let file = await cache.match(FOLDER + name, { ignoreVary: true })
    if (!file) {
      const answer = await fetch(FOLDER + name)
      if (!answer.ok) continue
      file = answer.clone()
      await cache.put(FOLDER + name, answer)
    }
    if (name.endsWith('.js')) for (const named of (await file.text()).match(NAME) ?? []) names.add(named)
  }
}

/** What a page's HTML names of its build: another build, other names. */
export function buildOf(html: string): string {
  return html.match(NAME)?.join() ?? ''
}

/** Removes the files that no kept page needs, directly or by another file. */
export async function sweepFiles(pages: string[]): Promise<void> {
  const cache = await caches.open(FILES)
  const needed = new Set(pages.flatMap((html) => html.match(NAME) ?? []))
  for (const name of needed) {
    if (name.endsWith('.woff2')) continue
    const file = await cache.match(FOLDER + name, { ignoreVary: true })
    for (const named of (await file?.text())?.match(NAME) ?? []) needed.add(named)
  }
  for (const request of await cache.keys())
    if (!needed.has(new URL(request.url).pathname.slice(FOLDER.length))) await cache.delete(request)
}
