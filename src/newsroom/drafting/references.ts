import { createHash } from 'node:crypto'
import { PreconditionFailed, type Bucket } from '#bucket/bucket.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import type { Reference } from '#newsroom/sources/entry.ts'
import type { Story } from '#newsroom/stories/story.ts'

// More texts than this add little but tokens; less text than this cannot carry an article.
const MOST = 5
const LEAST_TEXT = 600
const WORTH_GIVING = 200

/**
 * The texts of a story that a writer is given, at most five, one publisher's second text after every other's first; the
 * weightiest and fullest come first; then the primary documents that they link. Empty when the story's own texts together
 * hold under 600 characters.
 */
export function referencesOf(story: Story, documents: readonly Entry[] = []): Reference[] {
  const best = story.entries.toSorted(
    (a, b) => Number(b.complete) - Number(a.complete) || b.weight - a.weight || b.text.length - a.text.length,
  )
  const firsts = best.filter(
    (entry, index) => best.findIndex(({ publisher }) => publisher === entry.publisher) === index,
  )
  const chosen = [...firsts, ...best.filter((entry) => !firsts.includes(entry))]
    .filter(({ text }) => text.length >= WORTH_GIVING)
    .slice(0, MOST)
  if (chosen.reduce((sum, { text }) => sum + text.length, 0) < LEAST_TEXT) return []
  return [...chosen, ...documents].map(({ publisher, url, title, date, firstSeen, text }, index) => ({
    id: `S${index + 1}`,
    hash: createHash('sha256').update(text).digest('hex'),
    publisher,
    url,
    title,
    date,
    ...(firstSeen && { firstSeen }),
    text,
  }))
}

/** Stores the texts under their hash (`texts/{sha256}.txt`), so that every check can be done again on what was read. */
export async function storeTexts(desk: Bucket, references: Reference[]): Promise<void> {
  for (const { hash, text } of references) {
    try {
      const body = Buffer.from(text)
      await desk.put(`texts/${hash}.txt`, body, { contentType: 'text/plain; charset=utf-8', ifNoneMatch: '*' })
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error
    }
  }
}
