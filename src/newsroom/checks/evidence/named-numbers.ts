import { isCalendarWord } from '#newsroom/checks/evidence/readers/dates.ts'
import type { Identifier } from '#newsroom/checks/evidence/readers/identifiers.ts'
import { partsOf } from '#newsroom/checks/evidence/readers/identifiers.ts'
import type { Quantity } from '#newsroom/checks/evidence/readers/quantity.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { fold, partLine } from '#text/words.ts'
import type { NumberedSource } from '#newsroom/sources/units.ts'

/** A name with a number in it (`CVE-2026-41876`, `Postgres 19`, `Article 17`): `stem` is what stands before its last number, `parts` the whole. */
export type NamedNumber = { text: string; stem: string; parts: string }

/** Where a name with a number stands: in the cited sentences, elsewhere in their sources, nowhere, or in the place of another of its kind. */
export type Standing = 'cited' | 'source' | 'swapped' | 'nowhere'

const VERSIONED =
  /^(?:versions?|releases?|builds?|firmware|kernel|v|ports?|articles?|sections?|rfc|step|phase|level|chapter)$/

/** An identifier as a name with a number. */
export function namedIdentifier({ text, parts, isVersion }: Identifier): NamedNumber {
  return { text, stem: isVersion ? '' : parts.replace(/\d+\s.*$/, ''), parts }
}

/** A number behind a capitalised word, or one that announces a version, as a name with a number; null for other numbers. */
export function namedQuantity(text: string, quantity: Quantity): NamedNumber | null {
  const { form, readings, at } = quantity
  // Models are named by their parameters: `Sorrel 2 80B`, `the 12B model`.
  if (
    /^\d+(?:\.\d+)?[BM]$/.test(quantity.text) &&
    /(?:\p{Lu}[\p{L}\p{N}]*\s(?:\d[\d.]*\s)?|\b(?:the|its|smaller|larger)\s)$/u.test(
      text.slice(Math.max(0, at - 30), at),
    )
  )
    return { text: quantity.text, stem: '', parts: partsOf(quantity.text) }
  if (form !== 'digits' || readings.some(({ unit }) => unit !== null) || /[,\s]/.test(quantity.text)) return null
  const word = /(?<![\p{L}\p{N}])(\p{L}[\p{L}\p{N}]*)[\s-]$/u.exec(text.slice(Math.max(0, at - 40), at))?.[1]
  if (word === undefined || isCalendarWord(fold(word))) return null
  const isName = /^\p{Lu}/u.test(word) || /^i[A-Z]/.test(word)
  if (!VERSIONED.test(fold(word)) && (!isName || isFunctionWord(fold(word)))) return null
  return { text: `${word} ${quantity.text}`, stem: partLine(word), parts: partsOf(`${word} ${quantity.text}`) }
}

/**
 * Where a name with a number of a claim stands. Names are not asked for in the cited sentences, where the thing may be
 * `it`, or is what the source is about; but where those name another number of the same name that the claim does not have, one was put for the other.
 */
export function standingOf(
  name: NamedNumber,
  options: { claim: string; cited: string[]; sources: NumberedSource[] },
): Standing {
  const { claim, cited, sources } = options
  if (cited.some((line) => line.includes(name.parts))) return 'cited'
  if (
    VERSIONED.test(name.stem.trim()) &&
    sources.some(({ title }) => partLine(title).includes(name.parts.replace(name.stem, ' ')))
  )
    return 'source'
  const others = cited.flatMap((line) => othersIn(line, name))
  const own = partLine(claim)
  if (others.length > 0 && !others.some((other) => own.includes(other))) return 'swapped'
  return sources.some((source) => hasParts(source, name.parts)) ? 'source' : 'nowhere'
}

/** Whether the sources know the name of a number with another number. */
export function isNumberedName({ stem }: NamedNumber, sources: NumberedSource[]): boolean {
  return (
    stem.trim() !== '' && sources.some((source) => linesOf(source).some((line) => new RegExp(`${stem}\\d`).test(line)))
  )
}

/** Whether a source has letters and digits beside each other, `parts` being between blanks. */
export function hasParts(source: NumberedSource, parts: string): boolean {
  return linesOf(source).some((line) => line.includes(parts))
}

// The same name with other numbers, as ` sable 9 1 3 `.
function othersIn(line: string, { stem }: NamedNumber): string[] {
  if (stem.trim() === '') return []
  return Array.from(line.matchAll(new RegExp(`${stem}\\d+(?= )(?: \\d+(?= ))*`, 'g')), ([found]) => `${found} `)
}

const read = new WeakMap<NumberedSource, string[]>()

function linesOf(source: NumberedSource): string[] {
  const known = read.get(source)
  if (known !== undefined) return known
  const lines = [source.title, source.publisher, ...source.units.map(({ text }) => text)].map(partLine)
  read.set(source, lines)
  return lines
}
