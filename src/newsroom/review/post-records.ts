import type { PostToPublish } from '#archive/post-store.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import {
  readPendingPosts,
  type PendingPost,
  type PendingSlot,
  type Storage,
} from '#newsroom/publishing/pending-post.ts'
import type { Reference } from '#newsroom/sources/entry.ts'

/** The checks' questions, the judge's verdicts, and the sentences that were removed from a post's draft. */
export type Notes = PendingPost['notes']

/** Reads a source by its URL, as the newsroom read it. Resolves to null if the newsroom did not store the text. */
export type ReadSource = (url: string) => Promise<Omit<Reference, 'id'> | null>

/** The newsroom's record of a post that it wrote. */
export type PostRecord = {
  /** The post as the newsroom wrote it. */
  post: PostToPublish
  findings: Finding[]
  notes: Notes
  readSource: ReadSource
  /** Publishes the post. Resolves to false if it is already published or retracted. */
  publish(post: PostToPublish): Promise<boolean>
}

/**
 * Reads the records of published and held posts. For each record that could not be read, `unreadable` contains the
 * reason.
 */
export async function readPostRecords(store: Storage): Promise<{ records: PostRecord[]; unreadable: string[] }> {
  const unreadable: string[] = []
  const onError = (error: unknown) => void unreadable.push(error instanceof Error ? error.message : String(error))
  const slots = await readPendingPosts(store.desk, '', { archive: store.archive, onError })
  return { records: slots.map(recordOf), unreadable }

  function recordOf(slot: PendingSlot): PostRecord {
    const { post, markdown, warnings, notes, references } = slot.pending
    return {
      post: { ...post, markdown },
      findings: warnings,
      notes,
      readSource: async (url) => {
        const reference = references.find((reference) => reference.url === url)
        const stored = reference && (await store.desk.get(`texts/${reference.hash}.txt`))
        return stored ? { ...reference, text: Buffer.from(stored.body).toString() } : null
      },
      publish: async (edited) => {
        // Load the code that draws covers only when publishing.
        const { publishPending } = await import('#newsroom/publishing/publish-pending.ts')
        return await publishPending({ ...store, slot, post: edited })
      },
    }
  }
}
