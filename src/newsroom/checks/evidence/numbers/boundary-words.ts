import { saidIn } from '#newsroom/checks/evidence/names/said.ts'
import { boundedIn, type Bounded, type Side } from '#newsroom/checks/evidence/readers/numbers/boundaries.ts'
import { readFigures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import { withoutCode } from '#newsroom/checks/evidence/readers/prose.ts'
import { baseOf, isSame } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import { agree } from '#newsroom/checks/evidence/readers/numbers/units.ts'
import { faultOf, type Evidenced, type Fault, type Found } from '#newsroom/checks/evidence/rule.ts'

/** What lies before or after a figure of a claim, above or below it, lies there in the cited sentences, too. */
export function boundaryWords({ claim, cited, all }: Evidenced): Found {
  if (claim.kind === 'quote' || claim.kind === 'code') return { looked: 0, faults: [] }
  const claimed = boundedIn(readFigures(withoutCode(claim.text))).filter(({ sides }) => sides.length > 0)
  const given = cited.flatMap((unit) => saidIn(unit, all)).flatMap(({ figures }) => boundedIn(figures))
  const faults = claimed.flatMap((figure) =>
    faultsOf({ figure, given, claim: claim.text, from: claim.from.join(', ') }),
  )
  return { looked: claimed.length, faults }
}

function faultsOf(options: { figure: Bounded; given: Bounded[]; claim: string; from: string }): Fault[] {
  const { figure, given, claim, from } = options
  const same = given.filter((other) => isOneFigure(figure, other))
  for (const side of figure.sides.filter(({ isSure }) => isSure)) {
    const other = contrary(figure, side, same) ?? moved({ figure, side, same, given, claim })
    if (other === null) continue
    const message = `"${side.words} ${figure.text}" is "${other}" in ${from}: keep the boundary as it is there.`
    return [faultOf('boundary-differs', message, `${side.words} ${figure.text}`)]
  }
  return []
}

// The words that the evidence has where none of its places lets the claim's stand; an exact amount is not more than itself.
function contrary(figure: Bounded, side: Side, same: Bounded[]): string | null {
  const [first] = same
  if (first === undefined || same.some((other) => allows(figure, side, other))) return null
  return told(first)
}

function allows({ keys }: Bounded, side: Side, { sides }: Bounded): boolean {
  const isOrdered = keys.length > 0
  if (sides.length === 0) return isOrdered || side.isIn !== false
  return sides.some((other) => {
    if (!other.isSure) return true
    // What was so by a day is so since then.
    if (other.side !== side.side) return side.words.startsWith('since') && other.words.startsWith('by')
    return !isOrdered || other.isIn === side.isIn || other.isIn === null || side.isIn === null
  })
}

// `Up to and including 12.4.4`, where the evidence has `up to and including 12.4.3` and 12.4.4 without such words.
function moved(options: {
  figure: Bounded
  side: Side
  same: Bounded[]
  given: Bounded[]
  claim: string
}): string | null {
  const { figure, side, same, given, claim } = options
  if (figure.keys.length === 0 || side.isIn === null || same.some(({ sides }) => sides.length > 0)) return null
  const rival = given.find(
    (other) =>
      other.keys.length > 0 &&
      !claim.includes(other.text) &&
      other.sides.some(({ words }) => words.toLowerCase() === side.words.toLowerCase()),
  )
  return rival === undefined || same.length === 0 ? null : told(rival)
}

function isOneFigure(one: Bounded, other: Bounded): boolean {
  const isSameKey = (key: string, given: string) =>
    key === given || (key.endsWith('-') && given.startsWith(key)) || (given.endsWith('-') && key.startsWith(given))
  if (one.keys.some((key) => other.keys.some((given) => isSameKey(key, given)))) return true
  return one.readings.some((reading) =>
    other.readings.some((given) => {
      if (reading.unit === null || given.unit === null) return isSame(reading.value, given.value)
      return agree(reading.unit, given.unit) && isSame(baseOf(reading), baseOf(given))
    }),
  )
}

function told({ text, sides }: Bounded): string {
  const [side] = sides
  return side === undefined ? text : `${side.words} ${text}`
}
