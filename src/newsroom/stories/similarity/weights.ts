import type { Features } from '#newsroom/stories/similarity/features.ts'
import { isCommon } from '#newsroom/stories/similarity/words.ts'

/**
 * How much a word that two reports share says for their being of one event: 0 nothing, 1 much. `total` is the weight of
 * a set of words (sets do not change), `entries` the number of entries that have a word.
 */
export type Weights = {
  of(word: string): number
  total(words: Set<string>): number
  isName(word: string): boolean
  entries(word: string): number
}

// As if so many more entries had been read that have none of the batch's words: a batch of two would find every word common.
const BACKGROUND = 100

/** The weights of a batch's words: its rare words, names and figures weigh more, the vocabulary of the trade little. */
export function weightsOf(batch: Features[]): Weights {
  const entries = new Map<string, number>()
  const named = new Map<string, number>()
  for (const features of batch) {
    for (const word of features.all) entries.set(word, (entries.get(word) ?? 0) + 1)
    for (const word of features.named) named.set(word, (named.get(word) ?? 0) + 1)
    for (const word of features.lower) named.set(word, (named.get(word) ?? 0) - 1)
    if (features.first !== '') named.set(features.first, (named.get(features.first) ?? 0) + 0.5)
  }
  const most = Math.log(1 + (batch.length + BACKGROUND) / 1.5)
  const weights = new Map<string, number>()
  for (const [word, count] of entries) {
    const rarity = Math.log(1 + (batch.length + BACKGROUND) / (count + 0.5)) / most
    weights.set(word, rarity ** 2.5 * kindOf(word, (named.get(word) ?? 0) > 0))
  }
  const isName = (word: string) => (named.get(word) ?? 0) > 0 && !isCommon(word)
  const of = (word: string) => weights.get(word) ?? 1
  const totals = new WeakMap<Set<string>, number>()
  const total = (words: Set<string>) => {
    const known = totals.get(words) ?? [...words].reduce((sum, word) => sum + of(word), 0)
    totals.set(words, known)
    return known
  }
  return { of, total, isName, entries: (word) => entries.get(word) ?? 0 }
}

function kindOf(word: string, isName: boolean): number {
  if (isCommon(word)) return 0.2
  if (/^\d+$/.test(word) && Number(word) < 100) return 0.5
  return isName || /\d/.test(word) ? 1.2 : 0.55
}
