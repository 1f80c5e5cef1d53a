import {
  baseOf,
  isSame,
  nounsBehind,
  type Hedge,
  type Quantity,
  type Reading,
} from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import { agree } from '#newsroom/checks/evidence/readers/numbers/units.ts'

/** How a number of a claim stands in its evidence: as it is or rightly rounded, rounded and not marked so, with another unit, or not at all. */
export type Match = 'same' | 'rounded' | 'unit' | 'none'

/** A number of the evidence; `isBare` where nothing behind it says what it counts, as in a table's cell. */
export type Given = { quantity: Quantity; nouns: string[]; isBare: boolean }

const ORDER: readonly Match[] = ['same', 'rounded', 'unit', 'none']
// Shares in words are told of what is near them, in percent.
const SHARE = { plain: 0.5, near: 3, below: 5, above: 12, under: 12 } as const

/** The numbers of a text with the nouns behind them. */
export function givenOf(text: string, quantities: Quantity[]): Given[] {
  return quantities.map((quantity) => {
    const nouns = nounsBehind(text, quantity.end)
    return { quantity, nouns, isBare: nouns.length === 0 }
  })
}

/** A claimed number with the nouns behind it and its mark. */
export type Asked = { quantity: Quantity; nouns: string[]; hedge: Hedge | null }

/** How a claimed number stands among given ones, and the one that fits best. */
export function matchQuantity(asked: Asked, given: Given[]): { match: Match; given: Given | null } {
  let best: { match: Match; given: Given | null } = { match: 'none', given: null }
  for (const each of given) {
    const match = matchOne(asked, each)
    if (ORDER.indexOf(match) < ORDER.indexOf(best.match)) best = { match, given: each }
  }
  return best
}

/** Whether a claimed number is one that the evidence only means (`both` for two). */
export function matchesImplied(asked: Asked, implied: Reading[]): boolean {
  const { quantity, hedge } = asked
  return quantity.readings.some((reading) =>
    implied.some((meant) => {
      if (
        reading.unit === null
          ? meant.unit !== null && meant.unit.dimension === 'percent'
          : meant.unit === null && reading.unit.dimension !== 'times'
      )
        return false
      return (
        agree(reading.unit, meant.unit) &&
        isNear({ asked: reading, value: baseOf(meant), hedge, isShare: meant.unit?.dimension === 'percent' })
      )
    }),
  )
}

/** Whether a number that is marked by a hedge stands for a value in the base of its unit. */
export function isNear(options: { asked: Reading; value: number; hedge: Hedge | null; isShare: boolean }): boolean {
  const { asked, value, hedge, isShare } = options
  const claimed = baseOf(asked)
  if (isSame(claimed, value)) return true
  if (Math.abs(value - claimed) > reachOf({ asked, hedge, isShare }) * (1 + 1e-9)) return false
  if (hedge === 'above') return value > claimed
  return hedge === null || hedge === 'near' || value < claimed
}

// A marked number is rounded to its last digit that counts, or cut there; `about 90%` is no 94.6%.
function reachOf({ asked, hedge, isShare }: { asked: Reading; hedge: Hedge | null; isShare: boolean }): number {
  if (isShare) return SHARE[hedge ?? 'plain']
  const step = asked.step * (asked.unit?.factor ?? 1)
  if (hedge === null) return 0
  // Ten is not more than twenty cut to its first digit.
  if (hedge === 'above' || hedge === 'under') return step * 0.999
  return asked.unit?.dimension === 'percent' ? Math.min(step / 2, SHARE.near) : step / 2
}

function better(one: Match, other: Match): Match {
  return ORDER.indexOf(one) <= ORDER.indexOf(other) ? one : other
}

function matchOne(asked: Asked, given: Given): Match {
  const { quantity, hedge } = asked
  if (quantity.form === 'size') return matchSize(quantity, given)
  const isShare = quantity.form === 'share' || given.quantity.form === 'share'
  let best: Match = 'none'
  for (const reading of quantity.readings)
    for (const other of given.quantity.readings) {
      const hasUnits = reading.unit !== null && other.unit !== null
      const asPlain = hasUnits ? reading : { ...reading, unit: null }
      const value = hasUnits ? baseOf(other) : other.value
      const isOther = !unitsAgree({ asked, reading, given, other })
      if (isOther) best = isSame(reading.value, other.value) ? better(best, 'unit') : best
      else if (isNear({ asked: asPlain, value, hedge, isShare })) return 'same'
      else if (hasUnits && isSame(reading.value, other.value)) best = better(best, 'unit')
      else if (isNear({ asked: asPlain, value, hedge: 'near', isShare: false })) best = better(best, 'rounded')
    }
  return best
}

// `Hundreds of` are any number of three or four digits.
function matchSize(quantity: Quantity, given: Given): Match {
  const low = quantity.readings[0]?.value ?? 0
  return given.quantity.readings.some(({ value }) => value >= low && value < low * 100) ? 'same' : 'none'
}

// A number that says what it counts is not told by one of another unit, nor by one that counts other things.
function unitsAgree(options: { asked: Asked; reading: Reading; given: Given; other: Reading }): boolean {
  const { asked, reading, given, other } = options
  if (!agree(reading.unit, other.unit)) return false
  if (reading.unit !== null && other.unit === null) return given.isBare || given.quantity.form === 'ordinal'
  if (reading.unit === null && other.unit !== null) return asked.nouns.length === 0 || asked.quantity.form === 'ordinal'
  return true
}
