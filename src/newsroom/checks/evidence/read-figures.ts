import { remembered } from '#newsroom/checks/check.ts'
import { isFunctionWord } from '#text/common-words.ts'
import { MONTH, MONTHS, stem, wordsOf } from '#text/words.ts'

/** A number, date, weekday, time or version in text. */
export type Figure = {
  text: string
  at: number
  end: number
  /**
   * The figure's possible values. Dates, times and versions are strings. Dots in a date (`....-03-12`) stand for
   * unknown digits.
   */
  values: (number | string)[]
  /**
   * The unit of measurement and its factor relative to the smallest unit in its family, or null if the unit is unknown.
   */
  unit: Unit | null
  /** The stems of the counted words, starting with the head noun. */
  nouns: string[]
}

type Unit = { family: string; factor: number }

const DAYS = String.raw`(?<first>\d\d?)(?:st|nd|rd|th)?(?:\s?(?:–|-|to|and|or)\s?(?<last>\d\d?)(?:st|nd|rd|th)?)?`
const YEAR = String.raw`(?:(?:,?\s|-)(?<year>(?:19|20)\d\d)\b)?`
const NAMED_MONTH = String.raw`\b(?<month>${MONTH})`
const DATES = [
  /\b(?<year>\d{4})(?<sign>[-/.])(?<month>0?[1-9]|1[0-2])\k<sign>(?<first>0?[1-9]|[12]\d|3[01])(?!\.?\d)/g,
  /(?<![\d./])(?<month>\d\d?)[/.](?<first>\d\d?)[/.](?<year>(?:19|20)\d\d|(?<=\/)\d\d)(?![\d/])/g,
  /(?<![\d.-])(?<year>(?:19|20)\d\d)-(?<month>0[1-9]|1[0-2])(?![\d-])/g,
  new RegExp(String.raw`(?<![\w.,]|[A-Za-z]-)${DAYS}[\s-](?:of\s)?${NAMED_MONTH}${YEAR}`, 'g'),
  new RegExp(String.raw`${NAMED_MONTH}\s${DAYS}(?![\d%])${YEAR}`, 'g'),
  new RegExp(String.raw`${NAMED_MONTH}${YEAR}`, 'g'),
]
const TIMES = [
  // Matches the `5` in `between 5 and 9 p.m.`.
  /(?<![\d.:])(?<hour>\d\d?)(?=\s?(?:and|to|–|-)\s?\d\d?\s?(?<half>[ap])\.?m\b)/gi,
  /(?<![\d.:])(?<hour>\d\d?):(?<minute>\d\d)(?!\d)(?:\s?(?<half>[ap])\.?m\b)?/gi,
  /(?<![\d.:])(?<hour>\d\d?)\s?(?<half>[ap])\.?m\b/gi,
]
const AS_WRITTEN = [
  /\b(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day/g,
  /(?<![\p{L}\p{N}.])(?:v?\d+(?:\.\d+){2,}|v\d+(?:\.\d+)*)\b/gu,
]
// The digits in K3, GPT-5.2 and CVE-2026-41876 are part of a name.
const IN_NAME = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]*(?:[-._/]?\p{N}[\p{L}\p{N}]*)+/gu

