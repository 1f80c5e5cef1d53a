import type { Desk } from '#desk/desk.ts'
import { printable } from '#text/printable.ts'

/** The usage text of `npm run review`. */
export const USAGE = `Usage: npm run review [-- COMMAND] [OPTIONS]

Without a command, this opens the desk in a browser, on port 3100 of this machine. Commands for scripts:

  list               prints the posts without a verdict, riskiest first, as JSON
  show ID            prints a post as JSON, with the evidence of each sentence
  text ID            prints the editable file that "correct" expects
  keep ID --by NAME [--note TEXT]
  correct ID --file FILE --by NAME --note TEXT [--anyway]
  retract ID --by NAME --reason TEXT
  log                prints the verdicts and a 30-day summary as JSON

ID is the id of a post, or category/id.

  --port PORT        serves the desk on another port
  --anyway           publishes a correction despite failed checks; the post's page then shows the failed checks
  --json             prints JSON, which is the default
  --env-file FILE    reads settings from a file of NAME=value lines; environment variables take precedence
  --help, --version  prints this text, or the version

Exit status: 0 the command succeeded, 1 it failed.`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

/** The options of all review commands. */
export const OPTIONS = { json: flag, anyway: flag, by: text, note: text, reason: text, file: text, port: text }

type Values = { [option in keyof typeof OPTIONS]?: string | boolean }

// The options that each command requires, or null if the command does not take a post id.
const COMMANDS: Record<string, (keyof Values)[] | null> = {
  list: null,
  log: null,
  show: [],
  text: [],
  keep: ['by'],
  correct: ['file', 'by', 'note'],
  retract: ['by', 'reason'],
}

/**
 * Runs a command and prints its result. The first argument is the command name. The second is a post id if the command
 * needs one. Rejects with the reason if the command fails, and adds the usage if the command is invalid.
 */
export async function runCommand(
  [name = '', id = '', ...rest]: string[],
  values: Values,
  { desk, readFile, print }: { desk: Desk; readFile: (path: string) => Promise<string>; print: (text: string) => void },
): Promise<void> {
  const required = COMMANDS[name]
  const fail = (sentence: string) => {
    throw new Error(`${sentence}\n\n${USAGE}`)
  }
  if (required === undefined) return fail(`Unknown command "${printable(name)}".`)
  if ((required === null) !== (id === '') || rest.length > 0)
    fail(`${name} ${required === null ? 'does not accept an' : 'needs one'} ID.`)
  const given = (option: keyof Values) => String(values[option] ?? '').trim()
  const missing = required?.find((option) => given(option) === '')
  if (missing !== undefined) fail(`${name} needs --${missing}.`)

  const printJson = (value: object) => print(printable(JSON.stringify(value, null, 2)))
  if (name === 'log') return printJson(await desk.log())
  if (name === 'list') {
    const { posts, unreadable } = await desk.list()
    const problems = unreadable.map((problem) => ({ state: 'unreadable', problem }))
    return printJson([...posts.map(({ place, ...row }) => ({ ...place, ...row })), ...problems])
  }
  const item = await desk.open(id)
  if (item.state === 'gone') throw new Error(printable(item.sentence))
  if (name === 'show') return printJson(item)
  if (name === 'text') return print(item.file.trimEnd())
  const kind = name === 'keep' || name === 'retract' ? name : 'correct'
  const note = given(kind === 'retract' ? 'reason' : 'note')
  const file = kind === 'correct' ? await readFile(given('file')) : ''
  const verdict = await desk[kind]({ item, by: given('by'), note, file, anyway: values.anyway === true })
  if (verdict.state !== 'done') throw new Error(printable(verdict.sentence))
  print(printable(verdict.sentence))
}
