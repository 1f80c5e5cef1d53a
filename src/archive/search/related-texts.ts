import { countMatches, phrase } from '#archive/search/query.ts'
import type { SearchDatabase } from '#archive/search/search-database.ts'
import { isCommon, plainText, wordsOf } from '#archive/search/tokenize.ts'

/** A related post, suggested to read next. */
export type Related = { text: number; category: string; id: string }

/** Maximum number of posts to read next. */
export const MAX_RELATED = 6

// The page shows this many posts. If possible, one of them is from another category, but it must be at least half as
// similar as the post that it replaces.
const SHOWN = 3
const MIN_RELATIVE_SCORE = 0.5

// Count and score only this many of the newest posts, so that suggestions are recent and large archives are not slow.
const MAX_POSTS_PER_WORD = 200
const MAX_SCORED = 30

// Number of a post's most frequent words to examine, and number of its most distinctive words to search for.
const MAX_COUNTED_WORDS = 40
const MAX_WORDS = 12

/** Finds up to 6 posts that share rare words with a post, most similar first, then newest first. */
export function relatedTexts(db: SearchDatabase, text: number, source: string): Related[] {
  const post = db.get(
    'SELECT title, excerpt, tags, post.category FROM post JOIN words ON words.rowid = post.text WHERE post.text = ?',
    text,
  )
  const summary = [post.title, post.title, post.tags, post.tags, post.excerpt].map(String).join(' ')
  const words = distinctiveWords(db, `${summary} ${plainText(source)}`)
  if (post.title === undefined || words.length === 0) return []
  const sameWord = `SELECT * FROM (
    SELECT rowid, ? AS weight FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ${MAX_POSTS_PER_WORD}
  )`
  const close = db
    .all(
      `SELECT post.text, post.category, post.id, found.score FROM (
        SELECT rowid, sum(weight) AS score FROM (${words.map(() => sameWord).join(' UNION ALL ')})
        WHERE rowid <> ? GROUP BY rowid ORDER BY score DESC, rowid DESC LIMIT ${MAX_SCORED}
      ) AS found JOIN post ON post.text = found.rowid
      ORDER BY round(score / max(score) OVER (), 1) DESC, post.time DESC, post.key`,
      ...words.flatMap(({ word, weight }) => [weight, phrase(word)]),
      text,
    )
    .map((row) => ({
      text: Number(row.text),
      category: String(row.category),
      id: String(row.id),
      score: Number(row.score),
    }))
  const elsewhere = close.findIndex(({ category }) => category !== post.category)
  const [other, last] = [close[elsewhere], close[SHOWN - 1]]
  if (other && last && elsewhere >= SHOWN && other.score >= MIN_RELATIVE_SCORE * last.score) {
    close.splice(elsewhere, 1)
    close.splice(SHOWN - 1, 0, other)
  }
  return close.slice(0, MAX_RELATED).map(({ text: found, category, id }) => ({ text: found, category, id }))
}

// Returns words that the post repeats but few other posts contain, weighted as in tf-idf cosine similarity.
function distinctiveWords(db: SearchDatabase, text: string): { word: string; weight: number }[] {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) if (!isCommon(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const all = Number(db.get('SELECT count(*) AS posts FROM post').posts)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_COUNTED_WORDS)
    .map(([word, count]) => {
      const rarity = Math.log(1 + all / (1 + countMatches(db, phrase(word), MAX_POSTS_PER_WORD)))
      const score = Math.log2(1 + count) * rarity
      return { word, score, weight: score * rarity }
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_WORDS)
}
