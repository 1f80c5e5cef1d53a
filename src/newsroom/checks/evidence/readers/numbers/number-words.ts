import type { Quantity, Reading } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import { blanked, spansOf } from '#newsroom/checks/evidence/readers/numbers/span.ts'
import { PERCENT, TIMES } from '#newsroom/checks/evidence/readers/numbers/units.ts'

/** A number in words: `places` is how many of the given words it takes. */
export type SpelledNumber = { value: number; places: number }

const SMALL = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen`
    .split(/\s+/)
    .map((word, value) => [word, value]),
)
SMALL.set('none', 0)
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, (index + 2) * 10]),
)
// `Score` is what one wins, not twenty.
const LARGE = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
])
const ORDINALS = new Map(
  `third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth
eighteenth nineteenth twentieth`
    .split(/\s+/)
    .map((word, index) => [word, index + 3]),
)

/** Reads a number from the folded words at the front of a list: `twenty three`, `two million`, `half a million`, `a dozen`; null when there is none. */
export function readSpelled(words: readonly string[]): SpelledNumber | null {
  const [first = '', second = '', third = ''] = words
  if (first === 'half' && second === 'a') {
    const size = third === 'dozen' ? 12 : LARGE.get(third)
    return size === undefined ? null : { value: size / 2, places: 3 }
  }
  if (first === 'dozen') return { value: 12, places: 1 }
  if (first === 'a' || first === 'an') return isSize(second) ? multiplied({ value: 1, places: 1 }, words) : null
  const start = belowHundred(words)
  return start === null ? null : multiplied(start, words)
}

/** The number of an ordinal from `third` on (`first` and `second` are adverbs and times as well), or null. */
export function ordinalOf(word: string): number | null {
  return ORDINALS.get(word) ?? null
}

function belowHundred(words: readonly string[]): SpelledNumber | null {
  const [first = '', second = ''] = words
  const tens = TENS.get(first)
  const ones = SMALL.get(second)
  if (tens !== undefined && ones !== undefined && ones > 0 && ones < 10) return { value: tens + ones, places: 2 }
  const value = tens ?? SMALL.get(first)
  return value === undefined ? null : { value, places: 1 }
}

function multiplied(start: SpelledNumber, words: readonly string[]): SpelledNumber {
  let { value, places } = start
  let total = 0
  for (;;) {
    const word = words[places] ?? ''
    const large = LARGE.get(word)
    if (word === 'hundred') value *= 100
    else if (word === 'dozen') value *= 12
    else if (large !== undefined) {
      total += value * large
      value = 0
    } else {
      // What follows a hundred or a thousand: `one hundred and five`, `two thousand five hundred`.
      const skip = word === 'and' ? 1 : 0
      const rest = value % 100 === 0 && total + value > 0 ? belowHundred(words.slice(places + skip)) : null
      if (rest === null) return { value: total + value, places }
      value += rest.value
      places += skip + rest.places
      continue
    }
    places += 1
  }
}

function isSize(word: string): boolean {
  return word === 'hundred' || word === 'dozen' || LARGE.has(word)
}

const PARTS = 'half third quarter fifth sixth seventh eighth ninth tenth'.split(' ')
const MORE = String.raw`\s(?:of|or|more|less|fewer|faster|slower|higher|lower|smaller|larger|as)\b`

// `A third outage` is an ordinal and `two quarters` are half a year: a share stands before `of` and comparatives, and but
// for quarters at the end of a clause.
const SHARE = new RegExp(
  String.raw`(?<![\p{L}\d-])(?:(half)(?!\s(?:of\s)?the\s(?:work|battle|job|story|answer|truth|fun)\b)(?=\s(?:of|the|its|their|his|her|all|that|as)\b|\s?[.,;:)]|$)|(a|one|two|three|four|five|six|seven|eight|nine)[\s-](?:(third|fifth|sixth|seventh|eighth|ninth|tenth)s?(?=${MORE}|\s?[.,;:)]|$)|(quarter)s?(?=${MORE})))`,
  'giu',
)
const ONE_IN = /(?<![\p{L}\d-])(?:one|1)\s(?:in|out of)(?:\severy)?\s(\p{L}+|\d+)(?![\p{L}\d])/giu
const MULTIPLIED =
  /(?<![\p{L}-])(?:(doubl(?:ed|es|ing)|twice(?=\s(?:as|the|that|its|their)\s))|(tripl(?:ed|es|ing)|trebl(?:ed|es|ing))|(quadrupl(?:ed|es|ing))|(halv(?:ed|es|ing)))(?![\p{L}-]|\sdown)/giu
const SIZE =
  /(?<!\p{L})(tens|dozens|hundreds|thousands|millions|billions)(?:\sof\s(thousands|millions|billions))?(?=\sof\b|\smore\b)/giu
const SIZES = new Map([
  ['tens', 10],
  ['dozens', 12],
  ['hundreds', 1e2],
  ['thousands', 1e3],
  ['millions', 1e6],
  ['billions', 1e9],
])

/** The shares (`two thirds of`, `one in five`), multiples (`doubled`) and sizes (`hundreds of`) of a text, and the text with blanks in their place. */
export function readShares(text: string): { shares: Quantity[]; rest: string } {
  const shares: Quantity[] = []
  let rest = text
  for (const { pattern, form, read } of FORMS) {
    const found = spansOf(rest, pattern, read)
    shares.push(...found.map(({ text, at, end, read: readings }) => ({ text, at, end, form, readings })))
    rest = blanked(rest, found)
  }
  return { shares, rest }
}

const FORMS: readonly {
  pattern: RegExp
  form: Quantity['form']
  read: (match: RegExpExecArray) => Reading[] | null
}[] = [
  {
    pattern: SHARE,
    form: 'share',
    read: ([, half, count = 'a', part, quarter]) => [share(count, half ?? part ?? quarter ?? '')],
  },
  {
    pattern: ONE_IN,
    form: 'share',
    read: ([, word = '']) => {
      const value = /^\d/.test(word) ? Number(word) : (readSpelled([word.toLowerCase()])?.value ?? 0)
      if (value < 2) return null
      return [
        { value: 100 / value, step: 1, unit: PERCENT },
        { value, step: 1, unit: null },
      ]
    },
  },
  {
    pattern: MULTIPLIED,
    form: 'times',
    read: ([, two, three, four]) => {
      const value = two !== undefined ? 2 : three !== undefined ? 3 : four !== undefined ? 4 : 0.5
      return [{ value, step: 1, unit: TIMES }]
    },
  },
  {
    pattern: SIZE,
    form: 'size',
    read: ([, first = '', second = '']) => {
      const value = (SIZES.get(first.toLowerCase()) ?? 1) * (SIZES.get(second.toLowerCase()) ?? 1)
      return [{ value, step: value, unit: null }]
    },
  },
]

function share(count: string, part: string): Reading {
  const parts = PARTS.indexOf(part.toLowerCase()) + 2
  const counted = readSpelled([count.toLowerCase()])?.value ?? 1
  return { value: (100 * counted) / parts, step: 1, unit: PERCENT }
}
