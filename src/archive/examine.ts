import { contentKey, postPrefix, thumbnailKey } from '#blog/keys.ts'
import { readPost } from '#blog/wire.ts'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { readText, textKey } from '#archive/text.ts'

/** What a bucket holds, compared with what its journal says. */
export type Examination = {
  events: number
  posts: number
  /** Keys of objects that belong to no published post: left by a publication or correction that died, or by a retraction. */
  orphans: string[]
  /** What a reader would miss, in sentences: a published post without its text or picture, or with text that cannot be read. */
  problems: string[]
}

/** Compares the objects of a bucket with its journal. Rejects with Corrupt when the journal itself cannot be read. */
export async function examine(bucket: Bucket): Promise<Examination> {
  const present = new Set<string>()
  for await (const key of keysBelow(bucket, 'posts/')) present.add(key)
  // Read after the objects were listed: what was published meanwhile is not taken for an orphan.
  const problems: string[] = []
  const onError = (error: unknown) => problems.push(error instanceof Error ? error.message : String(error))
  const archive = await openArchive({ bucket, pollEvery: 0, onError })
  const published = new Map(archive.all().map((post) => [postPrefix(post.category, post.id), post]))
  for (const post of archive.all()) {
    const { category, id } = post
    const prefix = postPrefix(category, id)
    for (const key of [contentKey(category, id), thumbnailKey(prefix)]) {
      if (!present.has(key) && !(await bucket.get(key)))
        problems.push(`The published post ${category}/${id} has no ${key}.`)
    }
    const text = await readText(bucket, post).catch((error: unknown) => {
      if (error instanceof Corrupt) return null
      throw error
    })
    if (text === null) problems.push(`The text of ${category}/${id} cannot be read.`)
  }
  const orphans = [...present].filter((key) => {
    const post = published.get(key.slice(0, key.lastIndexOf('/') + 1))
    return post === undefined || (/[/]revision-[^/]*$/.test(key) && key !== textKey(post))
  })
  return { events: archive.sequence, posts: archive.all().length, orphans, problems }
}

/** Deletes what `examine` found to belong to no post. Not while something is being published: its files have no event yet. */
export async function sweep(bucket: Bucket, orphans: readonly string[]): Promise<void> {
  for (const key of orphans) await bucket.delete(key)
}

/** Writes the journal of a bucket that has posts and none, oldest post first; resolves to their number. Corrupt when there is a journal. */
export async function reindex(bucket: Bucket): Promise<number> {
  const { keys } = await bucket.list({ prefix: 'journal/', limit: 1 })
  if (keys.length > 0)
    throw new Corrupt(
      'This bucket has a journal. A new one is only written where there is none: move journal/ away first.',
    )
  const found = []
  for await (const key of keysBelow(bucket, 'posts/')) {
    const [, category, id, file] = key.split('/')
    if (!category || !id || file !== 'content.json') continue
    const stored = await bucket.get(key)
    if (!stored) continue
    const post = readPost(JSON.parse(Buffer.from(stored.body).toString()), category)
    if (post.date === null || Number.isNaN(Date.parse(post.date)))
      throw new Corrupt(`The post ${key} has no date: give it one, then try again.`)
    found.push({
      id,
      category,
      title: post.title,
      excerpt: post.excerpt,
      date: post.date,
      prefix: postPrefix(category, id),
      tags: post.tags,
    })
  }
  const journal = openJournal({ bucket })
  for (const post of found.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date)))
    await journal.append({ kind: 'published', post })
  return found.length
}

async function* keysBelow(bucket: Bucket, prefix: string): AsyncGenerator<string> {
  let after: string | undefined
  for (;;) {
    const page = await bucket.list({ prefix, after })
    yield* page.keys
    if (page.next === null) return
    after = page.next
  }
}
