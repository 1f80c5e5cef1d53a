import type { Meant } from '#blog/client.ts'
import { phrase } from '#archive/search/phrase.ts'
import { partsOf, type Part } from '#archive/search/parts.ts'
import type { Reading, Term } from '#archive/search/readings.ts'
import type { SearchDatabase } from '#archive/search/search-database.ts'
import type { OtherNames } from '#archive/search/synonyms.ts'
import { tokenize } from '#text/tokenize.ts'

/** A post that was found: which event brought its text, whether it has all that was asked for, and the words that this was taken to mean. */
export type Hit = { text: number; category: string; id: string; isWhole: boolean; words: readonly string[] }

/** What a question finds: the best posts, how many have all of it (at most 1,000 are counted), and what may have been meant by it. */
export type Findings = { hits: Hit[]; total: number; meant: Meant | null }

/** A question: `names` has other names for its words, `categories` the names of categories that it stands for. */
export type Asked = { query: string; limit: number; names: OtherNames; categories: readonly string[] }

// The posts that are ranked, of those that match in the same way, and that are counted: the newest, so that a word that all
// have costs little.
const MOST_RANKED = 1_000

// For what is found, bm25 counts each word through the whole index: so many places at a question, or some 30 ms.
const MOST_PLACES = 400_000

// Fewer posts than that leave room for those that have some of the words, and for doubt whether the words are as meant.
const FEW = 3

// A word that so many times as many posts have may have been meant.
const COMMONER = 5

// In longer questions, whose words are rarely all in one post, no word that is known is taken for a misspelt one.
const MOST_DOUBTED = 3

// Titles that have all words first; else by how much a word weighs in title, excerpt, tags, category and text. One that is
// fifty times in a text still weighs less than one among the tags.
const RANK = 'bm25(words, 60, 15, 5, 3, 0.05)'

/**
 * At most `limit` posts, the best first: those that have all words as typed or by another name, then in other forms. Where
 * there is none: half-typed, then as they may have been meant. Where there are few: those that have most of the words, and
 * some, the rarest first.
 */
export function findPosts(db: SearchDatabase, { query, limit, names, categories }: Asked): Findings {
  const parts = partsOf(db, query, names)
  const hits = new Map<number, Hit>()
  let places = 0
  if (parts.length === 0) return { hits: [], total: 0, meant: null }

  function add(expression: string, terms: readonly Term[], isWhole: boolean): void {
    if (hits.size >= limit || places > MOST_PLACES) return
    const found = ranked(db, expression, limit + hits.size)
    if (found.length > 0) places += countPosts(terms)
    const words = terms.flatMap(({ word }) => word.split(' '))
    for (const { text, category, id } of found) {
      const hit = { text: Number(text), category: String(category), id: String(id), isWhole, words }
      if (hits.size < limit && !hits.has(hit.text)) hits.set(hit.text, hit)
    }
  }

  let broadest = ''
  function addWhole(level: Level): void {
    const expression = orOf(category, allOf(parts, level))
    if (expression === broadest) return
    broadest = expression
    const terms = parts.flatMap((part) => termsOf(part, level))
    add(`{title} : (${allOf(parts, level)})`, terms, true)
    add(broadest, terms, true)
  }

  const category = categories.length === 0 ? null : `({category} : (${categories.map(phrase).join(' OR ')}))`
  addWhole(exactly)
  addWhole(typed)
  let meant: Meant | null = null
  if (hits.size === 0) {
    addWhole(likely)
    const corrections = parts.flatMap(correctionsOf)
    if (corrections.length > 0) meant = { words: corrected(query, corrections), isShown: true }
  }
  if (hits.size === 0 && parts.length <= MOST_DOUBTED) {
    for (const { word, misspelt } of parts.flatMap(({ readings }) => readings)) {
      const [other] = misspelt()
      if (hits.size > 0 || !other) continue
      addWhole((reading) => (reading.word === word ? misspelt() : likely(reading)))
      if (hits.size > 0) meant = { words: corrected(query, [{ word, meant: other.word }]), isShown: true }
    }
  } else if (hits.size < Math.min(FEW, limit) && meant === null) {
    const commoner = parts.flatMap(commonerOf)
    if (commoner.length > 0) meant = { words: corrected(query, commoner), isShown: false }
  }
  const total = hits.size < limit ? hits.size : countMatches(db, broadest)
  if (parts.length < 2 || total >= FEW) return { hits: [...hits.values()], total, meant }

  const terms = parts.flatMap((part) => termsOf(part, likely))
  for (const expression of someOf(parts)) add(expression, terms, false)
  return { hits: [...hits.values()], total, meant }
}

