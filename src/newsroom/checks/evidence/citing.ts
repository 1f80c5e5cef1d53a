import { asking, blocking, type Finding } from '#newsroom/article/finding.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import type { Unit } from '#newsroom/sources/unit.ts'
import { quotedIn } from '#text/quoted.ts'

const MAX_IDS: Record<Claim['kind'], number> = {
  title: 4,
  lead: 4,
  heading: 4,
  caption: 4,
  sentence: 3,
  item: 3,
  change: 3,
  quote: 4,
  code: Infinity,
  row: Infinity,
}
const MAX_IDS_OF_LIST = 8
const MAX_LENGTH = 2000
const MAX_CODE_LENGTH = 20_000

/** Blocks claims that cite no unit, an unknown unit or too many units. */
export function citing(claim: Claim, units: ReadonlyMap<string, Unit>): Finding[] {
  const { kind, text, from, where } = claim
  const ids = [...new Set(from)]
  if (text.length > (kind === 'code' ? MAX_CODE_LENGTH : MAX_LENGTH)) {
    const message = `This ${kind} has ${text.length} characters: write several, each with its own evidence.`
    return [blocking({ code: 'claim-too-long', where, message, evidence: text })]
  }
  if (ids.length === 0 && kind !== 'heading' && kind !== 'caption') {
    const message = `This ${kind} cites no evidence: name the ids of the units that support it, or remove it.`
    return [blocking({ code: 'no-evidence', where, message, evidence: text })]
  }
  const most = maxIdsOf(claim)
  const message = `This ${kind} cites ${ids.length} units, at most ${most} are allowed: write less in it, or cite the units that decide.`
  return [
    ...ids.flatMap((id) => unitFindings(id, units.get(id), where)),
    ...(ids.length <= most ? [] : [blocking({ code: 'too-much-evidence', where, message, evidence: ids.join(', ') })]),
  ]
}

function unitFindings(id: string, unit: Unit | undefined, where: string): Finding[] {
  if (unit === undefined) {
    const message = `There is no unit ${id}: use the ids of the sources.`
    return [blocking({ code: 'unknown-evidence', where, message, evidence: id })]
  }
  if (unit.mark !== 'related' && unit.mark !== 'boilerplate') return []
  const message = `Does ${id} belong to the text of the source? It looks like ${unit.mark} text.`
  return [asking({ code: 'evidence-outside-text', where, message, evidence: id, unit: id })]
}

// An enumeration or a sum needs more units.
function maxIdsOf({ kind, text, compute }: Claim): number {
  const commas = text.match(/[,;]/g)?.length ?? 0
  const isList = commas > 2 || (commas === 2 && / (?:and|or) /.test(text)) || compute !== ''
  return isList ? Math.max(MAX_IDS[kind], MAX_IDS_OF_LIST) : MAX_IDS[kind] + (quotedIn(text).length > 0 ? 1 : 0)
}
