import { anyOf } from '#archive/search/find-posts.ts'
import { postsWith, type Term } from '#archive/search/readings.ts'
import type { SearchDatabase } from '#archive/search/search-database.ts'
import { isCommon, plainText, wordsOf } from '#text/tokenize.ts'

/** A post to read next. */
export type Related = { text: number; category: string; id: string }

const LIMIT = 6

// A reader is shown the first so many: one of them is of another category, if one is at least so close to the one whose
// place it takes.
const SHOWN = 3
const CLOSE_ENOUGH = 0.5

// Only the newest are compared: what to read next should be recent, and the cost stays the same at any size.
const NEWEST = 200

// Of those, so many are looked at any further.
const CLOSEST = 30

// The words that tell most about a post.
const MOST_WORDS = 12

/** Up to 6 posts that share the most telling words with one, the closest first, the newest of about equally close ones; those that share none are not among them. */
export function relatedTexts(db: SearchDatabase, text: number, source: string): Related[] {
  const post = db.get('SELECT title, excerpt, tags, category FROM post WHERE text = ?', text)
  const summary = [post.title, post.title, post.tags, post.tags, post.excerpt].map(String).join(' ')
  const words = tellingWords(db, `${summary} ${plainText(source)}`)
  if (post.title === undefined || words.length === 0) return []
  const close = db
    .all(
      `SELECT post.text, post.category, post.id, found.score FROM (
        SELECT * FROM (
          SELECT rowid, bm25(words, 3, 2, 3, 0, 1) AS score FROM words WHERE words MATCH ? AND rowid <> ?
          ORDER BY rowid DESC LIMIT ${NEWEST}
        ) ORDER BY score LIMIT ${CLOSEST}
      ) AS found JOIN post ON post.text = found.rowid
      ORDER BY round(score / min(score) OVER (), 1) DESC, post.time DESC, post.key`,
      anyOf(words),
      text,
    )
    .map((row) => ({
      text: Number(row.text),
      category: String(row.category),
      id: String(row.id),
      closeness: -Number(row.score),
      isElsewhere: row.category !== post.category,
    }))
  const elsewhere = close.find(({ isElsewhere }) => isElsewhere)
  const last = close[SHOWN - 1]
  if (elsewhere && last && close.indexOf(elsewhere) >= SHOWN && elsewhere.closeness >= CLOSE_ENOUGH * last.closeness) {
    close.splice(close.indexOf(elsewhere), 1)
    close.splice(SHOWN - 1, 0, elsewhere)
  }
  return close.slice(0, LIMIT).map(({ category, id, ...rest }) => ({ text: rest.text, category, id }))
}

// Rare words, said often: the tenth time tells less than the second.
function tellingWords(db: SearchDatabase, text: string): Term[] {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const all = Number(db.get('SELECT count(*) AS posts FROM post').posts)
  return [...counts]
    .filter(([word]) => !isCommon(word))
    .map(([word, count]) => ({ word, count, posts: postsWith(db, word) }))
    .map((term) => ({ ...term, weight: Math.log2(1 + term.count) * Math.log(1 + all / (1 + term.posts)) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_WORDS)
}
