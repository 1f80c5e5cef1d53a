import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from '#bucket/bucket.ts'
import type { Bucket } from '#bucket/bucket.ts'
import type { ArchivedPost } from '#archive/archive.ts'
import { readText } from '#archive/text.ts'
import { countWords, plainText } from '#archive/words.ts'

// So many texts are on their way at once: enough for a bucket across a network, little beside what readers ask for.
const WIDTH = 4

const ATTEMPTS = 3

/**
 * Reads the words of the texts of one post after the `next`, until there is none. A text that is no longer the post's is
 * passed over; one that cannot be read is told to `onError`.
 */
export async function readWords(options: {
  bucket: Bucket
  next: () => ArchivedPost | null
  stands: (post: ArchivedPost) => boolean
  addText: (post: ArchivedPost, counts: ReadonlyMap<string, number>) => void
  onError: (error: unknown) => void
  retryAfter: number
}): Promise<void> {
  const { bucket, next, stands, addText, onError, retryAfter } = options

  async function readOn(): Promise<void> {
    for (let post = next(); post !== null; post = next()) {
      if (!stands(post)) continue
      try {
        const text = await readPatiently(post)
        if (text !== null) addText(post, countWords(plainText(text)))
      } catch (error) {
        onError(error)
      }
      // One text takes about a millisecond; whoever has asked something meanwhile comes first.
      await pause(1, undefined, { ref: false })
    }
  }

  // Null when the stored text is another one already: the archive is about to learn of it, and it is read then.
  async function readPatiently(post: ArchivedPost): Promise<string | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const stored = await readText(bucket, post)
        return stored?.revision === post.revision ? (stored.markdown ?? stored.post.html) : null
      } catch (error) {
        if (!(error instanceof Unavailable) || attempt === ATTEMPTS) throw error
        await pause(retryAfter, undefined, { ref: false })
      }
    }
  }

  await Promise.all(Array.from({ length: WIDTH }, readOn))
}
