import type { Desk } from '#desk/desk.ts'
import { nameOf, type Finding, type ReviewItem } from '#desk/review-item.ts'

/** The usage of `npm run review`. */
export const USAGE = `Usage: npm run review [-- COMMAND] [OPTIONS]

Without a command, opens the desk in a browser, on port 3100 of this machine. Commands for scripts:

  list               prints the posts without a verdict, riskiest first, as JSON
  show ID            prints a post as JSON, with the evidence of each sentence
  text ID            prints the file for "correct"
  keep ID --by NAME [--note TEXT]
  correct ID --file FILE --by NAME --note TEXT [--anyway]
  retract ID --by NAME --reason TEXT
  log                prints the verdicts, and a summary of 30 days, as JSON

ID is the id of a post, or category/id.

  --port PORT        serves the desk on another port
  --anyway           publishes a correction despite failed checks, which its page shows
  --json             is the default
  --env-file FILE    reads settings from a file of NAME=value lines; environment variables take precedence
  --help, --version  prints this text, or the version

Exit status: 0 it is done, 1 it failed.`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

/** The options of all review commands. */
export const OPTIONS = { json: flag, anyway: flag, by: text, note: text, reason: text, file: text, port: text }

type Values = { [option in keyof typeof OPTIONS]?: string | boolean }

// The options that each command needs. Null if it is not about a post.
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
 * Runs a command: a name, and the id of a post if the command is about one. Rejects with the reason if it fails, and with
 * the usage if it is invalid.
 */
export async function runCommand(
  [name = '', id = '', ...rest]: string[],
  values: Values,
  { desk, readFile, print }: { desk: Desk; readFile: (path: string) => Promise<string>; print: (text: string) => void },
): Promise<void> {
  const needs = COMMANDS[name]
  const fail = (sentence: string) => {
    throw new Error(`${sentence}\n\n${USAGE}`)
  }
  if (needs === undefined) return fail(`There is no command "${plain(name)}".`)
  if ((needs === null) !== (id === '') || rest.length > 0)
    fail(`${name} ${needs === null ? 'does not accept an' : 'needs one'} ID.`)
  const missing = needs?.find((option) => !String(values[option] ?? '').trim())
  if (missing !== undefined) fail(`${name} needs --${missing}.`)
  if (name === 'log') return print(asJson(await desk.log()))
  if (name === 'list') {
    const { posts, unreadable } = await desk.list()
    const problems = unreadable.map((problem) => ({ state: 'unreadable', problem }))
    return print(asJson([...posts.map(({ place, ...row }) => ({ ...place, ...row })), ...problems]))
  }
  const item = await openItem(desk, id)
  if (name === 'show') return print(asJson(item))
  if (name === 'text') return print(desk.editable(item).trimEnd())
  const given = (option: keyof Values) => String(values[option] ?? '')
  const [by, note, reason, anyway] = [given('by'), given('note'), given('reason'), values.anyway === true]
  const give = {
    keep: async () => await desk.keep({ item, by, note }),
    correct: async () => await desk.correct({ item, file: await readFile(given('file')), by, note, anyway }),
    retract: async () => await desk.retract({ item, by, reason }),
  }
  const verdict = await (name === 'keep' ? give.keep() : name === 'correct' ? give.correct() : give.retract())
  if (verdict.state === 'done') return print(plain(verdict.sentence))
  throw new Error(plain(verdict.state === 'failed' ? failureOf(verdict.findings) : verdict.sentence))
}

function failureOf(findings: Finding[]): string {
  const blocking = findings.filter(({ severity }) => severity === 'block')
  const reasons = blocking.map(({ code, message, evidence }) => `- ${code}: ${message}${evidence && ` (${evidence})`}`)
  return `The corrected text fails its checks, so it was not published:\n${reasons.join('\n')}
Fix the file, or run the command again with --anyway to publish with the failed checks shown.`
}

async function openItem(desk: Desk, id: string): Promise<ReviewItem> {
  const [post, ...others] = await desk.find(id)
  if (post === undefined) throw new Error(`There is no post ${plain(id)}.`)
  if (others.length > 0)
    throw new Error(`${id} is the id of several posts. Use one of ${[post, ...others].map(nameOf).join(', ')}.`)
  const item = await desk.open(post)
  if (item.state === 'gone') throw new Error(plain(item.sentence))
  return item
}

/** Returns a text that is safe to print on a terminal: control and invisible characters become `‹U+202E›`. */
export function plain(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, (character) => `‹U+${hexOf(character)}›`)
}

// Escapes the same characters, which JSON itself does not escape.
function asJson(value: object): string {
  return JSON.stringify(value, null, 2).replace(INVISIBLE, (characters) =>
    characters
      .split('')
      .map((unit) => `\\u${hexOf(unit)}`)
      .join(''),
  )
}

const INVISIBLE = /(?!\n|\t|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}
