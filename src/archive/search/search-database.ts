import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { stem } from '#text/stem.ts'

/** The database that posts are found by: a copy of what bucket and journal say, which can be thrown away at any time. */
export type SearchDatabase = {
  run(sql: string, ...values: SQLInputValue[]): void
  all(sql: string, ...values: SQLInputValue[]): Row[]
  /** The first row, with no columns when there is none. */
  get(sql: string, ...values: SQLInputValue[]): Row
  /** Gives up the transaction that an error has left open, if there is one. */
  rollBack(): void
  close(): void
  /** Closes it and deletes its file. */
  destroy(): void
}

type Row = Record<string, SQLOutputValue>

// Another number makes every process build its index anew: raise it with the schema, or with what counts as a word.
const VERSION = 2

// A post is kept under the number of the event that brought its text, so the newest have the highest. `words` keeps no text:
// only which words are where. `term` is its vocabulary, for what may be meant by a word that was not typed out or misspelt.
const SCHEMA = `
  CREATE TABLE progress (sequence INTEGER NOT NULL, write_id TEXT NOT NULL, is_learned INTEGER NOT NULL);
  INSERT INTO progress VALUES (0, '', 1);
  CREATE TABLE post (
    text INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, category TEXT NOT NULL, id TEXT NOT NULL, revision TEXT,
    title TEXT NOT NULL, excerpt TEXT NOT NULL, tags TEXT NOT NULL, time REAL NOT NULL, unread INTEGER NOT NULL
  );
  CREATE INDEX unread ON post (text) WHERE unread;
  CREATE TABLE retracted (key TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE tag (name TEXT PRIMARY KEY, words TEXT NOT NULL, posts INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE term (word TEXT PRIMARY KEY, posts INTEGER NOT NULL, stem TEXT NOT NULL, reversed TEXT NOT NULL)
    WITHOUT ROWID;
  CREATE INDEX stem ON term (stem);
  CREATE INDEX reversed ON term (reversed);
  CREATE VIRTUAL TABLE words USING fts5(
    title, excerpt, tags, category, text, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Mn Mc Co'"
  );
  INSERT INTO words (words, rank) VALUES ('hashsize', 12000000), ('automerge', 16);
  PRAGMA user_version = ${VERSION};`

/**
 * Opens the database in a file, or a private one that is gone with its process. A file that is damaged or of another version
 * is made anew; one that another process uses is left to it, and this one gets a private database.
 */
export function openSearchDatabase(file: string | null, onError: (error: unknown) => void): SearchDatabase {
  return withStatements(file === null ? connect(PRIVATE) : openFile(file, onError))
}

/** Whether an error says that a database is damaged: not one at all, or one that contradicts itself. */
export function isDamage(error: unknown): boolean {
  return [CORRUPT, NOT_A_DATABASE].includes(codeOf(error))
}

// Result codes of SQLite, https://sqlite.org/rescode.html
const [BUSY, CORRUPT, NOT_A_DATABASE] = [5, 11, 26]

// In SQLite's own temporary folder, and deleted by it.
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
      const message = `The search index cannot be kept in ${file}, so each start builds it anew: see CACHE in README.md.`
      onError(new Error(message, { cause }))
      return connect(PRIVATE)
    }
  }
}

// With what SQLite keeps beside it.
function deleteFile(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}

// One process uses a file at a time. The lock is the operating system's, so it ends with the process.
function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    db.exec('PRAGMA cache_size = -8000; BEGIN IMMEDIATE; COMMIT')
    const version = db.prepare('PRAGMA user_version').get()?.user_version
    if (version === 0) db.exec(`BEGIN; ${SCHEMA} COMMIT`)
    else if (version !== VERSION) throw new Error(`The search index in ${file} is of version ${version}.`)
    // Throws when one of them is missing.
    db.prepare('SELECT * FROM progress, post, retracted, tag, term, words')
    db.exec('CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, words, row)')
    db.function('stem', { deterministic: true }, (word) => stem(String(word)))
    db.function('reversed', { deterministic: true }, (word) => [...String(word)].toReversed().join(''))
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
    // `run` of the library also tells the id of the newest row, and throws: FTS5 numbers what it deletes beyond 2^53.
    run: (sql, ...values) => void prepared(sql).all(...values),
    all: (sql, ...values) => prepared(sql).all(...values),
    get: (sql, ...values) => prepared(sql).get(...values) ?? {},
    rollBack: () => (db.isTransaction ? db.exec('ROLLBACK') : undefined),
    close: () => (db.isOpen ? db.close() : undefined),
    destroy() {
      // None when it is private: the file is another process's.
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
