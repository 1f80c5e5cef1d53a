import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/**
 * What came of an editor. `text` is what the person wrote, or null when there is nothing to go on with: then `sentence`
 * says why. `path` is the file that holds the person's work until `discard` deletes it; null when they left none.
 */
export type Edit = { text: string; path: string } | { text: null; path: string | null; sentence: string }

/** Runs an editor, a command line that may hold arguments, on a file; resolves to its exit status, null when it was killed. */
export type RunEditor = (options: { editor: string; file: string }) => Promise<number | null>

type Options = {
  /** The text as it is now; what equals it is no edit. */
  text: string
  /** What the file is called, without its ending. */
  name: string
  /** The file of an earlier edit, to go on with it; null begins with `text`. */
  path: string | null
  environment: { VISUAL?: string; EDITOR?: string }
  run?: RunEditor
}

/**
 * Opens a text in the person's editor: `$VISUAL`, `$EDITOR`, or vi or nano. Nothing that a person wrote is ever deleted
 * here: a file that differs from `text` stays, whatever the editor's status was.
 */
export async function editText({ text, name, path, environment, run = runEditor }: Options): Promise<Edit> {
  const { VISUAL, EDITOR } = environment
  const editor = VISUAL?.trim() || EDITOR?.trim() || VI_OR_NANO
  const file = path ?? (await newFile(text, name))
  const status = await run({ editor, file })
  const written = await readFile(file, 'utf8').catch(nullIfMissing)
  const sentence = reasonOf({ editor, status, before: text, after: written })
  if (sentence === null && written !== null) return { text: written, path: file }
  // A person's work is whatever is neither nothing nor what was there before.
  const holdsWork = written !== null && written.trim() !== '' && !isSame(written, text)
  if (!holdsWork) await discard(file)
  return { text: null, path: holdsWork ? file : null, sentence: sentence ?? 'The file is gone.' }
}

/** Deletes the file of an edit, once it is published or not wanted any more, with what editors left beside it. */
export async function discard(path: string): Promise<void> {
  await rm(path, { force: true })
  // Never a folder that is not of this module's making.
  if (basename(dirname(path)).startsWith(FOLDER)) await rm(dirname(path), { recursive: true, force: true })
}

// The shell finds out which of them there is.
const VI_OR_NANO = '$(command -v vi || command -v nano || echo vi)'

// Every edit has a folder of its own.
const FOLDER = 'stet-edit-'

// Runs an editor in this terminal. The command line is the shell's to read, as git does it: `code --wait`, `'my editor' -n`.
async function runEditor({ editor, file }: { editor: string; file: string }): Promise<number | null> {
  // Ctrl+C in an editor is meant for the editor alone, but the terminal sends it to this process as well.
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

// Why there is no edit to go on with; null when there is one.
function reasonOf(result: {
  editor: string
  status: number | null
  before: string
  after: string | null
}): string | null {
  const { editor, status, before, after } = result
  const named = `The editor "${editor === VI_OR_NANO ? 'vi or nano' : editor}"`
  // The shell's own status for a command that is not there.
  if (status === 127) return `${named} could not be started: set EDITOR to the command that opens yours.`
  if (status === null) return `${named} was ended from outside.`
  if (status !== 0) return `${named} ended with status ${status}.`
  if (after === null || after.trim() === '') return 'The file was emptied.'
  if (isSame(after, before)) return 'The text is as it was.'
  return null
}

// Editors end a file with a line end, and some write \r\n.
function isSame(one: string, other: string): boolean {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trimEnd()
  return plain(one) === plain(other)
}

// Nobody else on this machine may read it: a held post is not public.
async function newFile(text: string, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), FOLDER))
  const file = join(folder, `${name.replaceAll(/[^a-z0-9-]+/gi, '-').slice(0, 80) || 'post'}.md`)
  await writeFile(file, text, { mode: 0o600, flag: 'wx' })
  return file
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw new Error('The edited file cannot be read.', { cause: error })
}
