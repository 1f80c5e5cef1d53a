import { phrase } from '#archive/search/phrase.ts'
import { LONGEST_QUERY, MOST_WORDS, questionWords } from '#archive/search/question-words.ts'
import { exactReading, formsOf, readingOf, type Reading, type Term } from '#archive/search/readings.ts'
import type { SearchDatabase } from '#archive/search/search-database.ts'
import { nameKey, runsFrom, type OtherNames } from '#archive/search/synonyms.ts'
import { wordsOf } from '#text/tokenize.ts'

/** What a question asks for at once: some words, or another name for all of them, or their other spelling in one word or in two. */
export type Part = { readings: Reading[]; others: Term[]; isQuoted: boolean }

// A word that no text has is cut in two that stand side by side, at so many places at most,
// and not where both halves are so common that looking for them side by side takes long.
const MOST_CUTS = 3
const MOST_COMMON = 30_000

// An abbreviation is as long, in letters, and stands for so many tags at most.
const LEAST_LETTERS = 3
const MOST_LETTERS = 6
const MOST_TAGS = 3

/** The parts of a question; what stands in quotation marks is only meant as it is typed. */
export function partsOf(db: SearchDatabase, query: string, names: OtherNames): Part[] {
  const text = query.slice(0, LONGEST_QUERY)
  const quoted = Array.from(text.matchAll(QUOTED), ([piece]) => wordsOf(piece)).filter((words) => words.length > 0)
  const words = questionWords(text.replaceAll(QUOTED, ' '))
  const parts = quoted.map((words) => ({ readings: [exactReading(db, words)], others: [], isQuoted: true }))
  return [...parts, ...wordParts(db, words, names)].slice(0, MOST_WORDS)
}

const QUOTED = /"[^"]*"|“[^“”]*”/g

function wordParts(db: SearchDatabase, words: string[], names: OtherNames): Part[] {
  const parts: Part[] = []
  for (let start = 0; start < words.length;) {
    const named = runsFrom(words, start).find((run) => names.has(nameKey(run)))
    const pair = words.slice(start, start + 2)
    const joined = named || pair.length < 2 ? [] : formsOf(db, [pair.join('')])
    const run = named ?? (joined.length > 0 ? pair : pair.slice(0, 1))
    const readings = run.map((word, place) => readingOf(db, word, { isLast: start + place === words.length - 1 }))
    const others = named
      ? (names.get(nameKey(named)) ?? []).flatMap((name) => formsOf(db, name))
      : joined.length > 0
        ? joined
        : readings.flatMap((reading) =>
            isKnown(reading) ? [] : [...spelledOut(db, reading.word), ...apart(db, reading.word)],
          )
    parts.push({ readings, others, isQuoted: false })
    start += run.length
  }
  return parts
}

function isKnown({ exact, stemmed }: Reading): boolean {
  return [...exact, ...stemmed].some(({ posts }) => posts > 0)
}

// "csp" is the tag "Content Security Policy".
function spelledOut(db: SearchDatabase, word: string): Term[] {
  const letters = [...word]
  if (letters.length < LEAST_LETTERS || letters.length > MOST_LETTERS || !/^[a-z]+$/.test(word)) return []
  const tags = db.all(
    `SELECT words, posts FROM tag WHERE words LIKE ? AND length(words) - length(replace(words, ' ', '')) = ? AND posts > 0
    ORDER BY posts DESC, name LIMIT ${MOST_TAGS}`,
    `${letters.join('% ')}%`,
    letters.length - 1,
  )
  return tags.map(({ words, posts }) => ({ word: String(words), posts: Number(posts) }))
}

// "leapsecond" is "leap second", and "http3" "HTTP/3", if they stand side by side in some text.
function apart(db: SearchDatabase, word: string): Term[] {
  const cuts = Array.from({ length: Math.max(0, word.length - 1) }, (_, place) => place + 1)
    .map((place) => [word.slice(0, place), word.slice(place)])
    .filter((halves) => halves.every((half) => half.length > 2 || /^\d+$/.test(half)))
    .map((halves) => formsOf(db, halves))
    .filter(([form]) => form !== undefined && form.posts <= MOST_COMMON)
    .toSorted(([one], [other]) => (other?.posts ?? 0) - (one?.posts ?? 0))
  return cuts.slice(0, MOST_CUTS).find((forms) => isAnywhere(db, forms)) ?? []
}

function isAnywhere(db: SearchDatabase, terms: Term[]): boolean {
  const any = terms.map(({ word }) => phrase(word)).join(' OR ')
  return 'rowid' in db.get('SELECT rowid FROM words WHERE words MATCH ? LIMIT 1', any)
}
