import type { SearchResult, Meant } from '#blog/client.ts'
import type { Mark } from '#blog/post.ts'
import { misspellingsOf } from '#archive/search/misspellings.ts'
import {
  allOf,
  anyOf,
  countMatches,
  extended,
  matches,
  MAX_MATCHES,
  phrase,
  queryWords,
  termsOf,
  type Term,
} from '#archive/search/query.ts'
import type { SearchDatabase } from '#archive/search/search-database.ts'
import { beginningIn, matchColumns, matchesIn, type Snippet } from '#archive/search/snippet.ts'
import type { OtherNames } from '#archive/search/synonyms.ts'
import { tokenize } from '#archive/search/tokenize.ts'

/** A matching post. `text` is the number of the event with its text. `isComplete` is true if all words match. */
export type Hit = {
  text: number
  category: string
  id: string
  isComplete: boolean
  marks: Mark[]
  snippet: Snippet | null
}

/** The result of a query. `total` counts the posts that contain all words, up to 1,000. */
export type Findings = { hits: Hit[]; total: number; meant: Meant | null; tags: SearchResult['tags'] }

/** A query, and the synonyms for each name. */
export type Asked = { query: string; limit: number; names: OtherNames }

// If fewer posts than this match all words, the result also contains posts that match some of them, and suggests
// another spelling.
const FEW = 3

// Minimum ratio of the number of posts that contain a suggested word to the number that contain the typed one.
const SUGGESTION_RATIO = 5

const MAX_TAGS = 5

// Maximum number of body snippets in a result. Each takes about 0.3 ms to create.
const MAX_BODY_SNIPPETS = 10

// Number of candidates to fetch per returned post. If scores are almost equal, the newer candidate comes first.
const CANDIDATES_PER_HIT = 4

// Column weights: title, excerpt, tags, category and body.
const RANK = 'bm25(words, 60, 15, 5, 3, 0.05)'

/**
 * Finds up to `limit` posts, best match first. If no post contains all words, extends or corrects the words that do not
 * occur in any post. If few posts contain all words, adds posts that contain some of them.
 */
export function findPosts(db: SearchDatabase, { query, limit, names }: Asked): Findings {
  const asked = queryWords(query)
  const terms = termsOf(query, names)
  if (terms.length === 0) return { hits: [], total: 0, meant: null, tags: [] }
  const typed = allOf(terms.map(({ expression }) => expression))
  const { expression, meant, known } = matches(db, typed)
    ? { expression: typed, meant: null, known: terms }
    : corrected(db, query, terms)
  const hits = ranked(db, { expression, limit, isComplete: true, asked: asked.length })
  const total = hits.length < limit ? hits.length : countMatches(db, expression)
  if (terms.length > 1 && total < FEW) {
    const quoted = terms.filter(({ words }) => words.length === 0).map((term) => term.expression)
    const partial = allOf([anyOf(known.map((term) => term.expression)), ...quoted])
    const others = ranked(db, { expression: partial, limit: limit + total, isComplete: false, asked: asked.length })
    hits.push(...others.filter(({ text }) => !hits.some((hit) => hit.text === text)).slice(0, limit - hits.length))
  }
  const suggestion = meant === null && total < Math.min(FEW, limit) ? suggested(db, query, terms) : null
  return { hits, total, meant: meant ?? suggestion, tags: tagsNamed(db, asked) }
}

type Correction = { word: string; meant: string }

// Extends or corrects words that no post contains.
function corrected(db: SearchDatabase, query: string, terms: Term[]) {
  const corrections: Correction[] = []
  const known = terms.map((term, index) => {
    const [word] = term.words
    if (word === undefined || matches(db, term.expression)) return term
    const longer = extended(db, word, { isLast: index === terms.length - 1 })
    if (longer !== null) return { ...term, expression: longer }
    const others = misspellingsOf(db, word).map((other) => other.word)
    if (others[0] !== undefined) corrections.push({ word, meant: others[0] })
    return { ...term, expression: anyOf([term.expression, ...others.map(phrase)]) }
  })
  const expression = allOf(known.map((term) => term.expression))
  const isCorrected = corrections.length > 0 && matches(db, expression)
  return { expression, known, meant: isCorrected ? withCorrections(query, corrections, true) : null }
}

// Suggests similar words that are much more frequent than the typed ones.
function suggested(db: SearchDatabase, query: string, terms: Term[]): Meant | null {
  const corrections = terms.flatMap(({ words, expression }) =>
    words.flatMap((word) => {
      const least = SUGGESTION_RATIO * Math.max(1, countMatches(db, expression))
      const other = misspellingsOf(db, word).find(({ posts }) => posts >= least)
      return other ? [{ word, meant: other.word }] : []
    }),
  )
  return corrections.length === 0 ? null : withCorrections(query, corrections, false)
}

// Returns the query as typed, with the corrected words inserted.
function withCorrections(query: string, corrections: readonly Correction[], isShown: boolean): Meant {
  const words = tokenize(query).reduceRight((text, { word, start, end }) => {
    const correction = corrections.find((other) => other.word === word)
    return correction ? text.slice(0, start) + correction.meant + text.slice(end) : text
  }, query)
  return { words, isShown }
}

// In SQLite the lowest score is the best. If two scores differ by less than one percent, the newer post comes first.
// Times, marks and snippets are read only for the best posts, because reading them takes longer than scoring. The last
// part of the statement searches the range of the best row ids, because FTS5 would run the query again for each single
// id.
function ranked(
  db: SearchDatabase,
  options: { expression: string; limit: number; isComplete: boolean; asked: number },
): Hit[] {
  const { expression, limit, isComplete, asked } = options
  const rows = db.all(
    `WITH found AS MATERIALIZED (
      SELECT rowid, ${RANK} AS score FROM words WHERE words MATCH ?1 ORDER BY rowid DESC LIMIT ${MAX_MATCHES}
    ), candidate AS (
      SELECT rowid, round(score / (SELECT min(score) FROM found), 2) AS score
      FROM found ORDER BY 2 DESC, rowid DESC LIMIT ${CANDIDATES_PER_HIT} * ?2
    ), best AS MATERIALIZED (
      SELECT post.text, post.category, post.id, row_number() OVER (ORDER BY score DESC, time DESC, key) AS place
      FROM candidate JOIN post ON post.text = candidate.rowid ORDER BY place LIMIT ?2
    )
    SELECT best.text, best.category, best.id, ${matchColumns(`best.place <= ${MAX_BODY_SNIPPETS}`)}
    FROM words CROSS JOIN best ON best.text = words.rowid
    WHERE words MATCH ?1 AND words.rowid BETWEEN (SELECT min(text) FROM best) AND (SELECT max(text) FROM best)
    ORDER BY best.place`,
    expression,
    limit,
  )
  return rows.map((row) => ({
    text: Number(row.text),
    category: String(row.category),
    id: String(row.id),
    isComplete,
    ...matchesIn(row, asked),
  }))
}

function tagsNamed(db: SearchDatabase, words: readonly string[]): Findings['tags'] {
  if (words.length === 0) return []
  const tags = db.all(
    `SELECT name, posts FROM tag WHERE posts > 0 AND instr(' ' || words, ?) ORDER BY posts DESC, name LIMIT ${MAX_TAGS}`,
    ` ${words.join(' ')}`,
  )
  return tags.map(({ name, posts }) => ({
    name: String(name),
    posts: Number(posts),
    marks: beginningIn(String(name), words),
  }))
}
