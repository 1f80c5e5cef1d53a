import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Archive, ArchivedPost } from '#archive/archive.ts'
import { openIndexer } from '#archive/search/indexer.ts'
import { isNamed, isNickname } from '#archive/search/named-categories.ts'
import { otherNames, otherNamesIn, type Synonyms } from '#archive/search/synonyms.ts'
import { startWorkerIndexer } from '#archive/search/worker-indexer.ts'
import { categoryLabel } from '#blog/category.ts'
import type { SearchResult } from '#blog/client.ts'
import type { PostSummary } from '#blog/post.ts'
import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import type { S3Access } from '#bucket/s3-address.ts'

/** A post that a search found, with the marks in its title and a snippet. */
export type FoundPost = ArchivedPost & Pick<PostSummary, 'marks' | 'snippet'>

/** Finds posts by their words. It follows an archive. */
export type SearchIndex = {
  /**
   * Finds at most `limit` posts, the best first, and the categories and tags that the query names. Any query is valid.
   * Rejects with Unavailable while the index cannot respond.
   */
  search(query: string, limit: number): Promise<Omit<SearchResult, 'posts'> & { posts: FoundPost[] }>
  /** Returns up to 6 posts to read after a post with this source: the closest in content first, then the newest. Rejects like `search`. */
  related(post: ArchivedPost, source: string): Promise<ArchivedPost[]>
  /** Stops the index immediately. Resolves when its thread has ended. */
  close(): Promise<void>
}

const MAX_RELATED = 6

// The first paragraphs are enough to find related posts. Looking up a whole text takes longer than rendering its page.
const MAX_SOURCE_CHARACTERS = 2_000

/**
 * Opens the index of an archive's posts. If `address` is set, it runs in a worker thread, and with a `cache` folder its file
 * is used again by the next process. Otherwise it runs in this thread. Texts that cannot be read are passed to `onError`.
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
  const allNames = otherNames(synonyms)
  const indexer =
    address === null
      ? openIndexer({ bucket, file: null, onError })
      : startWorkerIndexer({ address, access, file: cache === null ? null : fileOf(address, cache) }, onError)
  const stop = archive.onChange(follow)
  follow()

  // An unavailable index is not an error here, because this request only makes the index read new events earlier.
  function follow(): void {
    indexer.ask({ kind: 'follow', sequence: archive.sequence }).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) onError(error)
    })
  }

  // Null if the post has another text by now, or was retracted, because the index may be behind the archive.
  function current(found: { category: string; id: string; text: number }): ArchivedPost | null {
    const post = archive.find(found.category, found.id)
    return post?.text === found.text ? post : null
  }

  return {
    async search(query, limit) {
      const { sequence } = archive
      const names = otherNamesIn(query, allNames)
      const namedBy = (words: string) => archive.categories().filter((category) => isNamed(category, words, names))
      const named = namedBy(query)
      const categories = named.filter((category) => isNickname(category, query, names)).map(categoryLabel)
      const response = await indexer.ask({ kind: 'search', query, limit, names, categories, sequence })
      const { tags, meant } = response
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

// The name depends on the address, because several buckets may share a cache folder.
function fileOf(address: string, cache: string): string {
  return join(cache, `search-${createHash('sha256').update(address).digest('hex').slice(0, 12)}.sqlite`)
}
