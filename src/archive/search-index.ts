import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Archive, ArchivedPost } from '#archive/archive.ts'
import { openIndexer } from '#archive/search/indexer.ts'
import { queryWords } from '#archive/search/query.ts'
import { MAX_RELATED } from '#archive/search/related-texts.ts'
import { nameKey, otherNames, type OtherNames, type Synonyms } from '#archive/search/synonyms.ts'
import { wordsOf } from '#archive/search/tokenize.ts'
import { startWorkerIndexer } from '#archive/search/worker-indexer.ts'
import { categoryLabel } from '#blog/category.ts'
import type { SearchResult } from '#blog/client.ts'
import type { PostSummary } from '#blog/post.ts'
import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import type { S3Access } from '#bucket/s3-address.ts'

/** A post that a search found, with its snippet and the matches in its title. */
export type FoundPost = ArchivedPost & Pick<PostSummary, 'marks' | 'snippet'>

/** A full-text index of an archive's posts. It is updated whenever the archive changes. */
export type SearchIndex = {
  /**
   * Finds up to `limit` posts, best match first, and the categories and tags whose name matches. Any query is valid.
   * Rejects with Unavailable if the index currently cannot respond.
   */
  search(query: string, limit: number): Promise<Omit<SearchResult, 'posts'> & { posts: FoundPost[] }>
  /**
   * Returns up to 6 posts: those most similar to `source`, then the newest ones. Rejects with Unavailable if the index
   * currently cannot respond.
   */
  related(post: ArchivedPost, source: string): Promise<ArchivedPost[]>
  /** Stops the index. Resolves when its thread has exited. */
  close(): Promise<void>
}

// The first paragraphs are enough to find related posts. A search with the whole text would take longer than rendering
// the page.
const MAX_SOURCE_CHARACTERS = 2_000

/**
 * Opens the index for an archive's posts. If `address` is set, the index runs in a worker thread, otherwise in this
 * thread. If a `cache` folder is also set, the worker stores the index there so that the next process can reuse it.
 * Calls `onError` for each post whose text cannot be read.
 */
export function openSearchIndex(options: {
  archive: Archive
  bucket: Bucket
  address?: string | null
  access?: S3Access | null
  cache?: string | null
  synonyms?: Synonyms
  onError?: (error: unknown) => void
}): SearchIndex {
  const { archive, bucket, address = null, access = null, cache = null } = options
  const { synonyms = {}, onError = console.error } = options
  const names = otherNames(synonyms)
  // The name depends on the bucket's address, because several buckets may share a cache folder.
  const file = cache && join(cache, `search-${hash('sha256', address ?? '').slice(0, 12)}.sqlite`)
  const indexer =
    address === null
      ? openIndexer({ bucket, file: null, onError })
      : startWorkerIndexer({ address, access, file }, onError)
  const stop = archive.onChange(follow)
  follow()

  // Ignore the error if the index is unavailable, because this request only makes the index read new events earlier.
  function follow(): void {
    indexer.ask({ kind: 'follow', sequence: archive.sequence }).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) onError(error)
    })
  }

  // Returns null if the post was corrected or retracted in the meantime, because the index may lag behind the archive.
  function current(found: { category: string; id: string; text: number }): ArchivedPost | null {
    const post = archive.find(found.category, found.id)
    return post?.text === found.text ? post : null
  }

  return {
    async search(query, limit) {
      const { sequence } = archive
      const namedBy = (words: string) => archive.categories().filter((category) => isNamed(category, words, names))
      const response = await indexer.ask({ kind: 'search', query, limit, names, sequence })
      const { tags, meant } = response
      const named = namedBy(query)
      const found = response.hits.flatMap(({ isComplete, marks, snippet, ...hit }) => {
        const post = current(hit)
        return post === null ? [] : [{ isComplete, post: { ...post, marks, snippet } }]
      })
      const complete = found.filter(({ isComplete }) => isComplete).length
      return {
        posts: found.map(({ post }) => post),
        total: complete < limit ? complete : response.total,
        meant,
        categories: (named.length > 0 || meant === null ? named : namedBy(meant.words)).map((name) => ({
          name,
          posts: archive.posts(name).length,
        })),
        tags,
      }
    },
    async related(post, source) {
      const start = source.slice(0, MAX_SOURCE_CHARACTERS)
      const request = { kind: 'related', text: post.text, source: start, sequence: archive.sequence } as const
      const { related } = await indexer.ask(request)
      const close = related.flatMap((found) => current(found) ?? [])
      const newest = archive.all().slice(0, 2 * MAX_RELATED + 1)
      const others = newest.filter((other) => !close.includes(other))
      return [...close, ...others].filter(({ text }) => text !== post.text).slice(0, MAX_RELATED)
    },
    async close() {
      stop()
      await indexer.close()
    },
  }
}

// True if a category's name, or a word in it, begins with the query or with one of its synonyms.
function isNamed(category: string, query: string, names: OtherNames): boolean {
  const typed = queryWords(query)
  const label = ` ${wordsOf(categoryLabel(category)).join(' ')}`
  const all = typed.length === 0 ? [] : [typed, ...(names.get(nameKey(typed)) ?? [])]
  return all.some((words) => label.includes(` ${words.join(' ')}`))
}
