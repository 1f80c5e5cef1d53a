import type { Unit } from '#newsroom/checks/evidence/readers/numbers/units.ts'

/** One way to understand a number: `3.5m` is 3,500,000 or 3.5 metres. `step` is what one more in its last digit that counts would add: 10 for `3,870`, 0.1 for `3.5`. */
export type Reading = { value: number; step: number; unit: Unit | null }

/**
 * A number in a text. `end` is behind its unit. A `share` stands in words (`two thirds of`), `times` multiply
 * (`doubled`), a `size` is only an order of magnitude (`hundreds of`).
 */
export type Quantity = {
  text: string
  at: number
  end: number
  form: 'digits' | 'words' | 'ordinal' | 'share' | 'times' | 'size'
  readings: Reading[]
}

/** A number in the base of its unit. */
export function baseOf({ value, unit }: Reading): number {
  return value * (unit?.factor ?? 1)
}

/** Whether two values are the same but for the noise of floating point. */
export function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other))
}
