import type { Claim } from '#newsroom/article/draft.ts'
import { blocking, type Finding } from '#newsroom/article/finding.ts'
import type { Unit } from '#newsroom/sources/unit.ts'
import { quotedIn } from '#text/quoted.ts'

const MAX_IDS = 3
const MAX_IDS_OF_SUMMARY = 4
const MAX_IDS_OF_LIST = 8
const MAX_LENGTH = 2000
const MAX_CODE_LENGTH = 20_000
const SUMMARIES: ReadonlySet<Claim['kind']> = new Set(['title', 'lead', 'heading', 'caption', 'quote'])

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
  const unknown = ids.filter((id) => !units.has(id))
  const most = maxIdsOf(claim)
  const message = `This ${kind} cites ${ids.length} units, at most ${most} are allowed: write less in it, or cite the units that decide.`
  return [
    ...unknown.map((id) => {
      const message = `There is no unit ${id}: use the ids of the sources.`
      return blocking({ code: 'unknown-evidence', where, message, evidence: id })
    }),
    ...(ids.length <= most ? [] : [blocking({ code: 'too-much-evidence', where, message, evidence: ids.join(', ') })]),
  ]
}

// An enumeration or a sum needs more units.
function maxIdsOf({ kind, text, compute }: Claim): number {
  if (kind === 'code' || kind === 'row') return Infinity
  const commas = text.match(/[,;]/g)?.length ?? 0
  if (commas > 2 || (commas === 2 && / (?:and|or) /.test(text)) || compute !== '') return MAX_IDS_OF_LIST
  return (SUMMARIES.has(kind) ? MAX_IDS_OF_SUMMARY : MAX_IDS) + (quotedIn(text).length > 0 ? 1 : 0)
}
