import { parseArgs } from 'node:util'

/** The sections of the bench, in the order in which they run. */
export const SECTIONS = ['pages', 'navigate', 'serve', 'memory', 'publish', 'size', 'newsroom', 'lighthouse'] as const

/** The name of a section. */
export type SectionName = (typeof SECTIONS)[number]

/** What the bench was asked to do; `runs` is null where every section takes its own number. */
export type Options = {
  sections: SectionName[]
  /** The address of a peer, without its last slash. */
  against: string | null
  runs: number | null
  /** Whether the slow parts run too. */
  full: boolean
  /** Where the results are written as JSON. */
  json: string | null
  /** Whether the results are written into docs/performance.md and docs/performance/. */
  write: boolean
}

/** Reads the arguments of `npm run bench`. Throws a sentence for each that cannot be used. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      runs: { type: 'string' },
      full: { type: 'boolean', default: false },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.filter((name) => !SECTIONS.some((section) => section === name))
  if (unknown.length > 0)
    throw new Error(`The bench has no section "${unknown.join('", "')}". It has ${SECTIONS.join(', ')}.`)
  return {
    sections: SECTIONS.filter((section) => positionals.length === 0 || positionals.includes(section)),
    against: values.against === undefined ? null : readAddress(values.against),
    runs: values.runs === undefined ? null : readCount(values.runs),
    full: values.full,
    json: values.json ?? null,
    write: values.write,
  }
}

function readAddress(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new Error(`--against must be an address such as http://127.0.0.1:8080; it is "${address}".`)
  return address.replace(/\/+$/, '')
}

function readCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 1_000)
    throw new Error(`--runs must be a whole number from 1 to 1000; it is "${text}".`)
  return count
}
