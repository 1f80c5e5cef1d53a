import { lettersAreNear, lettersOf, mistakesBetween, mistakesIn } from '#blog/misspelling.ts'

/** Every word that was ever indexed, by its number. */
export type Vocabulary = ReturnType<typeof createVocabulary>

/** An empty vocabulary. It is looked through from end to end: 350,000 words take a few milliseconds, and no tree is kept. */
export function createVocabulary() {
  const numbers = new Map<string, number>()
  const words: string[] = []
  const byInitial = new Map<string, number[]>()
  let letters = new Int32Array(1024)
  let lengths = new Uint8Array(1024)

  return {
    /** The number of a word, a new one when it has none. */
    add(word: string): number {
      const known = numbers.get(word)
      if (known !== undefined) return known
      const number = words.push(word) - 1
      numbers.set(word, number)
      const initial = word.charAt(0)
      const others = byInitial.get(initial)
      if (others === undefined) byInitial.set(initial, [number])
      else others.push(number)
      if (number === letters.length) {
        const [moreLetters, moreLengths] = [new Int32Array(2 * number), new Uint8Array(2 * number)]
        moreLetters.set(letters)
        moreLengths.set(lengths)
        letters = moreLetters
        lengths = moreLengths
      }
      letters[number] = lettersOf(word)
      lengths[number] = word.length
      return number
    },
    /** How many words there are. */
    get size(): number {
      return words.length
    },
    find: (word: string): number | null => numbers.get(word) ?? null,
    lengthOf: (number: number): number => lengths[number] ?? 0,
    /** The longer words that begin with this one. */
    startingWith(beginning: string): number[] {
      const sameInitial = byInitial.get(beginning.charAt(0)) ?? []
      return sameInitial.filter((number) => {
        return (lengths[number] ?? 0) > beginning.length && words[number]?.startsWith(beginning)
      })
    },
    /** The other words that this one may be a misspelling of, and by how many mistakes. */
    alike(word: string): { number: number; mistakes: number }[] {
      const most = mistakesIn(word)
      if (most === 0) return []
      const own = lettersOf(word)
      const found: { number: number; mistakes: number }[] = []
      for (let number = 0; number < words.length; number += 1) {
        if (Math.abs((lengths[number] ?? 0) - word.length) > most) continue
        if (!lettersAreNear(own, letters[number] ?? 0, most)) continue
        const mistakes = mistakesBetween(word, words[number] ?? '', most)
        if (mistakes > 0 && mistakes <= most) found.push({ number, mistakes })
      }
      return found
    },
  }
}
