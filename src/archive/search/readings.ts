import damerauLevenshtein from 'damerau-levenshtein'
import type { SearchDatabase } from '#archive/search/search-database.ts'
import { isCommon, wordsOf } from '#text/tokenize.ts'
import { stem } from '#text/stem.ts'

/** A word of the index, and how many texts have it; those of posts that have gone may be counted. */
export type Term = { word: string; posts: number }

/** A word of a question, and what it may stand for, the surest first: itself, other forms, what it begins, what was meant. */
export type Reading = { exact: Term[]; stemmed: Term[]; begun: Term[]; misspelt: () => Term[] }

// What is longer is cut: a question is typed.
const LONGEST_QUERY = 200
const MOST_WORDS = 8

// A word stands for so many others of each kind at most, those that most posts have, and that so many have together.
const MOST_READINGS = 12
const MOST_POSTS = 30_000

// So many words are held against a misspelt one: some ten milliseconds' worth.
const MOST_CANDIDATES = 3_000

/** The telling words of a question; of "how to", which has none, all. */
export function questionWords(query: string): string[] {
  const words = [...new Set(wordsOf(query.slice(0, LONGEST_QUERY)))]
  const telling = words.filter((word) => !isCommon(word))
  return (telling.length > 0 ? telling : words).slice(0, MOST_WORDS)
}

/** What a word may stand for; only the last one of a question may be half-typed. */
export function readingOf(db: SearchDatabase, word: string, { isLast }: { isLast: boolean }): Reading {
  const others = db.all(`${TERMS} WHERE stem = ? AND word <> ? ${FIRST}`, stem(word), word)
  const longer = isLast ? db.all(`${TERMS} WHERE word > ?1 AND word < ?2 ${FIRST}`, word, `${word}\u{10FFFF}`) : []
  let meant: Term[] | null = null
  return {
    exact: [{ word, posts: postsWith(db, word) }],
    stemmed: affordable(others.map(termIn)),
    begun: affordable(longer.map(termIn)),
    misspelt: () => (meant ??= affordable(misspelt(db, word))),
  }
}

// In how many texts a word is.
function postsWith(db: SearchDatabase, word: string): number {
  return Number(db.get('SELECT posts FROM term WHERE word = ?', word).posts ?? 0)
}

const TERMS = 'SELECT word, posts FROM term'
const FIRST = `ORDER BY posts DESC, word LIMIT ${MOST_READINGS}`

// At least one: a question has to find something.
function affordable(terms: Term[]): Term[] {
  let posts = 0
  return terms.filter((term, place) => {
    if (place > 0 && posts + term.posts > MOST_POSTS) return false
    posts += term.posts
    return true
  })
}

// Either end of a misspelt word is as it should be: an exchange of two letters in its middle spoils only one of them.
function misspelt(db: SearchDatabase, word: string): Term[] {
  const most = mistakesIn(word)
  if (most === 0) return []
  const end = Math.floor((word.length - 1) / (most + 1))
  const [start, finish] = [word.slice(0, end), [...word].toReversed().join('').slice(0, end)]
  const candidates = db.all(
    `SELECT word, posts FROM (
      SELECT word, posts FROM term WHERE word >= ?1 AND word < ?2 AND length(word) BETWEEN ?5 AND ?6
      UNION SELECT word, posts FROM term WHERE reversed >= ?3 AND reversed < ?4 AND length(word) BETWEEN ?5 AND ?6
    ) ORDER BY posts DESC, word LIMIT ${MOST_CANDIDATES}`,
    start,
    `${start}\u{10FFFF}`,
    finish,
    `${finish}\u{10FFFF}`,
    word.length - most,
    word.length + most,
  )
  return candidates
    .map((row) => ({ ...termIn(row), mistakes: damerauLevenshtein(word, String(row.word)).steps }))
    .filter(({ mistakes }) => mistakes > 0 && mistakes <= most)
    .toSorted((one, other) => one.mistakes - other.mistakes)
    .slice(0, MOST_READINGS)
}

// None up to four letters, one up to eight, two from nine on.
function mistakesIn(word: string): number {
  return word.length < 5 ? 0 : word.length < 9 ? 1 : 2
}

function termIn(row: Record<string, unknown>): Term {
  return { word: String(row.word), posts: Number(row.posts) }
}
