import type { Bucket } from '#bucket/bucket.ts'
import type { Reference, SourceText } from '#newsroom/sources/entry.ts'
import { createObject, sha256 } from '#newsroom/store/json-store.ts'
import type { Story } from '#newsroom/stories/story.ts'

// More than five texts add many tokens but few facts.
const MAX_TEXTS = 5
// About 400 words. A shorter text is read as quickly as an article about it, so it is used only for urgent news.
const MIN_TOTAL_LENGTH = 2_400
const MIN_URGENT_LENGTH = 600
const MIN_LENGTH = 200

/**
 * Selects up to five of a story's texts for the writer, then adds the documents that they link to. Complete texts come
 * first, then texts from sources with more weight. A publisher's second text comes after the first texts from all other
 * publishers. Returns an empty list if all texts together have fewer than 2,400 characters, or 600 for urgent news.
 */
export function referencesOf(
  story: Story & { isUrgent?: boolean },
  documents: readonly SourceText[] = [],
): Reference[] {
  const best = story.entries.toSorted(
    (a, b) => Number(b.complete) - Number(a.complete) || b.weight - a.weight || b.text.length - a.text.length,
  )
  const firsts = best.filter(
    (entry, index) => best.findIndex(({ publisher }) => publisher === entry.publisher) === index,
  )
  const chosen = [...firsts, ...best.filter((entry) => !firsts.includes(entry))]
    .filter(({ text }) => text.length >= MIN_LENGTH)
    .slice(0, MAX_TEXTS)
  const all = [...chosen, ...documents]
  const minLength = story.isUrgent ? MIN_URGENT_LENGTH : MIN_TOTAL_LENGTH
  if (all.reduce((sum, { text }) => sum + text.length, 0) < minLength) return []
  return all.map(({ publisher, url, title, date, text }, index) => {
    return { id: `S${index + 1}`, hash: sha256(text), publisher, url, title, date, text }
  })
}

/** Stores the texts under their hashes (`texts/{sha256}.txt`) so that later checks can use the same texts. */
export async function storeTexts(desk: Bucket, references: Reference[]): Promise<void> {
  for (const { hash, text } of references)
    await createObject(desk, `texts/${hash}.txt`, Buffer.from(text), 'text/plain; charset=utf-8')
}
