import { Corrupt, type Bucket } from '#bucket/bucket.ts'

/**
 * Rejects with Corrupt if a bucket has two or more posts but no journal, because publishing into it would hide them for good.
 * A single post is allowed: a first publication may have stopped before its event, and publishing again completes it.
 */
export async function requireJournal(bucket: Bucket): Promise<void> {
  if ((await bucket.list({ prefix: 'posts/', limit: 1 })).keys.length === 0) return
  const posts = postsAmong(await Array.fromAsync(bucket.keys('posts/'))).length
  // Check the journal last, because another process may be publishing the first posts at this moment.
  if (posts < 2 || (await hasJournal(bucket))) return
  throw new Corrupt(
    `This bucket has ${posts} posts and no journal. Restore journal/ from a backup, or rebuild it from the posts with ` +
      '"npm run doctor -- --reindex".',
  )
}

/** True if the bucket has any file below `journal/`. */
export async function hasJournal(bucket: Bucket): Promise<boolean> {
  return (await bucket.list({ prefix: 'journal/', limit: 1 })).keys.length > 0
}

/** The posts that have a `content.json` among these keys, whether or not it can be read. */
export function postsAmong(keys: Iterable<string>): { category: string; id: string }[] {
  return [...keys].flatMap((key) => {
    const [, category = '', id = ''] = /^posts\/([^/]+)\/([^/]+)\/content\.json$/.exec(key) ?? []
    return id === '' ? [] : [{ category, id }]
  })
}
