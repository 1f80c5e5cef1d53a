import damerauLevenshtein from 'damerau-levenshtein'
import type { SearchDatabase } from '#archive/search/search-database.ts'
import { stem } from '#text/stem.ts'

/** A word of the index, or several that stand side by side, and how many texts have it; those of posts that have gone may be counted. */
export type Term = { word: string; posts: number }

/** A word of a question, and what it may stand for: itself, other forms, what it begins, what was meant by it. */
export type Reading = {
  word: string
  exact: Term[]
  stemmed: Term[]
  begun: () => Term[]
  misspelt: () => Term[]
}

// A word stands for so many others of each kind at most, those that most posts have, and that so many have together.
const MOST_READINGS = 12
const MOST_POSTS = 30_000

// So many words are held against a misspelt one: some ten milliseconds' worth.
const MOST_CANDIDATES = 3_000

/** What a word may stand for; only the last one of a question may be half-typed. */
export function readingOf(db: SearchDatabase, word: string, { isLast }: { isLast: boolean }): Reading {
  let meant: Term[] | null = null
  return {
    word,
    exact: [{ word, posts: postsWith(db, word) }],
    stemmed: stemmed(db, word),
    begun: () =>
      isLast
        ? affordable(db.all(`${TERMS} WHERE word > ?1 AND word < ?2 ${FIRST}`, word, `${word}\u{10FFFF}`).map(termIn))
        : [],
    misspelt: () => (meant ??= affordable(misspelt(db, word))),
  }
}

/** What a word, or a row of words, stands for that is only meant as it is typed. */
export function exactReading(db: SearchDatabase, words: string[]): Reading {
  const none = () => []
  const posts = Math.min(...words.map((word) => postsWith(db, word)))
  return { word: words.join(' '), exact: [{ word: words.join(' '), posts }], stemmed: [], begun: none, misspelt: none }
}

/** The forms of a word, or of a row of words whose last one is inflected, that texts have; none where they have none. */
export function formsOf(db: SearchDatabase, words: string[]): Term[] {
  const before = words.slice(0, -1)
  const last = words.at(-1) ?? ''
  const rarest = Math.min(...before.map((word) => postsWith(db, word)))
  if (rarest === 0) return []
  return [{ word: last, posts: postsWith(db, last) }, ...stemmed(db, last)]
    .map(({ word, posts }) => ({ word: [...before, word].join(' '), posts: Math.min(posts, rarest) }))
    .filter(({ posts }) => posts > 0)
}

function stemmed(db: SearchDatabase, word: string): Term[] {
  return affordable(db.all(`${TERMS} WHERE stem = ? AND word <> ? ${FIRST}`, stem(word), word).map(termIn))
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
