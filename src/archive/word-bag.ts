import { categoryLabel } from '#blog/category.ts'
import type { ArchivedPost } from '#archive/archive.ts'
import { isCommon, wordsOf } from '#archive/words.ts'

/** The fields of a summary, as bits; a higher one counts for more than all lower ones together. */
export const FIELDS = { excerpt: 1, category: 2, tags: 4, title: 8 } as const

/** The words of a post by their numbers, each once, and how much the post is about each of them. */
export type WordBag = { words: Uint32Array; weights: Float32Array }

/** Which fields of a post's summary each word is in, as a sum of their bits. */
export function fieldsOf(post: ArchivedPost): Map<string, number> {
  const fields = new Map<string, number>()
  for (const [text, field] of [
    [post.title, FIELDS.title],
    [post.tags.join(' '), FIELDS.tags],
    [categoryLabel(post.category), FIELDS.category],
    [post.excerpt, FIELDS.excerpt],
  ] as const) {
    for (const word of wordsOf(text)) fields.set(word, (fields.get(word) ?? 0) | field)
  }
  return fields
}

/** The words of a post's summary and text. The category is not among them: posts are related across categories, too. */
export function bagOf(options: {
  fields: ReadonlyMap<string, number>
  counts: ReadonlyMap<string, number>
  find: (word: string) => number | null
}): WordBag {
  const { fields, counts, find } = options
  const weights = new Map<number, number>()
  const add = (word: string, weight: number) => {
    const number = weight === 0 || isCommon(word) ? null : find(word)
    if (number !== null) weights.set(number, (weights.get(number) ?? 0) + weight)
  }
  for (const [word, field] of fields) {
    add(word, (field & FIELDS.title ? 2 : 0) + (field & FIELDS.tags ? 2 : 0) + (field & FIELDS.excerpt ? 1 : 0))
  }
  // The tenth time that a word is said tells less than the second.
  for (const [word, count] of counts) add(word, Math.log2(1 + count))
  return { words: Uint32Array.from(weights.keys()), weights: Float32Array.from(weights.values()) }
}
