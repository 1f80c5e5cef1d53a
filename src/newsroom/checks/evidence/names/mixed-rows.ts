import { namesOfClaim, type RoledName } from '#newsroom/checks/evidence/readers/names/claim-names.ts'
import { hasName } from '#newsroom/checks/evidence/readers/names/name-matching.ts'
import { namesOfUnit } from '#newsroom/checks/evidence/readers/names/source-names.ts'
import type { Evidenced } from '#newsroom/checks/evidence/rule.ts'
import type { Unit } from '#newsroom/sources/units.ts'

/**
 * Two names that a claim ties to each other (`Papaya by Lindqvist`) although they stand in different rows of the tables
 * that it cites, and its sources tie them nowhere. Null when there are none.
 */
export function mixedRowsIn({ claim, cited, sources, all }: Evidenced): MixedRows | null {
  const rows = cited.filter(({ kind }) => kind === 'row')
  if (claim.kind === 'row' || rows.length < 2) return null
  const names = namesOfClaim(claim, all).toSorted((a, b) => a.at - b.at)
  const units = sources.flatMap((source) => source.units)
  for (const [index, first] of names.entries()) {
    const second = names[index + 1]
    if (second === undefined || !TIES.test(claim.text.slice(first.end, second.at))) continue
    const row = rows.find((unit) => has(unit, first))
    const isOfOther = rows.some((unit) => has(unit, second))
    if (row !== undefined && isOfOther && !units.some((unit) => has(unit, first) && has(unit, second)))
      return { first, second, row }
  }
  return null
}

type MixedRows = { first: RoledName; second: RoledName; row: Unit }

// A by B, A of the B, A from B, A (B), A's B; a size or version may stand between (`Papaya 70B by B`).
const TIES = /^(?: [\p{L}-]*\d[\p{L}\d.-]*)?(?:,? (?:by|of|from) (?:the )?| \(|['’]s )$/u

function has(unit: Unit, name: RoledName): boolean {
  return hasName(name, namesOfUnit(unit))
}
