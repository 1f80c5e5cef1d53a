/** The cache for visited pages, keyed by URL. */
export const PAGES = { name: 'offline-pages-2', maxEntries: 50 }

/** The cache for scripts, styles, fonts and images, keyed by URL. */
export const FILES = { name: 'offline-files-2', maxEntries: 200 }

/** Saves a response as the newest entry of a cache, and deletes the oldest entries above the limit. */
export async function save({ name, maxEntries }: typeof PAGES, url: string, response: Response): Promise<void> {
  const cache = await caches.open(name)
  await cache.delete(url)
  await cache.put(url, response)
  for (const oldest of (await cache.keys()).slice(0, -maxEntries)) await cache.delete(oldest)
}

/** Deletes an entry if it exists. */
export async function remove({ name }: typeof PAGES, url: string): Promise<void> {
  await (await caches.open(name)).delete(url)
}
