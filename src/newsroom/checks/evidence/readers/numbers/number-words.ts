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
