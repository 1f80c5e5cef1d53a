import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Archive, ArchivedPost } from '#archive/archive.ts'
import { openIndexer } from '#archive/search/indexer.ts'
import { isNamed, isNickname } from '#archive/search/named-categories.ts'
import { otherNames, otherNamesIn, type Synonyms } from '#archive/search/synonyms.ts'
import { startWorkerIndexer } from '#archive/search/worker-indexer.ts'
import { categoryLabel } from '#blog/category.ts'
import type { Found } from '#blog/client.ts'
import type { PostSummary } from '#blog/post.ts'
import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import type { S3Access } from '#bucket/s3-address.ts'

/** A post that was found, with its marks and perhaps a snippet. */
export type FoundPost = ArchivedPost & Pick<PostSummary, 'marks' | 'snippet'>

/** Finds posts by their words; it follows an archive by itself. */
export type SearchIndex = {
  /**
   * At most `limit` posts that match a question, the best first, and categories and tags of that name; whatever is asked, it
   * is only text. Rejects with Unavailable while the index cannot answer.
   */
  search(query: string, limit: number): Promise<Omit<Found, 'posts'> & { posts: FoundPost[] }>
  /** Up to 6 posts to read after one with this source: the closest in content first, then the newest. Rejects as `search` does. */
  related(post: ArchivedPost, source: string): Promise<ArchivedPost[]>
  /** Ends its thread at once; resolves when it has ended. */
  close(): Promise<void>
}

const MOST_RELATED = 6

// What a post is about is in its first paragraphs; a long text would take longer to look up than its page to render.
const MOST_SENT = 2_000

/**
 * Opens the index of an archive's posts. With the `address` of its bucket (and its `access`) it has a thread of its own and, with a `cache`
 * folder, outlives the process; without, it works in this thread. A text that cannot be read is told to `onError` and costs
 * only itself.
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
  const {
    archive,
    bucket,
    address = null,
    access = null,
    cache = null,
    synonyms = {},
    onError = console.error,
  } = options
  const allNames = otherNames(synonyms)
  const indexer =
    address === null
      ? openIndexer({ bucket, file: null, onError })
      : startWorkerIndexer({ address, access, file: cache === null ? null : fileOf(address, cache), onError })
  const stop = archive.onChange(follow)
  follow()

  // Whoever asks while the index is away is told; this was only to let it begin early.
  function follow(): void {
    indexer.ask({ kind: 'follow', sequence: archive.sequence }).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) onError(error)
    })
  }

  // What the index has may be older than what the archive says.
  function current<T extends { category: string; id: string; text: number }>(found: T): ArchivedPost | null {
    const post = archive.find(found.category, found.id)
    return post?.text === found.text ? post : null
  }

  return {
    async search(query, limit) {
      const names = otherNamesIn(query, allNames)
      const namedBy = (words: string) => archive.categories().filter((category) => isNamed(category, words, names))
      const named = namedBy(query)
      const categories = named.filter((category) => isNickname(category, query, names))
      const { sequence } = archive
      const answer = await indexer.ask({
        kind: 'search',
        query,
        limit,
        names,
        categories: categories.map(categoryLabel),
        sequence,
      })
      const { tags, meant } = answer
      const found = answer.posts.flatMap(({ isWhole, marks, snippet, ...place }) => {
        const post = current(place)
        return post === null ? [] : [{ isWhole, post: { ...post, marks, snippet } }]
      })
      const whole = found.filter(({ isWhole }) => isWhole).length
      return {
        posts: found.map(({ post }) => post),
        total: whole < limit ? whole : answer.total,
        meant,
        categories: (named.length > 0 || meant === null ? named : namedBy(meant.words)).map((name) => ({
          name,
          posts: archive.posts(name).length,
        })),
        tags,
      }
    },
    async related(post, source) {
      const question = {
        kind: 'related',
        text: post.text,
        source: source.slice(0, MOST_SENT),
        sequence: archive.sequence,
      } as const
      const { related } = await indexer.ask(question)
      const close = related.flatMap((found) => current(found) ?? [])
      const newest = archive.all().slice(0, 2 * MOST_RELATED + 1)
      const others = newest.filter((other) => !close.includes(other))
      return [...close, ...others].filter(({ text }) => text !== post.text).slice(0, MOST_RELATED)
    },
    async close() {
      stop()
      await indexer.close()
    },
  }
}

// Buckets may share a folder.
function fileOf(address: string, cache: string): string {
  return join(cache, `search-${createHash('sha256').update(address).digest('hex').slice(0, 12)}.sqlite`)
}
