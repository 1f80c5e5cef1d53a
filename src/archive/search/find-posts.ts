import type { SearchDatabase } from '#archive/search/search-database.ts'
import { questionWords, readingOf, type Reading, type Term } from '#archive/search/readings.ts'

/** A post that was found: which event brought its text, and the words that the question was taken to mean. */
export type Hit = { text: number; category: string; id: string; words: readonly string[] }

// The posts that are ranked, of those that match in the same way: the newest, so that a word that all have costs little.
const MOST_RANKED = 1_000

// For what is found, bm25 counts each word through the whole index: so many places at a question, or some 30 ms.
const MOST_PLACES = 400_000

// Titles that have all words first; else by how much a word weighs in title, excerpt, tags, category and text. One that is
// fifty times in a text still weighs less than one among the tags.
const SCOPES = ['{title} : ', '']
const RANK = 'bm25(words, 60, 15, 5, 3, 0.05)'

/**
 * At most `limit` posts, the best first: those that have all words as typed, then in other forms, then half-typed, then as
 * they may have been meant; then those that have most of the words, and some, the rarest first.
 */
export function findPosts(db: SearchDatabase, query: string, limit: number): Hit[] {
  const words = questionWords(query)
  const readings = words.map((word, place) => readingOf(db, word, { isLast: place === words.length - 1 }))
  const hits = new Map<number, Hit>()
  let places = 0

  function add(expression: string, meant: readonly Term[]): void {
    if (hits.size >= limit || places > MOST_PLACES) return
    const found = ranked(db, expression, limit + hits.size)
    if (found.length > 0) places += countPosts(meant)
    const words = meant.map(({ word }) => word)
    for (const { text, category, id } of found) {
      const hit = { text: Number(text), category: String(category), id: String(id), words }
      if (hits.size < limit && !hits.has(hit.text)) hits.set(hit.text, hit)
    }
  }

  let known = 0
  for (const level of LEVELS) {
    if (hits.size >= limit) break
    const terms = readings.map(level)
    // Where no word stands for anything new, nothing new is found.
    if (terms.flat().length > known) {
      for (const scope of SCOPES) add(`${scope}(${terms.map(anyOf).join(' AND ')})`, terms.flat())
    }
    known = terms.flat().length
  }
  if (words.length < 2 || hits.size >= limit) return [...hits.values()]

  // A word that nobody has written is taken for a misspelt one.
  const likely = readings
    .map((reading) => (countPosts(typed(reading)) > 0 ? typed(reading) : [...typed(reading), ...reading.misspelt()]))
    .toSorted((one, other) => countPosts(one) - countPosts(other))
  const allButOne = likely.map((_, left) => `(${likely.toSpliced(left, 1).map(anyOf).join(' AND ')})`)
  if (words.length > 2) add(allButOne.join(' OR '), likely.flat())
  for (const terms of likely) add(`${anyOf(terms)} AND ${anyOf(likely.flat())}`, likely.flat())
  return [...hits.values()]
}

/** An expression of FTS5 that finds a word; whatever is in it, it is only text. */
export function phrase(word: string): string {
  return `"${word.replaceAll('"', '""')}"`
}

function anyOf(terms: readonly Term[]): string {
  return `(${terms.map(({ word }) => phrase(word)).join(' OR ')})`
}

const typed = ({ exact, stemmed, begun }: Reading) => [...exact, ...stemmed, ...begun]

const LEVELS = [
  ({ exact }: Reading) => exact,
  ({ exact, stemmed }: Reading) => [...exact, ...stemmed],
  typed,
  (reading: Reading) => [...typed(reading), ...reading.misspelt()],
]

function countPosts(terms: readonly Term[]): number {
  return terms.reduce((sum, { posts }) => sum + posts, 0)
}

// In SQLite the best score is the lowest. Of two that differ by less than a hundredth of it, the newer post comes first.
function ranked(db: SearchDatabase, expression: string, limit: number) {
  return db.all(
    `SELECT post.text, post.category, post.id FROM (
      SELECT rowid, ${RANK} AS score FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ${MOST_RANKED}
    ) AS found JOIN post ON post.text = found.rowid
    ORDER BY round(score / min(score) OVER (), 2) DESC, post.time DESC, post.key LIMIT ?`,
    expression,
    limit,
  )
}
