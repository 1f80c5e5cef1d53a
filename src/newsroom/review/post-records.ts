import type { Archive } from '#archive/archive.ts'
import type { Journal } from '#archive/journal.ts'
import type { PostToPublish } from '#archive/post-store.ts'
import type { Bucket } from '#bucket/bucket.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import { readPendingPosts, type PendingPost, type PendingSlot } from '#newsroom/publishing/pending-post.ts'
import { numberSource } from '#newsroom/sources/units.ts'

/** Code's questions, the judge's verdicts, and the removed sentences of a post. */
export type Notes = NonNullable<PendingPost['notes']>

/** The newsroom's record of a post that it wrote. */
export type PostRecord = {
  /** The post as it was written. */
  post: PostToPublish
  findings: Finding[]
  /** Null for posts that are older than these notes. */
  notes: Notes | null
  /** Returns the text of a source as the newsroom read it, or null if it was not kept. */
  textOf(url: string): Promise<string | null>
  /** Returns the units of a source by its number in the article, or an empty list if its text was not kept. */
  unitsOf(url: string, number: number): Promise<{ id: string; text: string }[]>
  /** Returns the publication date of a source as ISO text. */
  dateOf(url: string): string | null
  /** Publishes the post. Returns false if it is already published or retracted. */
  publish(post: PostToPublish): Promise<boolean>
}

/** Reads the records of published and held posts, and the problems of records that cannot be read. */
export async function readPostRecords(store: {
  bucket: Bucket
  desk: Bucket
  journal: Journal
  archive: Archive
}): Promise<{ records: PostRecord[]; unreadable: string[] }> {
  const unreadable: string[] = []
  const onError = (error: unknown) => void unreadable.push(error instanceof Error ? error.message : String(error))
  const slots = await readPendingPosts(store.desk, '', { archive: store.archive, onError })
  return { records: slots.map(recordOf), unreadable }

  function recordOf(slot: PendingSlot): PostRecord {
    const { post, markdown, warnings, notes = null, references } = slot.pending
    const referenceOf = (url: string) => references.find((reference) => reference.url === url)
    async function textOf(url: string): Promise<string | null> {
      const reference = referenceOf(url)
      const stored = reference === undefined ? null : await store.desk.get(`texts/${reference.hash}.txt`)
      return stored === null ? null : Buffer.from(stored.body).toString()
    }
    return {
      post: { ...post, markdown },
      findings: warnings,
      notes,
      textOf,
      dateOf: (url) => referenceOf(url)?.date ?? null,
      unitsOf: async (url, number) => {
        const [reference, text] = [referenceOf(url), await textOf(url)]
        return reference && text !== null ? numberSource({ ...reference, id: `S${number}`, text }).units : []
      },
      publish: async (edited) => {
        // Only publishing needs the code that draws pictures.
        const { publishPending } = await import('#newsroom/publishing/publish-pending.ts')
        return await publishPending({ ...store, slot, post: edited })
      },
    }
  }
}
