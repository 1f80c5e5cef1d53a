import { phrase } from '#archive/search/phrase.ts'
import type { SearchDatabase } from '#archive/search/search-database.ts'
import { isCommon, plainText, wordsOf } from '#text/tokenize.ts'

/** A post to read next. */
export type Related = { text: number; category: string; id: string }

const LIMIT = 6

// A reader is shown the first so many: one of them is of another category, if one is at least so close to the one whose
// place it takes.
const SHOWN = 3
const CLOSE_ENOUGH = 0.5

// Of each word only the newest texts are looked at: what to read next should be recent, and the cost stays the same at any
// size. FTS5's own bm25 would count all texts of each word first.
const NEWEST = 200
const HAVING = `SELECT * FROM (SELECT rowid, ? AS weight FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ${NEWEST})`

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
  const found = words.flatMap(({ word, weight }) => [weight, phrase(word)])
  const close = db
    .all(
      `SELECT post.text, post.category, post.id, found.score FROM (
        SELECT rowid, sum(weight) AS score FROM (${words.map(() => HAVING).join(' UNION ALL ')})
        WHERE rowid <> ? GROUP BY rowid ORDER BY score DESC, rowid DESC LIMIT ${CLOSEST}
      ) AS found JOIN post ON post.text = found.rowid
      ORDER BY round(score / max(score) OVER (), 1) DESC, post.time DESC, post.key`,
      ...found,
      text,
    )
    .map((row) => ({
      text: Number(row.text),
      category: String(row.category),
      id: String(row.id),
      closeness: Number(row.score),
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

// Rare words, said often: the tenth time tells less than the second. They weigh as in the cosine of two texts (tf-idf).
function tellingWords(db: SearchDatabase, text: string): { word: string; weight: number }[] {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) if (!isCommon(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const all = Number(db.get('SELECT count(*) AS posts FROM post').posts)
  return db
    .all(
      'SELECT value AS word, posts FROM json_each(?) LEFT JOIN term ON term.word = value',
      JSON.stringify([...counts.keys()]),
    )
    .map(({ word, posts }) => {
      const rarity = Math.log(1 + all / (1 + Number(posts)))
      const telling = Math.log2(1 + (counts.get(String(word)) ?? 0)) * rarity
      return { word: String(word), telling, weight: telling * rarity }
    })
    .toSorted((a, b) => b.telling - a.telling)
    .slice(0, MOST_WORDS)
}
