import * as z from 'zod'
import { readJsonLines } from '../fixtures/json-lines.ts'

// Article texts that try to run, to load, to navigate, to cover or to pose as a part of the site, some of them strings
// that a second parsing reads otherwise than the first; and harmless ones that a sanitiser could spoil. What runs sets
// `pwned`; what loads or navigates goes to evil.example. Every text ends with the word "afterwards", to be read.
const texts = Map.groupBy(
  readJsonLines('tests/fixtures/hostile-html.jsonl', z.object({ kind: z.string(), html: z.string() })),
  ({ kind }) => kind,
)

// What a parser or a sanitiser could not be done with.
const MASSES = [
  `${'<div>'.repeat(8_000)}text${'</div>'.repeat(8_000)}`,
  `${'<b><i><u><a>'.repeat(3_000)}text${'</a></u></i></b>'.repeat(3_000)}`,
  '<x-y>'.repeat(5_000),
  `<p ${Array.from({ length: 5_000 }, (_, index) => `a${index}`).join(' ')}>text</p>`,
]

/** Hostile article texts by what they are, and their number among their kind. */
export const HOSTILE = [
  ...[...texts.keys()].filter((kind) => kind !== 'harmless').flatMap(named),
  ...MASSES.map((html, index) => ({ name: `mass-${index + 1}`, html: `<p>before</p>${html}<p>afterwards</p>` })),
]

/** Harmless texts that a sanitiser could spoil. */
export const HARMLESS = named('harmless')

function named(kind: string): { name: string; html: string }[] {
  const before = kind === 'harmless' ? '' : '<p>before</p>'
  return (texts.get(kind) ?? []).map(({ html }, index) => ({
    name: `${kind}-${index + 1}`,
    html: `${before}${html}<p>afterwards</p>`,
  }))
}
