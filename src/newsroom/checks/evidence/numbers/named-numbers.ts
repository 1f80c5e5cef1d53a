import type { Identifier } from '#newsroom/checks/evidence/readers/names/identifiers.ts'
import { partsOf } from '#newsroom/checks/evidence/readers/names/identifiers.ts'
import type { Quantity } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import { isNamed, wordBefore } from '#newsroom/checks/evidence/readers/names/named.ts'
import { fold, partLine } from '#text/words.ts'
import type { Claim } from '#newsroom/drafting/draft.ts'
import type { NumberedSource } from '#newsroom/sources/units.ts'

/** A name with a number in it (`CVE-2026-41876`, `Postgres 19`, `version 2.4`): `stem` is what stands before its number, `parts` the whole. */
export type NamedNumber = { text: string; stem: string; number: string; parts: string }

/** Where a name with a number stands: in the cited sentences, elsewhere in their sources, nowhere, or in the place of another of its kind. */
export type Standing = 'cited' | 'source' | 'swapped' | 'nowhere'

const VERSIONED =
  /^(?:versions?|releases?|builds?|firmware|kernel|v|ports?|articles?|sections?|rfc|step|phase|level|chapter)$/

/** An identifier as a name with a number. */
export function namedIdentifier({ text, parts, isVersion }: Identifier): NamedNumber {
  const stem = isVersion ? '' : parts.replace(/\d+\s.*$/, '')
  return { text, stem, number: ` ${parts.slice(stem.length).trim()} `, parts }
}

/** A number behind a capitalised word, or behind one that announces a version, as a name with a number; null for other numbers. */
export function namedQuantity(text: string, quantity: Quantity): NamedNumber | null {
  const { form, readings, at } = quantity
  const number = partsOf(quantity.text)
  // Models are named by their parameters: `Sorrel 2 80B`, `the 12B model`.
  const isModel =
    /^\d+(?:\.\d+)?[BM]$/.test(quantity.text) &&
    /(?:\p{Lu}[\p{L}\p{N}]*\s(?:\d[\d.]*\s)?|\b(?:the|its|smaller|larger)\s)$/u.test(
      text.slice(Math.max(0, at - 30), at),
    )
  if (isModel) return { text: quantity.text, stem: '', number, parts: number }
  if (form !== 'digits' || readings.some(({ unit }) => unit !== null) || /[,\s]/.test(quantity.text)) return null
  const word = wordBefore(text, at)
  if (word === null || !(VERSIONED.test(fold(word)) || isNamed(text, at))) return null
  return { text: `${word} ${quantity.text}`, stem: partLine(word), number, parts: partsOf(`${word} ${quantity.text}`) }
}

/** Whether what stands before the number is no name, but says that it is a version, a port, a section. */
export function isGeneric({ stem }: NamedNumber): boolean {
  return VERSIONED.test(stem.trim())
}

/**
 * Where a name with a number of a claim stands. Names are not asked for in the cited sentences, where the thing may be
 * `it`, or is what the source is about; but where those name another number of the same name that the claim does not have, one was put for the other.
 */
export function standingOf(
  name: NamedNumber,
  options: { claim: Claim; cited: string[]; sources: NumberedSource[] },
): Standing {
  const { claim, cited, sources } = options
  const { number, parts } = name
  // `Version 2` of what is named in the claim, `versions 4 and 5`, `3.1` for version 3.1.
  const isCited = (line: string) =>
    line.includes(parts) ||
    / (?:versions?|releases?|v)(?: \d+| and| or| to| through)*$/.test(line.slice(0, line.indexOf(number)).trimEnd()) ||
    (isGeneric(name) && /\d \d/.test(number) && line.includes(number))
  if (cited.some((line) => line.includes(number) && isCited(line))) return 'cited'
  const others = cited.flatMap((line) => othersIn(line, name))
  const own = partLine(claim.text)
  const isSwapped = others.length > 0 && !others.some((other) => own.includes(other))
  // A version without a name is the one that the source is about, or has to be cited.
  if (isGeneric(name)) {
    const isSubject = sources.some(({ title }) => partLine(title).includes(number))
    const isHead = claim.kind === 'title' || claim.kind === 'lead'
    if (isSubject && (isHead || !isSwapped)) return 'source'
    return isSwapped ? 'swapped' : 'nowhere'
  }
  if (isSwapped) return 'swapped'
  return sources.some((source) => hasParts(source, parts)) ? 'source' : 'nowhere'
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
