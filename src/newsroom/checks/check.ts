import type { Claim, Draft } from '#newsroom/article/draft.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { plain } from '#text/prose.ts'

/** A draft and everything that a check may read. */
export type Subject = {
  draft: Draft
  /** The sources that the writer saw. */
  sources: NumberedSource[]
  /** Published posts, newest first. */
  published: { category: string; title: string; excerpt: string; date: string }[]
  /** Random words that are in the prompt only so that a check recognises them. */
  canaries: string[]
  /** The instructions of the prompt. */
  instructions: string
}

/**
 * A check of the newsroom. `name` says what is true if it passes, as readers see it. `run` returns the findings and
 * `detail`, the amount that it checked ("12 posts").
 */
export type Check = { name: string; run(subject: Subject): { detail: string; findings: Finding[] } }

/** A claim together with its evidence. */
export type CitedClaim = {
  claim: Claim
  /** The units that `from` names. */
  cited: Unit[]
  /** The cited units, the other units of their blocks, and one unit on each side. */
  near: Unit[]
  /** The sources of the cited units. */
  sources: NumberedSource[]
  /** All sources of the article, and their text with titles, publishers and authors. */
  all: NumberedSource[]
  allText: string
}

/** Compares a claim with its evidence. */
export type EvidenceRule = (subject: CitedClaim) => Finding[]

/** Returns the text of units as readers see it, one line for each. */
export function textOf(units: readonly Unit[]): string {
  return units.map(({ text }) => plain(text)).join('\n')
}

/** Returns titles, publishers and authors of sources. */
export function headsOf(sources: readonly NumberedSource[]): string {
  return sources.map(({ title, publisher, author }) => `${title}\n${publisher}\n${author ?? ''}`).join('\n')
}

/** Finds a unit that the claim does not cite, in the cited sources first. Skips code, because hashes contain any digit. */
export function unitElsewhere({ cited, sources, all }: CitedClaim, isIn: (unit: Unit) => boolean): Unit | undefined {
  const others = all.filter((source) => !sources.includes(source))
  const units = [...sources, ...others].flatMap((source) => source.units)
  return units.find((unit) => unit.kind !== 'code' && !cited.includes(unit) && isIn(unit))
}

/** Formats the cited ids for a message. */
export function citedIds({ cited }: CitedClaim): string {
  return cited.map(({ id }) => id).join(', ') || 'its evidence'
}

/** Caches the result of reading a unit, because many claims and every round of a draft read the same units. */
export function remembered<Value>(read: (unit: Unit) => Value): (unit: Unit) => Value {
  const known = new WeakMap<Unit, { value: Value }>()
  return (unit) => {
    const found = known.get(unit) ?? { value: read(unit) }
    known.set(unit, found)
    return found.value
  }
}
