import { codeSpans } from '#newsroom/checks/evidence/readers/prose.ts'
import { faultOf, type Evidenced, type Fault, type Found } from '#newsroom/checks/evidence/rule.ts'
import type { Unit } from '#newsroom/sources/unit.ts'

/** A block of code is an unbroken excerpt of the cited lines, and code inside a sentence stands just so in its evidence. */
export function code(subject: Evidenced): Found {
  const { claim } = subject
  if (claim.kind === 'code') return { looked: 1, faults: brokenLines(subject) }
  const spans = codeSpans(claim.text)
  return { looked: spans.length, faults: spans.flatMap((span) => missingSpan(span, subject)) }
}

function brokenLines({ claim, cited, sources }: Evidenced): Fault[] {
  const lines = linesOf(claim.text)
  const all = sources.flatMap(({ units }) => units)
  const excerpt = cited.toSorted((a, b) => all.indexOf(a) - all.indexOf(b))
  const follows = excerpt.every(
    (unit, index) => index === 0 || all.indexOf(unit) === all.indexOf(excerpt[index - 1] ?? unit) + 1,
  )
  const text = excerpt.flatMap((unit) => linesOf(unit.text))
  if (follows && `\n${text.join('\n')}\n`.includes(`\n${lines.join('\n')}\n`)) return []
  // A command may stand inside a sentence, as a part of it.
  const sentences = excerpt.filter(({ kind }) => kind !== 'code').map((unit) => normal(unit.text))
  if (sentences.some((sentence) => isWithin(lines.join(' '), sentence))) return []
  const from = cited.map(({ id }) => id).join(', ') || 'what it names'
  const altered = lines
    .filter((line) => !text.includes(line))
    .map((line): Fault => {
      const message = `The line "${line}" of the code is not in ${from}: copy the lines unbroken, and name each.`
      const bears = (unit: Unit) => unit.kind === 'code' && linesOf(unit.text).includes(line)
      return faultOf('code-altered', message, line, bears)
    })
  if (altered.length > 0) return altered
  const broken = `The lines of the code do not follow one another in ${from}: copy an unbroken piece, and leave out no line.`
  return [faultOf('code-broken', broken, claim.text)]
}

// Without indentation, prompts and blank lines, which the numbers of lines may have changed.
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => normal(line.replace(/^\s*[$>]\s/, '')).trim())
    .filter((line) => line !== '')
}

// Typography of the page is no part of the code.
function normal(text: string): string {
  return text
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[ \t\u00A0]+/g, ' ')
}

function missingSpan(span: string, { cited, beside, sources, all }: Evidenced): Fault[] {
  const text = normal(span).trim()
  const bears = (unit: Unit) =>
    isWithin(text, normal(unit.text)) || isWithin(text.replace(/\(\)$/, ''), normal(unit.text))
  if (text === '' || [...cited, ...beside].some(bears)) return []
  const throughout = sources.flatMap(({ units }) => units).filter(bears).length >= THROUGHOUT
  if (throughout || sources.some(({ title }) => isWithin(text, title))) return []
  const place = [...sources, ...all].flatMap(({ units }) => units).find(bears)
  const from = cited.map(({ id }) => id).join(', ')
  const message =
    place === undefined
      ? `The code \`${span}\` is in no source just so: copy it character for character.`
      : `The code \`${span}\` is not in ${from}, but in ${place.id}: name that sentence too.`
  return [faultOf('code-not-in-evidence', message, span, place === undefined ? null : bears)]
}

const THROUGHOUT = 3

// Whether a piece of code stands in a text and ends where a word of it ends: `--allow` is not in `--allow-net`, nor 2.1 in 2.1.4.
function isWithin(piece: string, text: string): boolean {
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + piece.length, at + piece.length + 2)]
    const isCutBefore = /^[\p{L}\p{N}_]/u.test(piece) && /(?:[\p{L}\p{N}_-]|\d\.)$/u.test(before)
    const isCutAfter = /[\p{L}\p{N}_]$/u.test(piece) && /^(?:[\p{L}\p{N}_]|-[\p{L}\p{N}]|\.\d)/u.test(after)
    if (!isCutBefore && !isCutAfter) return true
  }
  return false
}
