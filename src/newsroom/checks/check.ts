import type { Claim, Draft } from '#newsroom/article/draft.ts'
import { blocking, type Finding } from '#newsroom/article/finding.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { plain } from '#text/prose.ts'

/** A draft and everything else that a check may read. */
export type Subject = {
  draft: Draft
  /** The sources that the writer was shown. */
  sources: NumberedSource[]
  /** Published posts, newest first. */
  published: { category: string; title: string; excerpt: string; date: string }[]
  /** Random words that appear only in the prompt. If one is in the draft, the writer copied the prompt. */
  canaries: string[]
  /** The instructions in the prompt. */
  instructions: string
}

/**
 * A newsroom check. Readers see its `name`, which is true if the check passes. `run` returns the findings and, as
 * `detail`, how much was checked ("12 posts").
 */
export type Check = { name: string; run(subject: Subject): { detail: string; findings: Finding[] } }

/** A claim with its evidence. */
export type CitedClaim = {
  claim: Claim
  /** The units with the ids in `from`. */
  cited: Unit[]
  /** The cited units, the other units in their blocks, and the units directly before and after them. */
  near: Unit[]
  /** The sources of the cited units. */
  sources: NumberedSource[]
  /** All of the article's sources. */
  all: NumberedSource[]
  /** The text of all sources, including titles, publishers and authors. */
  allText: string
}

/** Compares a claim with its evidence and returns the problems. */
export type EvidenceRule = (subject: CitedClaim) => Finding[]

/** Returns the text of units as readers see it, one per line. */
export function textOf(units: readonly Unit[]): string {
  return units.map(({ text }) => plain(text)).join('\n')
}

/** Returns the titles, publishers and authors of sources. */
export function headsOf(sources: readonly NumberedSource[]): string {
  return sources.map(({ title, publisher, author }) => `${title}\n${publisher}\n${author ?? ''}`).join('\n')
}

/** Finds a matching unit that the claim does not cite. Skips code, because a hash can contain any digits. */
export function unitElsewhere({ cited, all }: CitedClaim, isIn: (unit: Unit) => boolean): Unit | undefined {
  const units = all.flatMap((source) => source.units)
  return units.find((unit) => unit.kind !== 'code' && !cited.includes(unit) && isIn(unit))
}

/**
 * Creates a finding that blocks a claim because its cited units lack a fact. `what` begins the message ("These words
 * are"), and `unit` is the unit that contains the fact, if any.
 */
export function missing(
  what: string,
  { code, evidence, unit, subject }: { code: string; evidence: string; unit: Unit | undefined; subject: CitedClaim },
): Finding {
  const place = unit === undefined ? 'in none of the sources' : `in ${unit.id}, not in ${citedIds(subject)}`
  return blocking({ code, where: subject.claim.where, message: `${what} ${place}.`, evidence, unit: unit?.id ?? null })
}

/** Formats the cited ids for use in a message. */
export function citedIds({ cited }: CitedClaim): string {
  return cited.map(({ id }) => id).join(', ')
}

/** Memoizes a function that takes a unit, because many claims and every revision of a draft use the same units. */
export function remembered<Value extends object>(read: (unit: Unit) => Value): (unit: Unit) => Value {
  const known = new WeakMap<Unit, Value>()
  return (unit) => {
    const value = known.get(unit) ?? read(unit)
    known.set(unit, value)
    return value
  }
}

/** Regular expressions for text that an article must not contain, by finding code. */
export type Patterns = Record<string, RegExp[]>

/** Returns the first match in text for each finding code. */
export function matchesIn(text: string, patterns: Patterns): { code: string; evidence: string }[] {
  return Object.entries(patterns).flatMap(([code, forms]) => {
    const evidence = forms.map((form) => form.exec(text)?.[0].trim()).find((found) => found !== undefined)
    return evidence === undefined ? [] : [{ code, evidence }]
  })
}
