import { count, type Finding } from '#newsroom/article/finding.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import { boundaries } from '#newsroom/checks/evidence/boundaries.ts'
import { citing } from '#newsroom/checks/evidence/citing.ts'
import { code } from '#newsroom/checks/evidence/code.ts'
import { exchanged } from '#newsroom/checks/evidence/exchanged.ts'
import { figures } from '#newsroom/checks/evidence/figures.ts'
import { names } from '#newsroom/checks/evidence/names.ts'
import { quotations } from '#newsroom/checks/evidence/quotations.ts'
import { headsOf, textOf, type EvidenceRule } from '#newsroom/checks/evidence/cited-claim.ts'
import { wording } from '#newsroom/checks/evidence/wording.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

const RULES: EvidenceRule[] = [figures, boundaries, names, quotations, code, exchanged, wording]

/** Compares every claim with the units that it cites. */
export function checkEvidence({ claims, sources: all }: { claims: Claim[]; sources: NumberedSource[] }): {
  findings: Finding[]
  detail: string
} {
  const units = new Map(all.flatMap((source) => source.units.map((unit): [string, Unit] => [unit.id, unit])))
  const allText = `${headsOf(all)}\n${textOf([...units.values()])}`
  const findings = claims.flatMap((claim): Finding[] => {
    const problems = citing(claim, units)
    const from = claim.from.length === 0 ? idsBelow(claim, claims) : claim.from
    const isCited = ({ id }: Unit) => from.includes(id)
    const sources = all.filter((source) => source.units.some(isCited))
    const cited = sources.flatMap((source) => source.units.filter(isCited))
    if (cited.length === 0 || problems.some((finding) => finding.code === 'claim-too-long')) return problems
    const near = sources.flatMap((source) => nearUnits(source, isCited))
    return [...problems, ...RULES.flatMap((rule) => rule({ claim, cited, near, sources, all, allText }))]
  })
  return { findings, detail: count(claims.length, 'claim') }
}

// A heading or caption without evidence rests on the evidence of its section or table.
function idsBelow({ kind, where }: Claim, claims: Claim[]): string[] {
  if (kind !== 'heading' && kind !== 'caption') return []
  const part = where.slice(0, -kind.length)
  return claims.filter((other) => other.where.startsWith(part)).flatMap(({ from }) => from)
}

function nearUnits({ units }: NumberedSource, isCited: (unit: Unit) => boolean): Unit[] {
  const blocks = new Set(units.filter(isCited).map(({ block }) => block))
  return units.filter(
    ({ block }, index) => blocks.has(block) || units.slice(Math.max(0, index - 1), index + 2).some(isCited),
  )
}
