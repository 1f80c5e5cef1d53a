/** A number written in words: `places` is how many of the given words it takes. */
export type SpelledNumber = { value: number; places: number }

const SMALL = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen`
    .split(/\s+/)
    .map((word, value) => [word, value]),
)
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, (index + 2) * 10]),
)
const LARGE = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
])
const WHOLE = new Map([
  ['dozen', 12],
  ['score', 20],
])

/** Whether a folded word may begin a number in words. */
export function beginsNumber(word: string): boolean {
  return SMALL.has(word) || TENS.has(word) || WHOLE.has(word) || word === 'a' || word === 'an' || word === 'half'
}

/** Reads a number from the folded words at the front of a list: `twenty three`, `two million`, `half a million`, `a dozen`; null when there is none. */
export function readSpelled(words: readonly string[]): SpelledNumber | null {
  const [first = '', second = '', third = ''] = words
  if (first === 'half' && second === 'a') {
    const size = LARGE.get(third) ?? WHOLE.get(third)
    return size === undefined ? null : { value: size / 2, places: 3 }
  }
  const start = first === 'a' || first === 'an' ? { value: 1, places: 1 } : belowHundred(words)
  if (start === null) return null
  if (start.value === 1 && first !== 'one' && !isSize(second)) return null
  return multiplied(start, words)
}

function belowHundred(words: readonly string[]): SpelledNumber | null {
  const [first = '', second = ''] = words
  const tens = TENS.get(first)
  const ones = SMALL.get(second)
  if (tens !== undefined && ones !== undefined && ones > 0 && ones < 10) return { value: tens + ones, places: 2 }
  const value = tens ?? SMALL.get(first) ?? WHOLE.get(first)
  return value === undefined ? null : { value, places: 1 }
}

function multiplied(start: SpelledNumber, words: readonly string[]): SpelledNumber {
  let { value, places } = start
  let total = 0
  for (;;) {
    const word = words[places] ?? ''
    if (word === 'hundred') value *= 100
    else if (LARGE.has(word)) {
      total += value * (LARGE.get(word) ?? 1)
      value = 0
    } else if (WHOLE.has(word)) value *= WHOLE.get(word) ?? 1
    else if (value === 0 || value % 100 === 0) {
      // What follows a hundred or a thousand: `one hundred and five`, `two thousand five hundred`.
      const skip = word === 'and' ? 1 : 0
      const rest = belowHundred(words.slice(places + skip))
      if (rest === null || (total === 0 && value === 0)) return { value: total + value, places }
      value += rest.value
      places += skip + rest.places
      continue
    } else return { value: total + value, places }
    places += 1
  }
}

function isSize(word: string): boolean {
  return word === 'hundred' || LARGE.has(word) || WHOLE.has(word)
}