// What a word is taken to stand for.
type Level = (reading: Reading) => Term[]

const exactly: Level = ({ exact }) => exact
const typed: Level = ({ exact, stemmed }) => [...exact, ...stemmed]

// A word that nobody has written is taken for half a word, or else for a misspelt one.
function likely(reading: Reading): Term[] {
  if (isKnown(typed(reading))) return typed(reading)
  const begun = reading.begun()
  return [...typed(reading), ...(begun.length > 0 ? begun : reading.misspelt())]
}

type Correction = { word: string; meant: string }

function correctionsOf({ readings, others }: Part): Correction[] {
  if (isKnown(others)) return []
  return readings.flatMap((reading) => {
    if (isKnown(typed(reading)) || reading.begun().length > 0) return []
    return reading
      .misspelt()
      .slice(0, 1)
      .map(({ word }) => ({ word: reading.word, meant: word }))
  })
}

function commonerOf({ readings, others }: Part): Correction[] {
  if (isKnown(others)) return []
  return readings.flatMap((reading) => {
    const least = COMMONER * Math.max(1, countPosts(typed(reading)))
    const other = reading.misspelt().find(({ posts }) => posts >= least)
    return other ? [{ word: reading.word, meant: other.word }] : []
  })
}

// The question as it was typed but for some words.
function corrected(query: string, corrections: readonly Correction[]): string {
  return tokenize(query).reduceRight((text, { word, start, end }) => {
    const correction = corrections.find((other) => other.word === word)
    return correction ? text.slice(0, start) + correction.meant + text.slice(end) : text
  }, query)
}

function termsOf({ readings, others }: Part, level: Level): Term[] {
  return [...readings.flatMap(level), ...others]
}

function allOf(parts: readonly Part[], level: Level): string {
  const each = parts.map(({ readings, others }) => {
    const all = readings.map((reading) => anyOf(level(reading))).join(' AND ')
    return others.length === 0 ? all : `((${all}) OR ${anyOf(others)})`
  })
  return each.join(' AND ')
}

// All but one part, then any with another one, the rarest first; what was quoted is never left out.
function someOf(parts: readonly Part[]): string[] {
  const terms = parts.flatMap((part) => termsOf(part, likely))
  const quoted = parts.filter(({ isQuoted }) => isQuoted)
  const withQuoted = (some: readonly Part[]) => allOf([...new Set([...some, ...quoted])], likely)
  const rarestFirst = parts.toSorted(
    (one, other) => countPosts(termsOf(one, likely)) - countPosts(termsOf(other, likely)),
  )
  const allButOne = rarestFirst.map((_, left) => `(${withQuoted(rarestFirst.toSpliced(left, 1))})`)
  return [
    ...(parts.length > 2 ? [allButOne.join(' OR ')] : []),
    ...rarestFirst.map((part) => `${withQuoted([part])} AND ${anyOf(terms)}`),
  ]
}

function anyOf(terms: readonly Term[]): string {
  return `(${terms.map(({ word }) => phrase(word)).join(' OR ')})`
}

function orOf(category: string | null, expression: string): string {
  return category === null ? expression : `(${expression}) OR ${category}`
}

function isKnown(terms: readonly Term[]): boolean {
  return countPosts(terms) > 0
}

function countPosts(terms: readonly Term[]): number {
  return terms.reduce((sum, { posts }) => sum + posts, 0)
}

function countMatches(db: SearchDatabase, expression: string): number {
  const found = `SELECT rowid FROM words WHERE words MATCH ? LIMIT ${MOST_RANKED}`
  return Number(db.get(`SELECT count(*) AS posts FROM (${found})`, expression).posts)
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
