import { clamp } from '#covers/geometry.ts'
import type { Random } from '#text/random.ts'

/** A count and a percentage stated in an article, or random values if the article states none. */
export type Facts = {
  /** True if the article states a percentage. */
  hasShare: boolean
  /** Returns the first whole number from `low` to `high` in the article, or `otherwise` if there is none. */
  count(low: number, high: number, otherwise: number): number
  /**
   * Returns the first percentage in the article as a fraction from 0.03 to 0.97, or a random one from `low` to `high`.
   */
  share(low: number, high: number): number
}

// Whole numbers in this range are treated as years.
const [FIRST_YEAR, LAST_YEAR] = [1900, 2100]

/** Returns the first `limit` numbers in the text, in order. Percentages keep their sign (`37%`). */
export function numbersOf(text: string, limit = 24): string[] {
  return [...text.matchAll(/(?<![\w.,-])\d+(?:,\d{3})*(?:\.\d+)?(?:\s?%| per ?cent\b)?(?![\w-])/g)]
    .slice(0, limit)
    .map(([number]) => number.replace(/\s?%| per ?cent/, '%'))
}

/** Reads facts from an article's numbers (see `numbersOf`). Missing facts get random values. */
export function readFacts(numbers: readonly string[], random: Random): Facts {
  const found = numbers.map((text) => ({ value: parseFloat(text.replaceAll(',', '')), isShare: text.endsWith('%') }))
  const percentage = found.find(({ value, isShare }) => isShare && value > 0 && value <= 100)
  const counts = found.flatMap(({ value, isShare }) => {
    const isCount = !isShare && Number.isInteger(value) && value > 1 && !(value >= FIRST_YEAR && value <= LAST_YEAR)
    return isCount ? [value] : []
  })
  return {
    hasShare: percentage !== undefined,
    count: (low, high, otherwise) => counts.find((value) => value >= low && value <= high) ?? otherwise,
    share: (low, high) =>
      percentage === undefined ? random.range(low, high) : clamp(percentage.value / 100, 0.03, 0.97),
  }
}
