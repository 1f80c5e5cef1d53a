import { claimsOf, type Claim, type Draft } from '#newsroom/article/draft.ts'
import { isWithin } from '#newsroom/drafting/edit-draft.ts'
import { shorten } from '#text/shorten.ts'
import { resolveDates } from '#newsroom/sources/resolve-dates.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

/**
 * A claim as a judge is shown it: `before` is what a reader reads before it, `evidence` the units that bear it, `beside`
 * their neighbours. `key` is the same as long as the claim, its evidence and what stands before it are.
 */
export type Item = { claim: Claim; key: string; before: string; evidence: Unit[]; beside: Unit[]; hints: string[] }

/**
 * The claims of a draft that a judge is asked about. Not code, which is compared to the letter, nor headings that claim
 * nothing. `failing` are addresses that code rejected: no other claim is read on the strength of them.
 */
export function itemsOf(options: {
  draft: Draft
  sources: NumberedSource[]
  hints: { where: string; hint: string }[]
  failing: string[]
}): Item[] {
  const { draft, sources, hints, failing } = options
  const claims = claimsOf(draft)
  return claims.filter(isJudged).map((claim) => {
    const own = unitsOf(claim.from, sources)
    const evidence = own.length > 0 ? own : unitsOf(borrowedFrom(claim, claims), sources)
    const before = beforeOf(claim, { draft, claims, failing })
    const { text, from, compute, speaker } = claim
    return {
      claim,
      // A list of one that became a sentence got its full stop.
      key: JSON.stringify([text.replace(/\.$/, ''), from, compute, speaker, before]),
      before,
      evidence,
      beside: neighboursOf(evidence, { sources, width: ABSENCE.test(text) ? WIDE : 1 }),
      hints: hints.filter(({ where }) => where === claim.where).map(({ hint }) => hint),
    }
  })
}

/** The item of a claim that stands nowhere in the draft. */
export function itemFor(claim: Claim, { before, sources }: { before: string; sources: NumberedSource[] }): Item {
  return { claim, key: '', before, ...evidenceOf(claim, { sources, width: 1 }), hints: [] }
}

/** The units that a claim names, and so many of their neighbours on each side. */
export function evidenceOf(
  { from }: Claim,
  { sources, width }: { sources: NumberedSource[]; width: number },
): Pick<Item, 'evidence' | 'beside'> {
  const evidence = unitsOf(from, sources)
  return { evidence, beside: neighboursOf(evidence, { sources, width }) }
}

/** Items as a judge reads them, under these numbers, with what is known of their sources. */
export function printItems(items: Item[], sources: NumberedSource[]) {
  return {
    sources: printHeads(
      sources,
      items.flatMap(({ evidence }) => evidence),
    ),
    items: items.map(({ claim, before, evidence, beside, hints }, index) => {
      const all = [
        ['item', String(index + 1)],
        ['kind', claim.kind],
        ['before', before],
        ['text', claim.text],
        ['speaker', claim.speaker],
        ['compute', claim.compute],
        ['hints', hints],
        ['evidence', evidence.map(printUnit)],
        ['beside', beside.map(printUnit)],
        ['dates', datesOf(evidence, sources)],
      ] as const
      return Object.fromEntries(all.filter(([, value]) => value.length > 0))
    }),
  }
}

/** The days that units name by a weekday or as yesterday, in words, where the date of their source settles them. */
export function datesOf(units: Unit[], sources: NumberedSource[]): string[] {
  const resolved = sources.map(resolveDates)
  const dates = ({ id }: Unit) => resolved.flatMap((days) => days.get(id) ?? [])
  return units.flatMap((unit) => dates(unit).map(({ text, date }) => `"${text}" in ${unit.id} is ${date}`))
}

const LONGEST_UNIT = 700
const MOST_UNITS = 12

/** What is known of the sources of these units. */
export function printHeads(sources: NumberedSource[], units: Unit[]) {
  const named = new Set(units.map(({ id }) => id.split('.')[0]))
  return sources
    .filter(({ id }) => named.has(id))
    .map(({ id, publisher, title, date, author }) => {
      return { id, publisher, title, date: dated(date), author: author ?? 'not named' }
    })
}

/** A unit behind its id, cut where it is very long. */
export function printUnit({ id, text }: Unit): string {
  return `${id} ${shorten(text, LONGEST_UNIT)}`
}

// What "on Tuesday" means in a source depends on the day of the week on which it was published.
function dated(date: string): string {
  const time = Date.parse(date)
  if (Number.isNaN(time)) return date
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(time)
  return `${weekday}, ${date.slice(0, 10)}`
}

function isJudged({ kind, text, from }: Claim): boolean {
  if (kind === 'code') return false
  return kind !== 'heading' || from.length > 0 || claims(text)
}

// "How the bug works" asserts nothing; two words name a subject.
function claims(heading: string): boolean {
  return (
    /\d/.test(heading) ||
    !(/^(?:how|what|why|where|when|who|which)\b/i.test(heading) || /^\S+(?:\s\S+)?$/.test(heading))
  )
}

function unitsOf(ids: string[], sources: NumberedSource[]): Unit[] {
  const units = sources.flatMap((source) => source.units)
  return ids.flatMap((id) => units.find((unit) => unit.id === id) ?? []).slice(0, MOST_UNITS)
}

// A heading rests on its section, a sentence that only connects on what it connects.
function borrowedFrom({ where, block, kind }: Claim, claims: Claim[]): string[] {
  const place = kind === 'heading' ? where.replace(/\.heading$/, '') : block
  return [...new Set(claims.filter((other) => isWithin(other.where, place)).flatMap(({ from }) => from))]
}

// A source that is silent is so in all that it says there.
const ABSENCE =
  /\b(?:(?:do|does|did|has|have|is|was|are|were)(?: not|n['’]t) (?:say|said|stated?|given?|named?|explain(?:ed)?|disclosed?|published?|mention(?:ed)?|specif(?:y|ied)|known|clear|reveal(?:ed)?)|no (?:source|figure|date|detail|price|reason|explanation)s?|not known|unknown|unclear|without (?:saying|giving|naming))\b/i
const WIDE = 4

function neighboursOf(cited: Unit[], { sources, width }: { sources: NumberedSource[]; width: number }): Unit[] {
  const near = sources.flatMap(({ units }) => {
    const text = units.filter(({ block }) => block >= 0)
    const places = text.flatMap((unit, index) => (cited.includes(unit) ? [index] : []))
    return text.filter((_, index) => places.some((place) => Math.abs(place - index) <= width))
  })
  return near.filter((unit) => !cited.includes(unit))
}

function beforeOf(
  { where, block, kind }: Claim,
  { draft, claims, failing }: { draft: Draft; claims: Claim[]; failing: string[] },
): string {
  if (kind === 'row') return headOf(draft, block)
  const fails = (address: string) => failing.some((one) => isWithin(address, one))
  const place = claims.findIndex((other) => other.where === where)
  const earlier = claims.slice(0, place).filter((other) => !fails(other.where))
  if (kind !== 'item') return earlier.findLast((other) => other.block === block)?.text ?? ''
  // What leads to a list leads to each of its items.
  const last = earlier.findLast((other) => other.kind !== 'item')
  return last?.kind === 'sentence' && last.text.endsWith(':') ? last.text : ''
}

function headOf({ sections }: Draft, address: string): string {
  const [, section = '', , place = ''] = address.split('.')
  const table = sections[Number(section)]?.blocks[Number(place)]
  return table?.kind === 'table' ? `${table.caption.text}: ${table.head.join(' | ')}` : ''
}