const WORDS = table(`zero 0,one 1,two 2,both 2,twice 2,double 2,doubles 2,doubled 2,doubling 2,three 3,four 4,five 5,
six 6,seven 7,eight 8,nine 9,ten 10,eleven 11,twelve 12,dozen 12,thirteen 13,fourteen 14,fifteen 15,sixteen 16,
seventeen 17,eighteen 18,nineteen 19,twenty 20,thirty 30,forty 40,fifty 50,sixty 60,seventy 70,eighty 80,ninety 90`)
const FRACTIONS = table('half 0.5,third 0.33,quarter 0.25,fifth 0.2,sixth 0.17,eighth 0.13,tenth 0.1')
const VALUES = new Map([...WORDS, ...FRACTIONS])
const SCALES = table('hundred 1e2,thousand 1e3,k 1e3,million 1e6,m 1e6,mn 1e6,billion 1e9,bn 1e9,b 1e9,trillion 1e12')
const UNITS = new Map(
  `% %,percent %,percentage %,$ $,dollar $,usd $,€ €,euro €,eur €,£ £,pound £,gbp £,ms time 1,millisecond time 1,
second time 1e3,minute time 6e4,hour time 36e5,day time 864e5,week time 6048e5,month month,year month 12,
kb byte 1e3,kilobyte byte 1e3,mb byte 1e6,megabyte byte 1e6,gb byte 1e9,gigabyte byte 1e9,tb byte 1e12,
terabyte byte 1e12,kw watt 1e3,kilowatt watt 1e3,mw watt 1e6,megawatt watt 1e6,gw watt 1e9,gigawatt watt 1e9,
mwh wh 1e6,megawatt-hour wh 1e6,gwh wh 1e9,gigawatt-hour wh 1e9,metre m,meter m,km m 1e3,kilometre m 1e3,
kilometer m 1e3,mile mi,foot ft,feet ft`
    .split(/,\s*/)
    .map((line) => line.split(' '))
    .map(([name = '', family = '', factor = '1']): [string, Unit] => [name, { family, factor: Number(factor) }]),
)
const WORD = new RegExp(
  String.raw`\b(?:(?:${[...WORDS.keys()].join('|')})\b|(?:${[...FRACTIONS.keys()].join('|')})(?=s? of\b))`,
  'gi',
)
// Number words have already been replaced by digits and spaces, so `twenty-five` is now `20    -5   `.
const NUMBER =
  /(?<![\p{L}\p{N}]|\d[.,:])(?<currency>[$€£]?)(?<digits>\d+(?:,\d{3})*(?:\.\d+)?)(?:\s+-(?<ones>\d)\b)?(?<long>(?:[\s-]*(?:hundred|thousand|million|billion|trillion)\b)*)(?:[\s-]?(?<short>k|mn?|bn?)(?![\p{L}\p{N}]))?\s*/giu

// Matches the rest of `18 and 20 billion` after the first number, which shares the scale of the second.
const SHARED_SCALE =
  /^(?:and|or|to|[–-])\s?\d[\d.,]*[\s-]?(?<scale>hundred|thousand|million|billion|trillion|k|mn?|bn?)(?![\p{L}\p{N}])/iu

/** Returns the figures in a unit. */
export const figuresOfUnit = remembered(({ text }) => figuresIn(text))

/** Returns the figures in text. */
export function figuresIn(text: string): Figure[] {
  const figures: Figure[] = []
  // TeX for a number (`$48$%`) is not an amount of money.
  let rest = text.replaceAll(/\$([<>~]?\d[\d.,]*)\$/g, ' $1 ')
  // Replaces each match with spaces so that no later pattern matches the same text.
  const take = (pattern: RegExp, read: (match: RegExpExecArray) => Partial<Figure>[]) => {
    for (const match of rest.matchAll(pattern)) {
      const [at, end] = [match.index, match.index + match[0].length]
      const found = { text: text.slice(at, end).trim(), at, end, values: [match[0].replace(/^v/, '')] }
      figures.push(...read(match).map((figure) => ({ ...found, unit: null, nouns: [], ...figure })))
    }
    rest = rest.replaceAll(pattern, (found) => ' '.repeat(found.length))
  }
  for (const form of DATES) take(form, ({ 0: date, groups = {} }) => datesOf(date, groups))
  for (const form of TIMES) take(form, ({ groups = {} }) => [{ values: [timeOf(groups)] }])
  for (const form of AS_WRITTEN) take(form, () => [{}])
  take(IN_NAME, () => [])
  rest = rest.replaceAll(WORD, (word) => (VALUES.get(word.toLowerCase()) ?? '').padEnd(word.length))
  take(
    NUMBER,
    ({ 0: found, index, groups: { currency = '', digits = '', ones = '0', long = '', short = '' } = {} }) => {
      const { unit, nouns } = countedIn(rest.slice(index + found.length, index + found.length + 60))
      const scales = long.toLowerCase().match(/[a-z]+/g) ?? []
      const plain = Number(digits.replaceAll(',', '')) + Number(ones)
      const value = scales.reduce((product, scale) => product * Number(SCALES.get(scale)), plain)
      // `5 m` can be five metres or five million.
      const shared = SHARED_SCALE.exec(rest.slice(index + found.length))?.groups?.scale ?? ''
      const scale = short || (long === '' ? shared : '')
      const scaled = scale === '' ? [] : [value * Number(SCALES.get(scale.toLowerCase()))]
      return [{ values: [value, ...scaled], unit: UNITS.get(currency) ?? unit, nouns }]
    },
  )
  return figures
}

