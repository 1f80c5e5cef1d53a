import damerauLevenshtein from 'damerau-levenshtein'
import { countMatches, phrase } from '#archive/search/query.ts'
import type { SearchDatabase } from '#archive/search/search-database.ts'

// Maximum number of words whose edit distance is computed. Computing all of them takes about 1 ms.
const MAX_CANDIDATES = 200
const MAX_WORDS = 5

/** Returns words from titles, excerpts, tags and categories that are similar to a misspelt word, best match first. */
export function misspellingsOf(db: SearchDatabase, word: string): { word: string; posts: number }[] {
  const most = word.length < 5 ? 0 : word.length < 9 ? 1 : 2
  if (most === 0) return []
  const padded = ` ${word} `
  const trigrams = Array.from({ length: padded.length - 2 }, (_, index) => phrase(padded.slice(index, index + 3)))
  return db
    .all(
      `SELECT term.word FROM spelling JOIN term ON term.id = spelling.rowid
      WHERE spelling MATCH ? AND length(term.word) BETWEEN ? AND ? ORDER BY bm25(spelling) LIMIT ${MAX_CANDIDATES}`,
      trigrams.join(' OR '),
      word.length - most,
      word.length + most,
    )
    .map((row) => ({ word: String(row.word), distance: damerauLevenshtein(word, String(row.word)).steps }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, MAX_WORDS)
    .map((other) => ({ ...other, posts: countMatches(db, phrase(other.word)) }))
    .filter(({ posts }) => posts > 0)
    .toSorted((one, other) => one.distance - other.distance || other.posts - one.posts)
}
