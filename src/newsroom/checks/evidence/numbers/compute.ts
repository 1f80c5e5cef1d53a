import { isNear } from '#newsroom/checks/evidence/numbers/match-quantity.ts'
import { hedgeOf, type Quantity } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import type { Said } from '#newsroom/checks/evidence/names/said.ts'

/** What a claim's arithmetic comes to, and what keeps it from being followed. */
export type Computed = { sums: Sum[]; problems: { code: string; message: string; operand: number | null }[] }

type Sum = { text: string; operands: number[]; result: number }

// Shares and growth need 1 and 100, and what is told in hours and minutes the others.
const CONSTANTS = new Set([1, 100, 7, 12, 24, 60])
const LONGEST = 200
const TOKEN = /\d+(?:,\d{3})*(?:\.\d+)?|\.\d+|\S/g

/** Evaluates the arithmetic of a claim (`54 - 21`; several parted by semicolons) over numbers that stand in its evidence. */
export function compute(arithmetic: string, cited: Said[]): Computed {
  const known = new Set(cited.flatMap(numbersOf).map(keyOf))
  const computed: Computed = { sums: [], problems: [] }
  for (const text of arithmetic.split(';').map((part) => part.trim())) {
    if (text === '') continue
    const sum = evaluate(text)
    if (sum === null) {
      const message = `"${text}" cannot be computed: give numbers, + - * / and brackets alone.`
      computed.problems.push({ code: 'compute-unreadable', message, operand: null })
      continue
    }
    const unknown = sum.operands.filter((operand) => !CONSTANTS.has(operand) && !known.has(keyOf(operand)))
    for (const operand of new Set(unknown)) {
      const message = `"${text}" computes with ${operand}, which is not in the cited sentences: cite where it stands, or leave it out.`
      computed.problems.push({ code: 'compute-operand', message, operand })
    }
    if (unknown.length === 0) computed.sums.push(sum)
  }
  return computed
}

/** Whether a number of a claim is a result, rounded as it is written. */
export function isResult(quantity: Quantity, text: string, { sums }: Computed): boolean {
  const hedge = hedgeOf(text, quantity.at, quantity.end)
  const isShare = quantity.form === 'share'
  return sums.some((sum) =>
    quantity.readings.some(({ value, step, unit }) =>
      resultsOf(sum, unit?.dimension ?? null).some(
        (result) =>
          isNear({
            asked: { value, step: writtenStep(quantity, value), unit: null },
            value: result,
            hedge: 'near',
            isShare,
          }) || isNear({ asked: { value, step, unit: null }, value: result, hedge, isShare }),
      ),
    ),
  )
}

/** Whether a unit has a number to compute with. */
export function hasOperand(operand: number, said: Said): boolean {
  return numbersOf(said).some((number) => keyOf(number) === keyOf(operand))
}

// A difference has no sign, and a share (54 / 145) may be told in percent.
function resultsOf({ text, result }: Sum, dimension: string | null): number[] {
  const plain = Math.abs(result)
  return dimension === 'percent' && !/\*\s*100(?![\d.,])|(?<![\d.,])100\s*\*/.test(text)
    ? [plain, plain * 100]
    : [plain]
}

// `38,000` has been rounded to ones, `1.2 million` to hundreds of thousands.
function writtenStep({ text, form }: Quantity, value: number): number {
  if (form !== 'digits') return 1
  const digits = /\d+(?:\.(\d+))?/.exec(text.replaceAll(',', ''))
  const scale = digits === null || Number(digits[0]) === 0 ? 1 : value / Number(digits[0])
  return 10 ** -(digits?.[1]?.length ?? 0) * scale
}

function numbersOf({ unit, given, calendar }: Said): number[] {
  const written = unit.text.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/\d+(?:\.\d+)?/g) ?? []
  const read = given.flatMap(({ quantity }) => quantity.readings.map(({ value }) => value))
  return [...written.map(Number), ...read, ...calendar.years]
}

function keyOf(value: number): number {
  return Number(value.toPrecision(12))
}

// By recursive descent; null for what is no arithmetic, which comes to no finite number or leaves something over.
function evaluate(text: string): Sum | null {
  const plain = text
    .replaceAll(/[−–]/g, '-')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll(/[$€£¥%]/g, '')
    .replace(/=[^=]*$/, '')
  const tokens = plain.length > LONGEST ? [] : (plain.match(TOKEN) ?? [])
  const operands: number[] = []
  let at = 0
  const atom = (): number => {
    const token = tokens[at++] ?? ''
    if (token === '(') {
      const value = sum()
      return tokens[at++] === ')' ? value : NaN
    }
    if (!/\d/.test(token)) return NaN
    operands.push(Number(token.replaceAll(',', '')))
    return operands.at(-1) ?? NaN
  }
  const chain = (signs: string, next: () => number): number => {
    let left = next()
    for (let sign = tokens[at]; sign !== undefined && signs.includes(sign); sign = tokens[at]) {
      at += 1
      const right = next()
      left = sign === '+' ? left + right : sign === '-' ? left - right : sign === '*' ? left * right : left / right
    }
    return left
  }
  const sum = (): number => chain('+-', () => chain('*/', atom))
  const result = sum()
  return at < tokens.length || !Number.isFinite(result) ? null : { text, operands, result }
}