/**
 * Returns true if the evidence contains a claimed figure: the same number and unit, or a date at least as precise.
 */
export function isGiven(claimed: Figure, given: Figure): boolean {
  const [unit, other] = [claimed.unit, given.unit]
  const isSameFamily = unit !== null && other !== null && unit.family === other.family
  if (unit !== null && other !== null && !isSameFamily) return false
  const [factor, otherFactor] = isSameFamily ? [unit.factor, other.factor] : [1, 1]
  return claimed.values.some((value) =>
    given.values.some((found) => {
      if (typeof value === 'number' && typeof found === 'number') return value * factor === found * otherFactor
      return isSameText(String(value), String(found))
    }),
  )
}

/**
 * Returns true if a figure in the evidence rounds to the claimed one, differs from it only by a missing scale such as
 * "million", or is a release of the claimed version.
 */
export function isNearly(claimed: Figure, given: Figure): boolean {
  const [unit, other] = [claimed.unit, given.unit]
  if (unit !== null && other !== null && (unit.family !== other.family || unit.factor !== other.factor)) return false
  const isYear = /^(?:19|20)\d\d$/.test(claimed.text)
  const digits = Number(/\d+(?:\.\d+)?/.exec(claimed.text)?.[0])
  return claimed.values.some((value) =>
    given.values.some((found) => {
      const isRelease = unit === null && String(found).startsWith(`${value}.`)
      if (isRelease || typeof value === 'string' || typeof found === 'string') return isRelease
      if (other === null && digits % 1 !== 0 && given.values.length === 1 && found === digits) return true
      const significant = String(value).replaceAll(/\D/g, '').replace(/0+$/, '').length
      return significant > 1 && !isYear && Number(found.toPrecision(Math.min(significant, 15))) === value
    }),
  )
}

function table(text: string): Map<string, string> {
  return new Map(text.split(/,\s*/).map((line): [string, string] => [line.replace(/ .*/, ''), line.replace(/.* /, '')]))
}

type Groups = Record<string, string | undefined>

// Returns both readings of 03/04/2026, and both dates in `3 to 5 March`. Keeps the text too, as 2026.3.12 can be a version.
function datesOf(text: string, { year = '....', month = '', first = '..', last, sign }: Groups): Partial<Figure>[] {
  const place = MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3))) + 1
  const read = (...parts: string[]) => [year.padStart(4, '20'), ...parts.map((part) => part.padStart(2, '0'))].join('-')
  const other = sign === undefined && Number(first) <= 12 ? [read(first, month)] : []
  if (place === 0) return [{ values: [read(month, first), ...other, text] }]
  return [first, ...(last === undefined ? [] : [last])].map((day) => ({ values: [read(String(place), day)] }))
}

function timeOf({ hour = '', minute = '00', half }: Groups): string {
  const shift = half?.toLowerCase() === 'p' && Number(hour) < 12 ? 12 : 0
  return `${Number(hour) + shift}:${minute}`
}

// A claim may omit parts of a date. If the evidence does not state the year, callers add the likely years.
function isSameText(claimed: string, given: string): boolean {
  return claimed.length === given.length && [...claimed].every((letter, at) => letter === '.' || letter === given[at])
}

// Returns the unit or the nouns directly after a number. The only function words allowed in between are `of the`.
function countedIn(behind: string): { unit: Unit | null; nouns: string[] } {
  const near = behind.split(/[.;:()|–—]|,\s/)[0] ?? ''
  const measure = /^-?(?:US )?(%|per cent|[\p{L}-]+)/u.exec(near)?.[1]?.toLowerCase().replace('per cent', '%') ?? ''
  const counted = near.replace(/^(?:%|per\s?cent)?\s*of\s(?:(?:the|its|all)\b)?(?!\d)/, '')
  const words = wordsOf(counted).map(({ folded }) => folded)
  const end = words.findIndex(isFunctionWord)
  // The first plural is the head noun, and the words before it describe its kind.
  const isPlural = (word: string) => Number(/[^su']s$/.test(word))
  const nouns = words.slice(0, end === -1 ? 3 : Math.min(end, 3)).toSorted((a, b) => isPlural(b) - isPlural(a))
  return { unit: UNITS.get(measure) ?? UNITS.get(measure.replace(/s$/, '')) ?? null, nouns: nouns.map(stem) }
}
