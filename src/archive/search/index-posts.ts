import * as z from 'zod'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import type { Bucket } from '#bucket/bucket.ts'
import type { JournalEvent, PublishedPost } from '#archive/event.ts'
import { readText, textKey } from '#archive/post-store.ts'
import type { SearchDatabase } from '#archive/search/search-database.ts'
import { plainText, tokenizable, wordsOf } from '#text/tokenize.ts'

/** Where a text is, and which event brought it. */
export type TextPlace = { text: number; category: string; id: string; revision: string | null }

/** The text that an event brought, null when it brought none. */
export function textOf(event: JournalEvent): TextPlace | null {
  if (event.kind !== 'published' && event.kind !== 'corrected') return null
  const { category, id } = event.post
  return { text: event.sequence, category, id, revision: event.kind === 'corrected' ? event.revision : null }
}

/**
 * The source of a text, empty when the bucket has another one by now: an event yet to come says so. Rejects when it cannot be
 * read.
 */
export async function readSource(bucket: Bucket, place: TextPlace): Promise<string> {
  const stored = await bucket.get(textKey(place))
  if (stored === null) return ''
  const { markdown, revision } = endOf(stored.body) ?? (await readWhole(bucket, place))
  return revision === place.revision ? markdown : ''
}

/**
 * Applies an event by the rules of `projection.ts`, with the text that it brought; `null` for one that could not be read. What
 * slipped through would still not be shown: an answer is held against the archive.
 */
export function applyEvent(db: SearchDatabase, event: JournalEvent, source: string | null): void {
  const key = `${categorySlug(event.post.category)}/${event.post.id}`
  const before = db.get('SELECT text FROM post WHERE key = ?', key).text
  if (event.kind === 'retracted') {
    db.run('INSERT OR IGNORE INTO retracted VALUES (?)', key)
    removePost(db, key)
  } else if (event.kind === 'corrected' && event.baseVersion === before) {
    removePost(db, key)
    addPost(db, { key, post: event.post, text: event.sequence, revision: event.revision, source })
  } else if (event.kind === 'published' && before === undefined) {
    if ('key' in db.get('SELECT key FROM retracted WHERE key = ?', key)) return
    addPost(db, { key, post: event.post, text: event.sequence, revision: null, source })
  }
}

/** Adds the text of a post that had none so far. */
export function addText(db: SearchDatabase, text: number, source: string): void {
  const post = db.get('SELECT title, excerpt, tags, category FROM post WHERE text = ?', text)
  db.run('DELETE FROM words WHERE rowid = ?', text)
  addWords(db, text, {
    title: String(post.title),
    excerpt: String(post.excerpt),
    tags: tagsOf(post.tags),
    category: String(post.category),
    source,
  })
  db.run('UPDATE post SET unread = 0 WHERE text = ?', text)
}

/** Adds the words of new texts to the vocabulary, one text at a time. */
export function learnWords(db: SearchDatabase, post: PublishedPost, source: string): void {
  const { title, excerpt, tags, category } = post
  const all = [title, excerpt, ...tags, categoryLabel(category), shownText(source)].join(' ')
  for (const word of new Set(wordsOf(all))) {
    db.run(`INSERT INTO term VALUES (?1, 1, stem(?1), reversed(?1)) ON CONFLICT DO UPDATE SET posts = posts + 1`, word)
  }
}

/** Makes the vocabulary anew from everything that is indexed: cheaper for many texts, a few seconds for 100,000. */
export function* relearnWords(db: SearchDatabase): Generator<void> {
  db.run('DELETE FROM term')
  for (const [from, to] of RANGES) {
    db.run(
      `INSERT INTO term SELECT term, doc, stem(term), reversed(term) FROM vocabulary
      WHERE term >= ? AND term < ? AND length(term) <= 40`,
      from,
      to,
    )
    yield
  }
}

// By first letters, a part of a second each at most.
const STARTS = ['', ...'0123456789abcdefghijklmnopqrstuvwxyz'].flatMap((letter) =>
  /[a-z]/.test(letter) ? [letter, `${letter}e`, `${letter}l`, `${letter}p`] : [letter],
)
const RANGES = STARTS.map((start, place) => [start, STARTS[place + 1] ?? '\u{10FFFF}'] as const)

function addPost(
  db: SearchDatabase,
  entry: { key: string; post: PublishedPost; text: number; revision: string | null; source: string | null },
): void {
  const { key, post, text, revision, source } = entry
  const { category, id, title, excerpt, tags } = post
  db.run(
    'INSERT INTO post VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    text,
    key,
    category,
    id,
    revision,
    title,
    excerpt,
    JSON.stringify(tags),
    timeOf(post.date),
    source === null ? 1 : 0,
  )
  addWords(db, text, { title, excerpt, tags, category, source: source ?? '' })
  for (const tag of tags) {
    const words = wordsOf(tag).join(' ')
    db.run('INSERT INTO tag VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET posts = posts + 1', tag, words)
  }
}

function addWords(
  db: SearchDatabase,
  text: number,
  post: { title: string; excerpt: string; tags: string[]; category: string; source: string },
): void {
  const { title, excerpt, tags, category, source } = post
  db.run(
    'INSERT INTO words (rowid, title, excerpt, tags, category, text) VALUES (?, ?, ?, ?, ?, ?)',
    text,
    ...[title, excerpt, tags.join(' '), categoryLabel(category), shownText(source)].map(tokenizable),
  )
}

// Nobody sees why an article was found by the address of a link.
function shownText(source: string): string {
  return plainText(source.replaceAll(/\]\([^)\s]*(?:\s[^)]*)?\)/g, '] '))
}

function removePost(db: SearchDatabase, key: string): void {
  const { text, tags } = db.get('SELECT text, tags FROM post WHERE key = ?', key)
  if (text === undefined) return
  for (const tag of tagsOf(tags)) db.run('UPDATE tag SET posts = posts - 1 WHERE name = ?', tag)
  db.run('DELETE FROM words WHERE rowid = ?', text)
  db.run('DELETE FROM post WHERE key = ?', key)
}

/** The tags of a post, as the database holds them. */
export function tagsOf(json: unknown): string[] {
  return z.array(z.string()).parse(JSON.parse(String(json)))
}

const source = z.object({ markdown: z.string(), revision: z.string().nullable() })

// Our own files end with the source, a quarter of them; a hundred thousand are read at a first start. The name with its
// quotation marks is in no JSON text before: they would have backslashes.
function endOf(body: Uint8Array): z.infer<typeof source> | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const start = bytes.lastIndexOf('"markdown":')
  if (start === -1) return null
  try {
    return source.safeParse(JSON.parse(`{${bytes.toString('utf8', start)}`)).data ?? null
  } catch {
    return null
  }
}

async function readWhole(bucket: Bucket, place: TextPlace): Promise<z.infer<typeof source>> {
  const stored = await readText(bucket, place)
  return { markdown: stored?.markdown ?? stored?.post.html ?? '', revision: stored?.revision ?? null }
}
