import { parseArgs } from 'node:util'
import type { Complaint, Desk, DeskCase, Place, Verdict } from '#desk/case.ts'
import { oversightLines, type OversightLog } from '#desk/log.ts'
import { plain } from '#desk/plain.ts'

/** How the desk is used by scripts; every line of it is a whole command. */
export const USAGE = `npm run review                                          at a terminal: post by post
npm run review -- list [--json]                         posts without a verdict, riskiest first
npm run review -- show ID                               one post with its sources and findings
npm run review -- text ID                               the file that "correct" takes
npm run review -- keep ID --by NAME [--note TEXT]
npm run review -- correct ID --file FILE --by NAME --note TEXT [--anyway]
npm run review -- retract ID --by NAME --reason TEXT
npm run review -- log [--json]                          who decided what, and how much was looked at
ID is the id of a post, or category/id. --anyway publishes a correction despite failed checks; its page shows them.`

/** A command of the desk as it was typed. */
export type DeskCommand = { name: string; id: string; values: Values }

type Values = { json?: boolean; anyway?: boolean; by?: string; note?: string; reason?: string; file?: string }

/** Reads the arguments of a command; null when there are none. Throws with what is wrong and the usage. */
export function readCommand(args: string[]): DeskCommand | { name: null; by: string | null } {
  const { values, positionals } = parse(args)
  const [name = null, id = '', ...rest] = positionals
  if (name === null) return { name, by: values.by ?? null }
  const takes = COMMANDS[name]
  if (takes === undefined) throw new Error(`There is no command "${plain(name)}".\n\n${USAGE}`)
  if (takes.id !== (id !== '') || rest.length > 0)
    throw new Error(`${name} ${takes.id ? 'needs one ID' : 'takes no ID'}.\n\n${USAGE}`)
  for (const needed of takes.needs)
    if (!String(values[needed] ?? '').trim()) throw new Error(`${name} needs --${needed}.\n\n${USAGE}`)
  for (const given of Object.keys(values))
    if (![...takes.needs, ...takes.may].some((option) => option === given))
      throw new Error(`${name} takes no --${given}.\n\n${USAGE}`)
  return { name, id, values }
}

/** Carries a command out; the answer is its exit status. */
export async function runCommand(
  { name, id, values }: DeskCommand,
  options: {
    desk: Desk & { find(name: string): Promise<Place[]> }
    log: () => Promise<OversightLog>
    show: (subject: DeskCase) => string[]
    readFile: (path: string) => Promise<string>
    print: (line: string) => void
  },
): Promise<number> {
  const { desk, log, show, readFile, print } = options
  const { by = '', note = '', reason = '', file = '', anyway = false, json = false } = values

  if (name === 'log') {
    const record = await log()
    for (const line of json ? [JSON.stringify(record, null, 2)] : oversightLines(record).map(plain)) print(line)
    return 0
  }
  if (name === 'list') {
    const listed = await desk.list()
    if (json)
      print(
        JSON.stringify(
          listed.map(({ place, ...rest }) => ({ ...place, ...rest })),
          null,
          2,
        ),
      )
    else if (listed.length === 0) print('Every post has a verdict.')
    else for (const post of listed) print(listLine(post))
    return 0
  }

  const places = await desk.find(id)
  const [place] = places
  if (place === undefined) throw new Error(`There is no post ${plain(id)}.`)
  if (places.length > 1)
    throw new Error(`${id} is the id of several posts: say which of ${places.map(nameOf).join(', ')}.`)
  const subject = await desk.open(place)
  if (subject.state === 'gone') throw new Error(plain(subject.sentence))

  if (name === 'show') for (const line of show(subject)) print(line)
  if (name === 'text') print(desk.editable(subject).trimEnd())
  if (name === 'keep') return tell(await desk.keep({ subject, by, note }))
  if (name === 'retract') return tell(await desk.retract({ subject, by, reason }))
  if (name === 'correct') return tell(await desk.correct({ subject, file: await readFile(file), by, note, anyway }))
  return 0

  function tell(verdict: Verdict): number {
    if (verdict.state === 'done') {
      print(plain(verdict.sentence))
      return 0
    }
    throw new Error(verdict.state === 'failed' ? failure(verdict.complaints) : plain(verdict.sentence))
  }
}

const NOTHING = { id: false, needs: [], may: ['json'] } as const
const COMMANDS: { [name: string]: { id: boolean; needs: readonly (keyof Values)[]; may: readonly (keyof Values)[] } } =
  {
    list: NOTHING,
    log: NOTHING,
    show: { id: true, needs: [], may: [] },
    text: { id: true, needs: [], may: [] },
    keep: { id: true, needs: ['by'], may: ['note'] },
    correct: { id: true, needs: ['file', 'by', 'note'], may: ['anyway'] },
    retract: { id: true, needs: ['by', 'reason'], may: [] },
  }

function parse(args: string[]): { values: Values; positionals: string[] } {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { json: flag, anyway: flag, by: text, note: text, reason: text, file: text },
    })
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`, { cause })
  }
}

function listLine({ place, state, title, date, risks }: Awaited<ReturnType<Desk['list']>>[number]): string {
  const why = [...(state === 'held' ? ['held'] : []), ...risks].join(', ')
  return plain(`${date.slice(0, 10)}  ${nameOf(place)}  “${title}”${why && ` (${why})`}`)
}

function failure(complaints: readonly Complaint[]): string {
  const lines = complaints
    .filter(({ level }) => level === 'block')
    .map(({ code, message, evidence }) => plain(`- ${code}: ${message}${evidence && ` (${evidence})`}`))
  return [
    'The corrected text fails its checks, and nothing is published:',
    ...lines,
    'Mend the file, or repeat the command with --anyway: readers are then shown which checks failed.',
  ].join('\n')
}

function nameOf({ category, id }: Place): string {
  return `${category}/${id}`
}
