import { Corrupt, firstKey, type Bucket } from '#bucket/bucket.ts'

/**
 * Rejects with Corrupt if a bucket has two or more posts but no journal, because publishing to it would hide these
 * posts permanently. One post is allowed, because the first publication may have stopped before it committed its event.
 * In that case, publishing the post again completes it.
 */
export async function requireJournal(bucket: Bucket): Promise<void> {
  const posts = postsAmong(await Array.fromAsync(bucket.keys('posts/'))).length
  // Check the journal last, because another process may be publishing the first posts right now.
  if (posts < 2 || (await hasJournal(bucket))) return
  throw new Corrupt(
    `This bucket has ${posts} posts and no journal. Restore journal/ from a backup, or rebuild the journal with ` +
      '"npm run doctor -- --reindex".',
  )
}

/** True if the bucket has an object below `journal/`. */
export async function hasJournal(bucket: Bucket): Promise<boolean> {
  return (await firstKey(bucket, 'journal/')) !== null
}

/** Returns the posts whose `content.json` is among these keys, even if it cannot be read. */
export function postsAmong(keys: Iterable<string>): { category: string; id: string }[] {
  return [...keys].flatMap((key) => {
    const [, category = '', id = ''] = /^posts\/([^/]+)\/([^/]+)\/content\.json$/.exec(key) ?? []
    return id === '' ? [] : [{ category, id }]
  })
}
