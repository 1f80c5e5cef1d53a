import * as z from 'zod'
import { readJsonLines } from '../fixtures/json-lines.ts'

// Hostile texts try to run scripts, send requests, navigate, cover the page or imitate parts of it. The meaning of some
// changes when they are parsed a second time. Their scripts set `pwned`, and their requests go to evil.example.
// Sanitising must not change harmless texts. Every text ends with the word "afterwards".
const texts = Map.groupBy(
  readJsonLines('tests/fixtures/hostile-html.jsonl', z.object({ kind: z.string(), html: z.string() })),
  ({ kind }) => kind,
)

// Deeply nested or very long texts that could block a parser.
const MASSES = [
  `${'<div>'.repeat(8_000)}text${'</div>'.repeat(8_000)}`,
  `${'<b><i><u><a>'.repeat(3_000)}text${'</a></u></i></b>'.repeat(3_000)}`,
  '<x-y>'.repeat(5_000),
  `<p ${Array.from({ length: 5_000 }, (_, index) => `a${index}`).join(' ')}>text</p>`,
]

/** Hostile article texts, named by kind and number. */
export const HOSTILE = [
  ...[...texts.keys()].filter((kind) => kind !== 'harmless').flatMap(named),
  ...MASSES.map((html, index) => ({ name: `mass-${index + 1}`, html: `<p>before</p>${html}<p>afterwards</p>` })),
]

/** Harmless texts that a sanitiser must not change. */
export const HARMLESS = named('harmless')

function named(kind: string): { name: string; html: string }[] {
  const before = kind === 'harmless' ? '' : '<p>before</p>'
  return (texts.get(kind) ?? []).map(({ html }, index) => ({
    name: `${kind}-${index + 1}`,
    html: `${before}${html}<p>afterwards</p>`,
  }))
}
