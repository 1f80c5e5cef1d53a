import { MAX_CHARACTERS, MAX_WORDS, queryWords } from '#archive/search/query-words.ts'
import type { SearchDatabase } from '#archive/search/search-database.ts'
import { nameKey, runsFrom, type OtherNames } from '#archive/search/synonyms.ts'
import { tokenize, type Token } from '#text/tokenize.ts'

/** One condition of a query, as an FTS5 expression. `words` are the typed words that may be corrected. */
export type Term = { expression: string; words: readonly string[] }

const QUOTED = /"[^"]*"|“[^“”]*”/g

/** The terms of a query: quoted phrases, names that have synonyms, and words. A post matches if it matches every term. */
export function termsOf(query: string, names: OtherNames): Term[] {
  const text = query.slice(0, MAX_CHARACTERS)
  const phrases = [...text.matchAll(QUOTED)].flatMap(([quoted]) => {
    const tokens = tokenize(quoted)
    const spellings = [tokens.map(asTyped(quoted)), tokens.map(({ word }) => word)].map((words) => words.join(' '))
    return tokens.length === 0 ? [] : [{ expression: anyOf([...new Set(spellings)].map(phrase)), words: [] }]
  })
  const rest = text.replaceAll(QUOTED, ' ')
  const typed = new Map(tokenize(rest).map((token) => [token.word, asTyped(rest)(token)]))
  return [...phrases, ...wordTerms(queryWords(rest), { names, typed })].slice(0, MAX_WORDS)
}

// FTS5 folds words in another way than `tokenize`, for example "ﬁ" and "²", so that a typed word must reach it unfolded.
function asTyped(text: string): (token: Token) => string {
  return ({ start, end }) => text.slice(start, end)
}

function wordTerms(words: string[], given: { names: OtherNames; typed: ReadonlyMap<string, string> }): Term[] {
  const { names, typed } = given
  const terms: Term[] = []
  for (let start = 0; start < words.length;) {
    const run = runsFrom(words, start).find((other) => names.has(nameKey(other))) ?? words.slice(start, start + 1)
    const spellings = run.map((word, index) => {
      const [before, after] = [words[start + index - 1], words[start + index + 1]]
      return anyOf([...new Set([typed.get(word) ?? word, ...spellingsOf(word, before, after)])].map(phrase))
    })
    const others = (names.get(nameKey(run)) ?? []).map((name) => phrase(name.join(' ')))
    terms.push({ expression: anyOf([allOf(spellings), ...others]), words: others.length === 0 ? run : [] })
    start += run.length
  }
  return terms
}

// Two words of the query may be one word of the text: "pass keys" finds "passkeys".
function spellingsOf(word: string, before: string | undefined, after: string | undefined): string[] {
  return [word, ...(before ? [before + word] : []), ...(after ? [word + after] : [])]
}

/**
 * An expression for posts in which an unknown word continues ("specu"), is written as two words ("leapsecond"), or is the
 * initials of a tag ("csp"). Null if there are none.
 */
export function extended(db: SearchDatabase, word: string, { isLast }: { isLast: boolean }): string | null {
  const halves = Array.from({ length: word.length }, (_, index) => [word.slice(0, index), word.slice(index)])
  const splits = halves.filter((both) => both.every((half) => half.length > 2 || /^\d+$/.test(half)))
  const others = [...splits.map((both) => both.join(' ')), ...tagsWithInitials(db, word)].map(phrase)
  const longer = anyOf([...(isLast ? beginningsOf(db, word) : []), ...others])
  return longer !== '' && matches(db, longer) ? longer : null
}

const MAX_LONGER = 12

// Prefers the shortest known words to a prefix search, which is slow and compares stems: "speculati" does not begin the stem
// "specul".
function beginningsOf(db: SearchDatabase, word: string): string[] {
  const longer = `SELECT word FROM term WHERE word > ? AND word < ? ORDER BY length(word), word LIMIT ${MAX_LONGER}`
  const words = db.all(longer, word, `${word}\u{10FFFF}`).map((row) => phrase(String(row.word)))
  return words.length > 0 ? words : [`${phrase(word)} *`]
}

const MAX_TAGS = 3

function tagsWithInitials(db: SearchDatabase, word: string): string[] {
  if (!/^[a-z]{3,6}$/.test(word)) return []
  const tags = db.all(
    `SELECT words FROM tag WHERE words LIKE ? AND length(words) - length(replace(words, ' ', '')) = ? AND posts > 0
    ORDER BY posts DESC, name LIMIT ${MAX_TAGS}`,
    `${[...word].join('% ')}%`,
    word.length - 1,
  )
  return tags.map((tag) => String(tag.words))
}

/** True if any post matches an FTS5 expression. */
export function matches(db: SearchDatabase, expression: string): boolean {
  return 'rowid' in db.get('SELECT rowid FROM words WHERE words MATCH ? LIMIT 1', expression)
}

/**
 * The maximum number of posts that are ranked and counted, so that a word that every post has is not slower than others. The
 * newest posts are preferred.
 */
export const MAX_MATCHES = 1_000

/** The number of posts that match an FTS5 expression, at most `limit`. */
export function countMatches(db: SearchDatabase, expression: string, limit = MAX_MATCHES): number {
  const found = 'SELECT rowid FROM words WHERE words MATCH ? LIMIT ?'
  return Number(db.get(`SELECT count(*) AS posts FROM (${found})`, expression, limit).posts)
}

/** An FTS5 expression for adjacent words. FTS5 never reads its content as syntax. */
export function phrase(words: string): string {
  return `"${words.replaceAll('"', '""')}"`
}

/** An FTS5 expression that matches if all of these match. */
export function allOf(expressions: readonly string[]): string {
  return joined(expressions, ' AND ')
}

/** An FTS5 expression that matches if any of these matches. */
export function anyOf(expressions: readonly string[]): string {
  return joined(expressions, ' OR ')
}

function joined(expressions: readonly string[], operator: string): string {
  return expressions.length > 1 ? `(${expressions.join(operator)})` : (expressions[0] ?? '')
}
