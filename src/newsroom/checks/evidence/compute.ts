import type { Figure } from '#newsroom/checks/evidence/read-figures.ts'

// Shares and durations need these numbers too.
const CONSTANTS = ['1', '7', '12', '24', '60', '100']
const DECIMAL = /\d+(?:\.\d+)?/g
const MAX_LENGTH = 200

/** The results of arithmetic, as they are and as percentages. `unknown` lists operands that the evidence does not have. */
export type Computed = { results: number[]; unknown: string[] }

/** Evaluates the arithmetic that a claim states, for example `54 - 21`. Several sums are separated by semicolons. */
export function computed(compute: string, evidence: string, figures: Figure[]): Computed {
  const written = evidence.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(DECIMAL) ?? []
  const known = new Set([...CONSTANTS, ...written, ...figures.flatMap(({ values }) => values.map(String))])
  const sums = compute.slice(0, MAX_LENGTH).split(';').map(normalised)
  const unknown = sums.flatMap((sum) => (sum.match(DECIMAL) ?? []).filter((operand) => !known.has(operand)))
  const results = sums.map(evaluate).filter(Number.isFinite).map(Math.abs)
  return { results: results.flatMap((result) => [result, 100 * result]), unknown }
}

/** Returns true if a written number equals a result, rounded to the digits that are written. */
export function isRounded(text: string, value: number, result: number): boolean {
  const decimals = /\.(\d+)/.exec(text)?.[1]?.length ?? 0
  const scale = Math.abs(value) >= 1e6 ? value / Number(/\d+(?:\.\d+)?/.exec(text)?.[0] ?? value) : 1
  return Math.abs(value - result) <= 0.5 * scale * 10 ** -decimals
}

function normalised(sum: string): string {
  const signs = sum.replaceAll(/[−–]/g, '-').replaceAll('×', '*').replaceAll('÷', '/')
  return signs.replaceAll(/=.*$|[^\d.()+*/-]/g, '')
}

function evaluate(text: string): number {
  const bracket = /\(([^()]*)\)/.exec(text)
  if (bracket !== null) return evaluate(text.replace(bracket[0], evaluate(bracket[1] ?? '').toFixed(9)))
  // Splits at the last operator of the lowest precedence, which is computed last.
  const [, left, sign, right] = /^(.+)([+-])(.+)$/.exec(text) ?? /^(.+)([*/])(.+)$/.exec(text) ?? []
  if (left === undefined || right === undefined) return text === '' ? NaN : Number(text)
  const [one, other] = [evaluate(left), evaluate(right)]
  return sign === '+' ? one + other : sign === '-' ? one - other : sign === '*' ? one * other : one / other
}
