import { boundaryWords } from '#newsroom/checks/evidence/numbers/boundary-words.ts'
import { citing, isTooLong } from '#newsroom/checks/evidence/citing.ts'
import { code } from '#newsroom/checks/evidence/code.ts'
import { hintsFor } from '#newsroom/checks/evidence/hints.ts'
import { names } from '#newsroom/checks/evidence/names/names.ts'
import { numbers } from '#newsroom/checks/evidence/numbers/numbers.ts'
import { quotations } from '#newsroom/checks/evidence/names/quotations.ts'
import { blocking, count, revising, type Finding } from '#newsroom/article/finding.ts'
import type { Evidenced, Fault } from '#newsroom/checks/evidence/rule.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

/** What the check of a draft against its evidence gave. */
export type EvidenceReport = {
  findings: Finding[]
  hints: { where: string; hint: string }[]
  healed: { where: string; add: string[] }[]
  looked: string
}

// The most telling first: what one of them asks for, the others then see.
const RULES = [numbers, boundaryWords, names, quotations, code]
const MOST_ADDED = 3
const MOST_LINES = 20

/**
 * Checks every claim against the units that it names. `healed` are ids that code added because a fact stands in exactly
 * one unit beside the cited ones; `hints` are for the judge and never block.
 */
export function checkEvidence({ claims, sources }: { claims: Claim[]; sources: NumberedSource[] }): EvidenceReport {
  const library = libraryOf(sources)
  const reports = claims.map((claim, index) => {
    const before = claims[index - 1]
    const previous = before?.block === claim.block ? before : null
    return check(claim, claims, { before: previous, library })
  })
  const facts = reports.reduce((sum, { looked }) => sum + looked, 0)
  return {
    findings: reports.flatMap(({ findings }) => findings),
    hints: reports.flatMap(({ hints }) => hints),
    healed: reports.flatMap(({ healed }) => healed),
    looked: `${count(facts, 'fact')} of ${count(claims.length, 'claim')}`,
  }
}

type Place = { unit: Unit; source: NumberedSource; at: number }
type Library = { all: NumberedSource[]; places: Map<string, Place> }

function libraryOf(all: NumberedSource[]): Library {
  const places = all.flatMap((source) => source.units.map((unit, at): Place => ({ unit, source, at })))
  return { all, places: new Map(places.map((place) => [place.unit.id, place])) }
}

function check(claim: Claim, claims: Claim[], { before, library }: { before: Claim | null; library: Library }) {
  const { where, from, kind } = claim
  const isOnSection = kind === 'heading' && from.length === 0
  const given = isOnSection ? sectionOf(claim, claims) : from
  const subject = evidenced({ ...claim, from: given }, before, library)
  // How much evidence a claim names is for its writer to answer for, not what is added to it.
  const form = citing({ ...subject, claim })
  const isComparable = !isTooLong(claim) && (subject.cited.length > 0 || isOnSection)
  const add = isComparable && !isOnSection ? added(subject, before, library) : []
  const proved = add.length === 0 ? subject : evidenced({ ...claim, from: [...from, ...add] }, before, library)
  const reports = isComparable ? [form, ...RULES.map((rule) => rule(proved))] : [form]
  const hints = isComparable && !isOnSection ? hintsFor(proved) : []
  return {
    looked: reports.reduce((sum, { looked }) => sum + looked, 0),
    findings: reports.flatMap(({ faults }) => faults.map((fault) => findingOf(fault, where))),
    hints: hints.map((hint) => ({ where, hint })),
    healed: add.length === 0 ? [] : [{ where, add }],
  }
}

// A heading that names nothing rests on what its section names.
function sectionOf({ where }: Claim, claims: Claim[]): string[] {
  const section = where.replace(/heading$/, '')
  return [...new Set(claims.filter((other) => other.where.startsWith(section)).flatMap(({ from }) => from))]
}

function evidenced(claim: Claim, before: Claim | null, { all, places }: Library): Evidenced {
  const cited = [...new Set(claim.from)].flatMap((id) => places.get(id) ?? [])
  const sources = [...new Set(cited.map(({ source }) => source))]
  const body = cited.filter(({ unit }) => unit.block >= 0)
  const beside = body.flatMap(({ unit, source, at }) =>
    source.units.filter(
      (other, place) => other.block >= 0 && (other.block === unit.block || place === at - 1 || place === at + 1),
    ),
  )
  const own = new Set(cited.map(({ unit }) => unit))
  return {
    claim,
    cited: [...own],
    beside: [...new Set(beside)].filter((unit) => !own.has(unit)),
    sources: sources.length === 0 ? all : sources,
    all,
    before,
  }
}

/**
 * The ids by which a claim heals: each fact that it lacks stands in a single unit beside the cited ones. A claim that does
 * not heal whole goes back to its writer as it is; what is said of the wrong one must not be covered by evidence of another.
 */
function added(subject: Evidenced, before: Claim | null, library: Library): string[] {
  const add: string[] = []
  const most = subject.claim.kind === 'code' ? MOST_LINES : MOST_ADDED
  for (let current = subject; ;) {
    const errors = RULES.flatMap((rule) => rule(current).faults).filter(({ severity }) => severity === 'block')
    if (errors.length === 0) return add
    const bearing = errors.map(({ bears }) => (bears === null ? [] : current.beside.filter(bears)))
    const [unit] = bearing.every(({ length }) => length === 1) ? bearing.flat() : []
    if (unit === undefined || add.length === most) return []
    add.push(unit.id)
    current = evidenced({ ...current.claim, from: [...current.claim.from, unit.id] }, before, library)
  }
}

function findingOf({ code: name, severity, message, evidence }: Fault, where: string): Finding {
  const finding = severity === 'block' ? blocking : revising
  return finding({ code: name, where, message, evidence })
}
