import type { ArchivedPost } from '#archive/archive.ts'
import { timeOf } from '#blog/date.ts'
import type { Oversight } from '#blog/disclosure.ts'
import type { PostSummary } from '#blog/post.ts'

/**
 * A post as feeds and sitemaps list it. `published` and `changed` (its publication or its last correction) are in
 * milliseconds since 1970, null without a readable date; `oversight` is null when no record of it is known.
 */
export type Listed = Omit<PostSummary, 'date'> & {
  tags: readonly string[]
  published: number | null
  changed: number | null
  oversight: Oversight | null
}

// What the four digits of a year in RFC 822 and RFC 3339 can say.
const LAST = Date.UTC(9999, 11, 31)

/** A post of our own archive, with its record. */
export function ofArchive(post: ArchivedPost): Listed {
  const { id, category, title, excerpt, prefix, tags } = post
  const [published, updated] = [momentOf(post.date), momentOf(post.updated)]
  const changed = published === null || updated === null ? (updated ?? published) : Math.max(published, updated)
  return { id, category, title, excerpt, prefix, tags, published, changed, oversight: post }
}

/** A post of a backend that somebody else runs. */
export function ofBackend(post: PostSummary): Listed {
  const published = momentOf(post.date)
  return {
    // Half a character cannot stand in an address.
    id: post.id.toWellFormed(),
    category: post.category.toWellFormed(),
    prefix: post.prefix?.toWellFormed() ?? null,
    ...{ title: post.title, excerpt: post.excerpt, tags: [], published, changed: published, oversight: null },
  }
}

/** The newest changes first, posts without a readable date last; a correction brings its post up again. */
export function newestChanges(posts: readonly Listed[], limit: number): Listed[] {
  return posts.toSorted((a, b) => (b.changed ?? -1) - (a.changed ?? -1)).slice(0, limit)
}

function momentOf(iso: string | null): number | null {
  const time = timeOf(iso)
  return time >= 0 && time <= LAST ? time : null
}
