import { isFunctionWord } from '#text/function-words.ts'
import { stem } from '#text/stem.ts'

/** Sentences that may bear others: of each its telling words, and how rare each word is among them. */
export type Candidates = { words: Set<string>[]; rarity: Map<string, number> }

/** Reads sentences once, for all that is asked of them. */
export function candidatesOf(sentences: string[]): Candidates {
  const words = sentences.map(tellingWords)
  const counts = new Map<string, number>()
  for (const word of words.flatMap((own) => [...own])) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarity = [...counts].map(([word, count]): [string, number] => {
    const rare = Math.log(1 + sentences.length / count)
    return [word, isNumber(word) ? 2 * rare : rare]
  })
  return { words, rarity: new Map(rarity) }
}

/**
 * The sentences that most likely bear what a text says: the places of at most three, the likeliest first, which share
 * numbers or rare words with it. Only those that `mayBear` are asked.
 */
export function likelyEvidence(
  text: string,
  { words, rarity }: Candidates,
  mayBear: (index: number) => boolean = () => true,
): number[] {
  const asked = tellingWords(text)
  const chosen: number[] = []
  const covered = new Set<string>()
  let best = 0
  // The one that shares most first, then whichever shares most of what the ones before it do not.
  while (chosen.length < MOST) {
    let next = { index: -1, score: 0 }
    for (const [index, own] of words.entries()) {
      if (chosen.includes(index) || !mayBear(index)) continue
      const shared = [...own].filter((word) => asked.has(word))
      // One word, or one digit, is shared by chance.
      if (shared.length < 2 && !shared.some((word) => isNumber(word) && word.length > 1)) continue
      const gain = shared.filter((word) => !covered.has(word)).reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0)
      // Of two that share as much, the shorter says it more plainly.
      const score = gain / Math.sqrt(8 + own.size)
      if (score > next.score) next = { index, score }
    }
    if (next.index === -1 || next.score < WORTH * best) break
    best ||= next.score
    chosen.push(next.index)
    for (const word of words[next.index] ?? []) covered.add(word)
  }
  return chosen
}

const MOST = 3

// A further sentence has to bring at least this part of what the best one shares.
const WORTH = 0.3

// Lower case, without the endings of forms: two texts about one fact rarely use the same ones.
function tellingWords(text: string): Set<string> {
  const plain = text.normalize('NFKC').replaceAll(/(?<=\d),(?=\d{3})/g, '')
  const words = plain.toLowerCase().match(/\d+(?:\.\d+)*|\p{L}[\p{L}\p{M}]*/gu) ?? []
  const telling = words.filter((word) => isNumber(word) || (word.length > 1 && !isFunctionWord(word)))
  return new Set(telling.map((word) => SMALL_NUMBERS.get(word) ?? stem(word)))
}

function isNumber(word: string): boolean {
  return /^\d/.test(word)
}

const SMALL_NUMBERS = new Map(
  'two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, index) => [word, `${index + 2}`]),
)
