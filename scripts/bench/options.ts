import { parseArgs } from 'node:util'
import * as z from 'zod'

/** The sections of the bench, in the order in which they run. */
export const SECTIONS = ['pages', 'navigation', 'serving', 'size', 'edition'] as const

export type SectionName = (typeof SECTIONS)[number]

/** What the bench was asked to do; `runs` is null where every section takes its own number. */
export type Options = {
  sections: SectionName[]
  /** The folder of another checkout, which is measured in turn with this one. */
  against: string | null
  runs: number | null
  /** Whether the archive of 100,000 posts is measured too. */
  full: boolean
  /** Where every sample is written as JSON. */
  json: string | null
  /** Whether the tables are written into docs/performance.md. */
  write: boolean
}

const runs = z.coerce.number('--runs must be a whole number from 1 to 1000.').int().min(1).max(1_000)

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
    against: values.against ?? null,
    runs: values.runs === undefined ? null : runs.parse(values.runs),
    full: values.full,
    json: values.json ?? null,
    write: values.write,
  }
}
