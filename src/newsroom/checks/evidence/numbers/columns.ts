import { faultOf, type Evidenced, type Fault } from '#newsroom/checks/evidence/rule.ts'
import type { Claim } from '#newsroom/drafting/draft.ts'
import type { Unit } from '#newsroom/sources/units.ts'

/**
 * The fault of a row with two cells in each other's columns: it has them against the order of its source, and the row
 * before it has that order. Null where that is not so, or no labels tell.
 */
export function columnFault({ claim, cited, before, all }: Evidenced): Fault | null {
  if (claim.kind !== 'row' || before?.kind !== 'row') return null
  const units = all.flatMap(({ units }) => units)
  const own = columnsOf(claim, cited)
  const earlier = columnsOf(
    before,
    units.filter(({ id }) => before.from.includes(id)),
  )
  for (const [index, column] of own.entries()) {
    const exchanged = own.find(
      (other, place) =>
        place > index &&
        isBehind(column, other) &&
        earlier[index]?.label === other?.label &&
        earlier[place]?.label === column?.label,
    )
    if (column === null || exchanged === undefined || exchanged === null) continue
    const message = `"${column.cell}" is "${column.label}" in ${claim.from.join(', ')}, where the row before has "${exchanged.label}": keep the columns.`
    return faultOf('number-of-another-thing', message, claim.text)
  }
  return null
}

// A cell of a claim with the label and the place of its number in a cited row (`Rewritten: 55.7`).
type Column = { cell: string; label: string; place: number }

function columnsOf({ text }: Claim, cited: Unit[]): (Column | null)[] {
  const given = cited
    .filter(({ kind }) => kind === 'row')
    .flatMap(({ text }) => cellsOf(text))
    .map((cell, place) => ({ label: /^(.+?): /.exec(cell)?.[1] ?? '', value: cell.replace(/^.+?: /, ''), place }))
  return cellsOf(text).map((cell) => {
    const [found, ...others] = given.filter(({ label, value }) => label !== '' && value === cell)
    if (found === undefined || others.length > 0 || !/\d/.test(cell)) return null
    return { cell, label: found.label, place: found.place }
  })
}

function isBehind(one: Column | null, other: Column | null): boolean {
  return one !== null && other !== null && one.place > other.place
}

function cellsOf(row: string): string[] {
  return row.split('|').map((cell) => cell.trim())
}
