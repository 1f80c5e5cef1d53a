import { readdir } from 'node:fs/promises'
import type { Archive } from '#archive/archive.ts'

/** True if the first edition in a folder must be published: the bucket has only articles of it, and not all of them. */
export async function isStarterWanted(archive: Archive, folder: string): Promise<boolean> {
  if (archive.sequence === 0) return true
  const names = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.md'))
  const edition = new Set(names.map((path) => path.replaceAll('\\', '/').slice(0, -'.md'.length)))
  const posts = archive.all()
  // A retraction is also an event. A bucket that people have changed is left alone.
  return (
    archive.sequence === posts.length &&
    posts.length < edition.size &&
    posts.every(({ category, id }) => edition.has(`${category}/${id}`))
  )
}
