import MiniSearch from 'minisearch'
import { categoryLabel } from '#blog/category.ts'
import type { Archive, ArchivedPost } from '#archive/archive.ts'

/** Finds posts by words of their title, tags, category and excerpt; the best match first. */
export type Search = (query: string, limit: number) => ArchivedPost[]

/** A search over an archive; the index is made at the first question and follows the archive from then on. */
export function createSearch(archive: Archive): Search {
  const index = new MiniSearch<ArchivedPost & { key: string }>({
    idField: 'key',
    fields: ['title', 'tags', 'category', 'excerpt'],
    extractField: (post, field) => {
      if (field === 'tags') return post.tags.join(' ')
      if (field === 'category') return categoryLabel(post.category)
      return field === 'title' ? post.title : field === 'excerpt' ? post.excerpt : post.key
    },
    searchOptions: {
      boost: { title: 4, tags: 3, category: 2 },
      // The last word may be half-typed; longer words may have a letter wrong.
      prefix: (_term, place, terms) => place === terms.length - 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  })
  const indexed = new Map<string, number>()
  let sequence = 0

  function follow(): void {
    if (archive.sequence === sequence) return
    const current = new Set<string>()
    for (const post of archive.all()) {
      const key = `${post.category}/${post.id}`
      current.add(key)
      if (indexed.get(key) === post.sequence) continue
      if (indexed.has(key)) index.discard(key)
      index.add({ ...post, key })
      indexed.set(key, post.sequence)
    }
    for (const key of indexed.keys()) {
      if (current.has(key)) continue
      index.discard(key)
      indexed.delete(key)
    }
    ;({ sequence } = archive)
  }

  return (query, limit) => {
    follow()
    return index
      .search(query)
      .slice(0, limit)
      .flatMap(({ id }) => {
        const [category = '', name = ''] = String(id).split('/')
        return archive.find(category, name) ?? []
      })
  }
}
