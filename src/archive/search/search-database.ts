import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'

/** The search database. It can be deleted at any time, because it contains only copies of posts in the bucket. */
export type SearchDatabase = {
  run(sql: string, ...values: SQLInputValue[]): void
  all(sql: string, ...values: SQLInputValue[]): Row[]
  /** Returns the first row, or a row without columns if there is none. */
  get(sql: string, ...values: SQLInputValue[]): Row
  /** Rolls back any transaction that an error has left open. */
  rollBack(): void
  close(): void
  /** Closes the database and deletes its file. */
  destroy(): void
}

/** A row of a query result. */
export type Row = Record<string, SQLOutputValue>

// A file with a different version is rebuilt. Increase the version if the schema, the tokenizer or the stored text
// changes.
const VERSION = 8

// `text` is the number of the event that added a post's text, so newer texts have higher row ids. `words` stores the
// text for snippets. `term` contains the words in titles, excerpts, tags and categories, and `spelling` contains their
// trigrams.
const SCHEMA = `
  CREATE TABLE progress (sequence INTEGER NOT NULL, write_id TEXT NOT NULL);
  INSERT INTO progress VALUES (0, '');
  CREATE TABLE post (
    text INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, category TEXT NOT NULL, id TEXT NOT NULL, revision TEXT,
    time REAL NOT NULL, unread INTEGER NOT NULL
  );
  CREATE INDEX unread ON post (text) WHERE unread;
  CREATE TABLE retracted (key TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE tag (name TEXT PRIMARY KEY, words TEXT NOT NULL, posts INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE term (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
  CREATE VIRTUAL TABLE spelling USING fts5(word, content = '', tokenize = 'trigram');
  CREATE VIRTUAL TABLE words USING fts5(
    title, excerpt, tags, category, body, tokenize = "porter unicode61 remove_diacritics 2 tokenchars '+#'"
  );
  INSERT INTO words (words, rank) VALUES ('hashsize', 12000000), ('automerge', 16);
  PRAGMA user_version = ${VERSION};`

/**
 * Opens the database in a file, or a private temporary database if `file` is null. Recreates the file if it is damaged
 * or has a different version. If another process is using the file, opens a private database instead.
 */
export function openSearchDatabase(file: string | null, onError: (error: unknown) => void): SearchDatabase {
  return withStatements(file === null ? connect(PRIVATE) : openFile(file, onError))
}

/** True if an error means that the database file is damaged. */
export function isDamage(error: unknown): boolean {
  return [CORRUPT, NOT_A_DATABASE].includes(codeOf(error))
}

// SQLite result codes (https://sqlite.org/rescode.html)
const [BUSY, CORRUPT, NOT_A_DATABASE] = [5, 11, 26]

// SQLite stores an unnamed database in its temporary folder and deletes it on close.
const PRIVATE = ''

function openFile(file: string, onError: (error: unknown) => void): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true })
    return connect(file)
  } catch (error) {
    if (codeOf(error) === BUSY) return connect(PRIVATE)
    try {
      deleteFile(file)
      return connect(file)
    } catch (cause) {
      const problem = `The search index cannot be stored in ${file}: ${cause instanceof Error ? cause.message : String(cause)}.`
      const advice = 'Each start has to rebuild it. Free disk space, or set CACHE to another folder.'
      onError(new Error(`${problem} ${advice}`, { cause }))
      return connect(PRIVATE)
    }
  }
}

function deleteFile(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}

// Locks the file, because only one process at a time may use it. The lock is released when the process exits.
function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    db.exec('PRAGMA cache_size = -8000; BEGIN IMMEDIATE; COMMIT')
    const version = db.prepare('PRAGMA user_version').get()?.user_version
    if (version === 0) db.exec(`BEGIN; ${SCHEMA} COMMIT`)
    else if (version !== VERSION) throw new Error(`The search index in ${file} has version ${version}.`)
    // Throws if one of the tables is missing.
    db.prepare('SELECT * FROM progress, post, retracted, tag, term, spelling, words')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function withStatements(db: DatabaseSync): SearchDatabase {
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    // StatementSync.run() throws if FTS5 sets a row id above 2^53 while it deletes a row, so use all().
    run: (sql, ...values) => void prepared(sql).all(...values),
    all: (sql, ...values) => prepared(sql).all(...values),
    get: (sql, ...values) => prepared(sql).get(...values) ?? {},
    rollBack: () => (db.isTransaction ? db.exec('ROLLBACK') : undefined),
    close: () => (db.isOpen ? db.close() : undefined),
    destroy() {
      // A private database's location is empty or null. In that case, the configured file may belong to another
      // process, so do not delete it.
      const file = db.location()
      db.close()
      if (file) deleteFile(file)
    },
  }
}

function codeOf(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  return code & 255
}
