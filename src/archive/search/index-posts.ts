import { categoryLabel, categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import type { Bucket } from '#bucket/bucket.ts'
import type { JournalEvent, PublishedPost } from '#archive/event.ts'
import { readText } from '#archive/post-store.ts'
import { readableText } from '#archive/search/readable-text.ts'
import type { SearchDatabase } from '#archive/search/search-database.ts'
import { wordsOf } from '#archive/search/tokenize.ts'

/** The location of a post's text, and the number of the event that added it. */
export type TextLocation = { text: number; category: string; id: string; revision: string | null }

/** Returns the location of the text that an event adds, or null if the event does not add text. */
export function textOf(event: JournalEvent): TextLocation | null {
  if (event.kind !== 'published' && event.kind !== 'corrected') return null
  const { category, id } = event.post
  return { text: event.sequence, category, id, revision: event.kind === 'corrected' ? event.revision : null }
}

/**
 * Reads a post's text as Markdown, or as HTML if its Markdown was not stored. Resolves to an empty string if the bucket
 * already has a newer version, because a later event adds that version. Rejects if the text cannot be read.
 */
export async function readSource(bucket: Bucket, location: TextLocation): Promise<string> {
  const stored = await readText(bucket, location)
  return stored?.revision === location.revision ? (stored.markdown ?? stored.post.html) : ''
}

/**
 * Applies an event by the same rules as `projection.ts`. `source` is the event's text, or null if it is unavailable.
 */
export function applyEvent(db: SearchDatabase, event: JournalEvent, source: string | null): void {
  const key = `${categorySlug(event.post.category)}/${event.post.id}`
  const before = db.get('SELECT text FROM post WHERE key = ?', key).text
  if (event.kind === 'retracted') {
    db.run('INSERT OR IGNORE INTO retracted VALUES (?)', key)
    removePost(db, key)
  } else if (event.kind === 'corrected' && event.seen === before) {
    removePost(db, key)
    addPost(db, { key, post: event.post, text: event.sequence, revision: event.revision, source })
  } else if (event.kind === 'published' && before === undefined) {
    if ('key' in db.get('SELECT key FROM retracted WHERE key = ?', key)) return
    addPost(db, { key, post: event.post, text: event.sequence, revision: null, source })
  }
}

/** Adds the text to a post that was indexed without it. */
export function addText(db: SearchDatabase, text: number, source: string): void {
  db.run('UPDATE words SET body = ? WHERE rowid = ?', readableText(source), text)
  db.run('UPDATE post SET unread = 0 WHERE text = ?', text)
}

function addPost(
  db: SearchDatabase,
  entry: { key: string; post: PublishedPost; text: number; revision: string | null; source: string | null },
): void {
  const { key, post, text, revision, source } = entry
  const { category, id, title, excerpt, tags } = post
  const unread = source === null ? 1 : 0
  db.run('INSERT INTO post VALUES (?, ?, ?, ?, ?, ?, ?)', text, key, category, id, revision, timeOf(post.date), unread)
  db.run(
    'INSERT INTO words (rowid, title, excerpt, tags, category, body) VALUES (?, ?, ?, ?, ?, ?)',
    text,
    title,
    excerpt,
    tags.join('\n'),
    categoryLabel(category),
    readableText(source ?? ''),
  )
  for (const tag of tags) {
    const words = wordsOf(tag).join(' ')
    db.run('INSERT INTO tag VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET posts = posts + 1', tag, words)
  }
  const terms = termsOf(title, excerpt, categoryLabel(category), ...tags)
  const isNew = 'SELECT value AS word FROM json_each(?) WHERE value NOT IN (SELECT word FROM term)'
  // Insert one row at a time, because FTS5 writes a segment to disk before each statement that inserts several rows.
  for (const { word } of db.all(isNew, JSON.stringify(terms))) {
    const { id: term } = db.get('INSERT INTO term (word) VALUES (?) RETURNING id', String(word))
    // The added spaces let trigrams match the start and the end of the word.
    db.run('INSERT INTO spelling (rowid, word) VALUES (?, ?)', Number(term), ` ${word} `)
  }
}

// Does not remove the terms. Stale terms do no harm, because a search suggests only terms that a post contains.
function removePost(db: SearchDatabase, key: string): void {
  const { text, tags } = db.get(
    'SELECT post.text, tags FROM post JOIN words ON words.rowid = post.text WHERE key = ?',
    key,
  )
  if (text === undefined) return
  for (const tag of tagsOf(String(tags))) db.run('UPDATE tag SET posts = posts - 1 WHERE name = ?', tag)
  db.run('DELETE FROM words WHERE rowid = ?', text)
  db.run('DELETE FROM post WHERE key = ?', key)
}

/** Splits the `tags` column of `words` into a post's tags. */
export function tagsOf(column: string): string[] {
  return column === '' ? [] : column.split('\n')
}

// Shorter words are not corrected, and longer words are ignored because they are usually hashes or keys.
const MIN_LETTERS = 5
const MAX_LETTERS = 40

// Returns the distinct words in these texts that can be suggested as corrections.
function termsOf(...texts: string[]): string[] {
  const words = wordsOf(texts.join(' ')).filter((word) => /^\p{L}/u.test(word))
  return [...new Set(words.filter(({ length }) => length >= MIN_LETTERS && length <= MAX_LETTERS))]
}
