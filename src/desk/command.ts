import type { Desk } from '#desk/desk.ts'
import { nameOf, type Finding, type ReviewItem, type Verdict } from '#desk/review-item.ts'
import { oversightLines } from '#desk/log.ts'
import { plain } from '#desk/terminal-text.ts'

/** The usage of `npm run review`. */
export const USAGE = `npm run review -- [--port PORT]                         the desk in a browser, on port 3100 of this machine
npm run review -- list [--json]                         posts without a verdict, riskiest first
npm run review -- show ID                               one post as JSON, with the evidence of each sentence
npm run review -- text ID                               the file for "correct"
npm run review -- keep ID --by NAME [--note TEXT]
npm run review -- correct ID --file FILE --by NAME --note TEXT [--anyway]
npm run review -- retract ID --by NAME --reason TEXT
npm run review -- log [--json]                          verdicts, and a summary of 30 days
npm run review -- --help | --version
--env-file FILE reads settings from a file of NAME=value lines; environment variables take precedence.
ID is the id of a post, or category/id. --anyway publishes a correction despite failed checks, which its page shows.
Exit status: 0 it is done, 1 it failed.`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

/** The options of all review commands. */
export const OPTIONS = { json: flag, anyway: flag, by: text, note: text, reason: text, file: text, port: text }

/** A review command with its arguments. */
export type DeskCommand = { name: string; id: string; values: Values }

type Values = {
  json?: boolean
  anyway?: boolean
  by?: string
  note?: string
  reason?: string
  file?: string
  port?: string
}

const LISTING = { id: false, needs: [], may: ['json'] } as const
const COMMANDS: {
  [name: string]: { id: boolean; needs: readonly (keyof Values)[]; may: readonly (keyof Values)[] }
} = {
  list: LISTING,
  log: LISTING,
  show: { id: true, needs: [], may: [] },
  text: { id: true, needs: [], may: [] },
  keep: { id: true, needs: ['by'], may: ['note'] },
  correct: { id: true, needs: ['file', 'by', 'note'], may: ['anyway'] },
  retract: { id: true, needs: ['by', 'reason'], may: [] },
}

/** Reads a command, or returns null if none is given. Throws an error with the usage if the command is invalid. */
export function readCommand(positionals: string[], values: Values): DeskCommand | null {
  const [name = null, id = '', ...rest] = positionals
  if (name === null) return null
  const allowed = COMMANDS[name]
  if (allowed === undefined) throw new Error(`There is no command "${plain(name)}".\n\n${USAGE}`)
  if (allowed.id !== (id !== '') || rest.length > 0)
    throw new Error(`${name} ${allowed.id ? 'needs one ID' : 'does not accept an ID'}.\n\n${USAGE}`)
  for (const needed of allowed.needs)
    if (!String(values[needed] ?? '').trim()) throw new Error(`${name} needs --${needed}.\n\n${USAGE}`)
  for (const given of Object.keys(values))
    if (![...allowed.needs, ...allowed.may, 'env-file'].some((option) => option === given))
      throw new Error(`${name} does not accept --${given}.\n\n${USAGE}`)
  return { name, id, values }
}

/** Runs a command. Rejects with the reason if it fails. */
export async function runCommand(
  { name, id, values }: DeskCommand,
  options: {
    desk: Desk
    readFile: (path: string) => Promise<string>
    print: (line: string) => void
  },
): Promise<void> {
  const { desk, readFile, print } = options
  const { by = '', note = '', reason = '', file = '', anyway = false, json = false } = values
  if (name === 'log') {
    const record = await desk.log()
    const lines = json ? [JSON.stringify(record, null, 2)] : oversightLines(record).map(plain)
    return lines.forEach(print)
  }
  if (name === 'list') return (await (json ? listAsJson(desk) : listLines(desk))).forEach(print)

  const item = await openItem(desk, id)
  if (name === 'show') return print(JSON.stringify(item, null, 2))
  if (name === 'text') return print(desk.editable(item).trimEnd())
  const verdict =
    name === 'keep'
      ? await desk.keep({ item, by, note })
      : name === 'retract'
        ? await desk.retract({ item, by, reason })
        : await desk.correct({ item, file: await readFile(file), by, note, anyway })
  if (verdict.state !== 'done') throw new Error(failureOf(verdict))
  print(plain(verdict.sentence))
}

async function listAsJson(desk: Desk): Promise<string[]> {
  const { posts, unreadable } = await desk.list()
  const rows = posts.map(({ place, ...rest }) => ({ ...place, ...rest }))
  return [JSON.stringify([...rows, ...unreadable.map((problem) => ({ state: 'unreadable', problem }))], null, 2)]
}

async function listLines(desk: Desk): Promise<string[]> {
  const { posts, unreadable } = await desk.list()
  const lines = posts.map(({ place, state, title, date, risks }) => {
    const why = [...(state === 'held' ? ['held'] : []), ...risks].join(', ')
    return `${date.slice(0, 10)}  ${nameOf(place)}  “${title}”${why && ` (${why})`}`
  })
  return [...unreadable, ...(posts.length === 0 ? ['Every post has a verdict.'] : lines)].map(plain)
}

async function openItem(desk: Desk, id: string): Promise<ReviewItem> {
  const posts = await desk.find(id)
  const [post] = posts
  if (post === undefined) throw new Error(`There is no post ${plain(id)}.`)
  if (posts.length > 1) throw new Error(`${id} is the id of several posts. Use one of ${posts.map(nameOf).join(', ')}.`)
  const item = await desk.open(post)
  if (item.state === 'gone') throw new Error(plain(item.sentence))
  return item
}

function failureOf(verdict: Exclude<Verdict, { state: 'done' }>): string {
  if (verdict.state !== 'failed') return plain(verdict.sentence)
  const blocking: Finding[] = verdict.findings.filter(({ severity }) => severity === 'block')
  return [
    'The corrected text fails its checks, so it was not published:',
    ...blocking.map(({ code, message, evidence }) => plain(`- ${code}: ${message}${evidence && ` (${evidence})`}`)),
    'Fix the file, or run the command again with --anyway to publish with the failed checks shown.',
  ].join('\n')
}
