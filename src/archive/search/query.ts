import type { SearchDatabase } from '#archive/search/search-database.ts'
import { nameKey, runsFrom, type OtherNames } from '#archive/search/synonyms.ts'
import { MAX_QUERY_LENGTH } from '#blog/routes.ts'
import { isCommon, tokenize, wordsOf, type Token } from '#archive/search/tokenize.ts'

/** One condition of a query, as an FTS5 expression. `words` are the typed words that may be corrected. */
export type Term = { expression: string; words: readonly string[] }

// Maximum number of words and phrases in a query. Any others are ignored.
const MAX_WORDS = 8

/** Returns a query's words, excluding common words. If all words are common, as in "how to", returns all of them. */
export function queryWords(query: string): string[] {
  const words = [...new Set(wordsOf(query.slice(0, MAX_QUERY_LENGTH)))]
  const rare = words.filter((word) => !isCommon(word))
  return (rare.length > 0 ? rare : words).slice(0, MAX_WORDS)
}

const QUOTED = /"[^"]*"|“[^“”]*”/g

/** Returns a query's terms: quoted phrases, names with synonyms, and words. A post must match every term. */
export function termsOf(query: string, names: OtherNames): Term[] {
  const text = query.slice(0, MAX_QUERY_LENGTH)
  const phrases = [...text.matchAll(QUOTED)].flatMap(([quoted]) => {
    const tokens = tokenize(quoted)
    const spellings = [tokens.map(asTyped(quoted)), tokens.map(({ word }) => word)].map((words) => words.join(' '))
    return tokens.length === 0 ? [] : [{ expression: anyOf([...new Set(spellings)].map(phrase)), words: [] }]
  })
  const rest = text.replaceAll(QUOTED, ' ')
  const typed = new Map(tokenize(rest).map((token) => [token.word, asTyped(rest)(token)]))
  return [...phrases, ...wordTerms(queryWords(rest), { names, typed })].slice(0, MAX_WORDS)
}

// FTS5 and `tokenize` fold some characters differently ("ß" and "²"), so also search for the word as typed.
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

// Two words in the query can be one word in the text ("pass keys" finds "passkeys"), and its digits can be lowered or
// raised in the text ("CO2" finds "CO₂").
function spellingsOf(word: string, before: string | undefined, after: string | undefined): string[] {
  const small = ['₀₁₂₃₄₅₆₇₈₉', '⁰¹²³⁴⁵⁶⁷⁸⁹'].map((digits) =>
    word.replaceAll(/\d/g, (digit) => digits.charAt(Number(digit))),
  )
  return [word, ...small, ...(before ? [before + word] : []), ...(after ? [word + after] : [])]
}

/**
 * Returns an expression for posts that contain a longer word ("specu…"), the word written as two words ("leapsecond"),
 * or a tag with these initials ("csp"). Returns null if there are no such posts.
 */
export function extended(db: SearchDatabase, word: string, { isLast }: { isLast: boolean }): string | null {
  const halves = Array.from({ length: word.length }, (_, index) => [word.slice(0, index), word.slice(index)])
  const splits = halves.filter((both) => both.every((half) => half.length > 2 || /^\d+$/.test(half)))
  const others = [...splits.map((both) => both.join(' ')), ...tagsWithInitials(db, word)].map(phrase)
  const longer = anyOf([...(isLast ? beginningsOf(db, word) : []), ...others])
  return longer !== '' && matches(db, longer) ? longer : null
}

const MAX_LONGER = 12

// Finds the shortest known words that start with `word`. An FTS5 prefix search is slower, and it compares stems, so
// "speculati" would not match the stem "specul".
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
 * Maximum number of posts to rank and count, newest first. Without this limit, a search for a word that every post
 * contains would be slower than other searches.
 */
export const MAX_MATCHES = 1_000

/** Counts the posts that match an FTS5 expression, up to `limit`. */
export function countMatches(db: SearchDatabase, expression: string, limit = MAX_MATCHES): number {
  const found = 'SELECT rowid FROM words WHERE words MATCH ? LIMIT ?'
  return Number(db.get(`SELECT count(*) AS posts FROM (${found})`, expression, limit).posts)
}

/** Returns an FTS5 expression for adjacent words. FTS5 does not interpret them as syntax. */
export function phrase(words: string): string {
  return `"${words.replaceAll('"', '""')}"`
}

/** Returns an FTS5 expression that matches if all of these expressions match. */
export function allOf(expressions: readonly string[]): string {
  return joined(expressions, ' AND ')
}

/** Returns an FTS5 expression that matches if any of these expressions matches. */
export function anyOf(expressions: readonly string[]): string {
  return joined(expressions, ' OR ')
}

function joined(expressions: readonly string[], operator: string): string {
  return expressions.length > 1 ? `(${expressions.join(operator)})` : (expressions[0] ?? '')
}
