import type { Archive, ArchivedPost } from '#archive/archive.ts'

const LIMIT = 3

// Only so many of the newest posts are compared: what to read next should be recent, and the cost stays bounded.
const CANDIDATES = 500

/** Up to 3 posts to read after this one: those that share most tags first, then the same category, then the newest. */
export function readNext(archive: Archive, place: { category: string; id: string }): ArchivedPost[] {
  const post = archive.find(place.category, place.id)
  if (post === null) return []
  const tags = new Set(post.tags.map((tag) => tag.toLowerCase()))
  return archive
    .all()
    .slice(0, CANDIDATES)
    .filter((other) => other.id !== post.id || other.category !== post.category)
    .map((other) => ({ other, closeness: closeness(other) }))
    .toSorted((a, b) => b.closeness - a.closeness)
    .slice(0, LIMIT)
    .map(({ other }) => other)

  function closeness(other: ArchivedPost): number {
    const shared = other.tags.filter((tag) => tags.has(tag.toLowerCase())).length
    return shared * 2 + (other.category === post?.category ? 1 : 0)
  }
}
