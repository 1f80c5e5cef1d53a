import type { ArchivedPost } from '#archive/archive.ts'
import type { WordIndex } from '#archive/word-index.ts'
import { isCommon, wordsOf } from '#archive/words.ts'

/** Finds posts that have all words of a question, the best match first; whatever is asked, it is only text. */
export type Search = (query: string, limit: number) => ArchivedPost[]

// What is longer is cut: a question is typed.
const LONGEST_QUERY = 200

// A half-typed or misspelt word stands for so many words at most, those that most posts have.
const MOST_READINGS = 32

// A word that was meant instead of the typed one counts for less.
const HALF_TYPED = 0.9
const MISSPELT = 0.5

// Places of the index that are looked at for the other readings of one word: about ten milliseconds' worth.
const MOST_PLACES = 200_000

/** A word that stands for a word of the question, and how much a post that has it is worth beside one that has that. */
type Reading = { word: number; weight: number }

/** The posts that have a word of the question, `count` of them in `numbers`, and what that is worth by number. */
type Match = { numbers: Uint32Array; count: number; summary: Float32Array; text: Float32Array }

/**
 * A search over an archive, by an index of its words that others may share. A word in a title counts for more than one in
 * tags, category, excerpt and text together, and so on down; rare words count for more than frequent ones, newer posts come
 * first among equals. The last word may be half-typed. Where that finds too few, words may be misspelt, too.
 */
export function createSearch(index: WordIndex): Search {
  return (query, limit) => {
    index.follow()
    const words = tellingWords(query.slice(0, LONGEST_QUERY))
    if (words.length === 0) return []
    const matches = words.map((word, place) => {
      const match = noMatch(index.size)
      extend(match, index, asTyped(index, { word, isLast: place === words.length - 1 }))
      return match
    })
    const found = best({ index, matches, limit })
    if (found.length < limit) {
      for (const [place, match] of matches.entries()) extend(match, index, misspelt(index, words[place] ?? ''))
      const first = new Set(found)
      for (const number of best({ index, matches, limit: limit + first.size })) {
        if (!first.has(number) && found.length < limit) found.push(number)
      }
    }
    return found.flatMap((number) => index.post(number) ?? [])
  }
}

// "the future of type systems" is about three words; of "how to" nothing would be left.
function tellingWords(query: string): string[] {
  const words = [...new Set(wordsOf(query))]
  const telling = words.filter((word) => !isCommon(word))
  return telling.length > 0 ? telling : words
}

function asTyped(index: WordIndex, { word, isLast }: { word: string; isLast: boolean }): Reading[] {
  const { vocabulary } = index
  const same = vocabulary.find(word)
  const readings = same === null ? [] : [{ word: same, weight: 1 }]
  if (!isLast) return readings
  const endings = vocabulary.startingWith(word).toSorted((a, b) => index.count(b) - index.count(a))
  const weighed = endings.slice(0, MOST_READINGS).map((ending) => {
    return { word: ending, weight: (HALF_TYPED * word.length) / vocabulary.lengthOf(ending) }
  })
  return [...readings, ...affordable(index, weighed)]
}

function misspelt(index: WordIndex, word: string): Reading[] {
  const meant = index.vocabulary
    .alike(word)
    .toSorted((a, b) => a.mistakes - b.mistakes || index.count(b.number) - index.count(a.number))
  return affordable(
    index,
    meant.slice(0, MOST_READINGS).map(({ number, mistakes }) => ({ word: number, weight: MISSPELT / mistakes })),
  )
}

// At least one: a question has to find something.
function affordable(index: WordIndex, readings: Reading[]): Reading[] {
  let places = 0
  return readings.filter(({ word }, place) => {
    if (place > 0 && places + index.count(word) > MOST_PLACES) return false
    places += index.count(word)
    return true
  })
}

function noMatch(size: number): Match {
  return {
    numbers: new Uint32Array(size),
    count: 0,
    summary: new Float32Array(size),
    text: new Float32Array(size),
  }
}

// The best of the readings counts, so that a word is not worth more for having many endings.
function extend(match: Match, index: WordIndex, readings: Reading[]): void {
  const { numbers, summary, text } = match
  for (const { word, weight } of readings) {
    index.each(word, (number, fields, times) => {
      if (summary[number] === 0 && text[number] === 0) numbers[match.count++] = number
      // Fields are bits: title 16, tags 8, category 4, excerpt 2, and less than 2 for the text however often it has it.
      if (fields > 0) summary[number] = Math.max(summary[number] ?? 0, 2 * fields * weight)
      else text[number] = Math.max(text[number] ?? 0, (2 * times * weight) / (times + 1))
    })
  }
}

/** The numbers of the posts that all of the matches have, the best first. */
function best(options: { index: WordIndex; matches: Match[]; limit: number }): number[] {
  const { index, matches, limit } = options
  const [rarest, ...others] = matches.toSorted((a, b) => a.count - b.count)
  const has = ({ summary, text }: Match, number: number) => summary[number] !== 0 || text[number] !== 0
  const found: number[] = []
  for (const number of rarest?.numbers.subarray(0, rarest.count) ?? []) {
    if (others.every((match) => has(match, number))) found.push(number)
  }
  const rarities = matches.map(({ count }) => Math.log(1 + index.size / Math.max(1, count)))
  const scores = new Float32Array(found.length)
  const scoreOf = new Map<number, number>()
  for (const [place, number] of found.entries()) {
    for (const [word, { summary, text }] of matches.entries()) {
      scores[place] = (scores[place] ?? 0) + (rarities[word] ?? 0) * ((summary[number] ?? 0) + (text[number] ?? 0))
    }
  }
  // Only what can be among the first is put in order.
  const enough = scores.toSorted().at(-limit) ?? 0
  for (const [place, number] of found.entries()) {
    const score = scores[place] ?? 0
    if (score >= enough) scoreOf.set(number, score)
  }
  return [...scoreOf]
    .toSorted(([a, one], [b, two]) => two - one || index.time(b) - index.time(a) || byId(index, a, b))
    .slice(0, limit)
    .map(([number]) => number)
}

function byId(index: WordIndex, a: number, b: number): number {
  const [one, two] = [index.post(a)?.id ?? '', index.post(b)?.id ?? '']
  return one < two ? -1 : one > two ? 1 : 0
}
