import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/**
 * The result of an edit. `text` is the edited text, or null if it cannot be used, for the reason in `sentence`. `path` is
 * the file with the person's work until `discard` deletes it, or null if there is no work.
 */
export type Edit = { text: string; path: string } | { text: null; path: string | null; sentence: string }

/** Opens a file in an editor, a command line that may include arguments. Resolves to the exit status, or to null if it was killed. */
export type RunEditor = (options: { editor: string; file: string }) => Promise<number | null>

type Options = {
  /** The current text. A file that equals it is not an edit. */
  text: string
  /** The name of the file, without its extension. */
  name: string
  /** The file of an earlier edit to continue, or null to start with `text`. */
  path: string | null
  environment: { VISUAL?: string; EDITOR?: string }
  run?: RunEditor
}

/**
 * Opens a text in the person's editor: `$VISUAL`, `$EDITOR` or vi. A file that differs from `text` is never deleted here,
 * not even if the editor fails.
 */
export async function editText({ text, name, path, environment, run = runEditor }: Options): Promise<Edit> {
  const { VISUAL, EDITOR } = environment
  const editor = VISUAL?.trim() || EDITOR?.trim() || 'vi'
  const file = path ?? (await newFile(text, name))
  const status = await run({ editor, file })
  const written = await readFile(file, 'utf8').catch(nullIfMissing)
  const sentence = reasonOf({ editor, status, before: text, after: written })
  if (sentence === null && written !== null) return { text: written, path: file }
  const holdsWork = written !== null && written.trim() !== '' && !isSame(written, text)
  if (!holdsWork) await discard(file)
  return { text: null, path: holdsWork ? file : null, sentence: sentence ?? 'The file was deleted.' }
}

/** Deletes the file of an edit with its folder, which may contain backup files of the editor. */
export async function discard(path: string): Promise<void> {
  await rm(path, { force: true })
  // Delete only folders that this module created.
  if (basename(dirname(path)).startsWith(FOLDER_PREFIX)) await rm(dirname(path), { recursive: true, force: true })
}

// Each edit has its own folder.
const FOLDER_PREFIX = 'stet-edit-'

// Runs the command line through the shell, like git: `code --wait`, `'my editor' -n`.
async function runEditor({ editor, file }: { editor: string; file: string }): Promise<number | null> {
  // Ctrl+C in the editor also reaches this process, which must ignore it.
  const ignore = (): void => {}
  process.on('SIGINT', ignore)
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn('sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' })
      child.once('error', reject)
      child.once('close', resolve)
    })
  } finally {
    process.off('SIGINT', ignore)
  }
}

// Returns the reason why the edit cannot be used, or null.
function reasonOf(result: {
  editor: string
  status: number | null
  before: string
  after: string | null
}): string | null {
  const { editor, status, before, after } = result
  const named = `The editor "${editor}"`
  // The shell's status for a missing command.
  if (status === 127) return `${named} could not be started. Set EDITOR to the command for your editor.`
  if (status === null) return `${named} was killed.`
  if (status !== 0) return `${named} ended with status ${status}.`
  if (after === null || after.trim() === '') return 'The file was emptied.'
  if (isSame(after, before)) return 'The text was not changed.'
  return null
}

// Editors may add a line end or write \r\n.
function isSame(one: string, other: string): boolean {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trimEnd()
  return plain(one) === plain(other)
}

// Other users of this machine must not read the file, because a held post is not public.
async function newFile(text: string, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX))
  const file = join(folder, `${name.replaceAll(/[^a-z0-9-]+/gi, '-').slice(0, 80) || 'post'}.md`)
  await writeFile(file, text, { mode: 0o600, flag: 'wx' })
  return file
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw new Error('The edited file cannot be read. Check its permissions.', { cause: error })
}
