import { readdir } from 'node:fs/promises'
import type { Archive } from '#archive/archive.ts'

/**
 * Resolves to true if the first edition must be published: the bucket lacks some of its articles and has no others.
 */
export async function isStarterWanted(archive: Archive, folder: string): Promise<boolean> {
  if (archive.sequence === 0) return true
  const names = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.md'))
  const edition = new Set(names.map((path) => path.replaceAll('\\', '/').slice(0, -'.md'.length)))
  const posts = archive.all()
  // Verdicts are events too. If there are more events than posts, people have changed the bucket, so leave it alone.
  return (
    archive.sequence === posts.length &&
    posts.length < edition.size &&
    posts.every(({ category, id }) => edition.has(`${category}/${id}`))
  )
}
