/**
 * What a number measures. Units of one dimension compare by `factor`. A dimension may be a narrower one of another, parted
 * by a slash: `dollar/CA` agrees with `dollar`, and not with `dollar/US`.
 */
export type Unit = { dimension: string; factor: number }

/** The units that a word or sign may name (`pounds` are money or mass); none when it names no unit. */
export function unitsOf(word: string): Unit[] {
  const folded = word.toLowerCase()
  const found = WORDS.get(folded) ?? WORDS.get(folded.replace(/(?<=\p{L}{3})s$/u, '')) ?? []
  return CASED.get(word) ?? found.map(({ dimension, factor }) => ({ dimension, factor }))
}

/** By how much a word after a number multiplies it (`million`, `bn`, `k`), or null. */
export function magnitudeOf(word: string): number | null {
  return MAGNITUDES.get(word.toLowerCase()) ?? null
}

/** Whether two units may measure the same thing; a number without one agrees with any. */
export function agree(one: Unit | null, other: Unit | null): boolean {
  if (one === null || other === null || one.dimension === other.dimension) return true
  return one.dimension.startsWith(`${other.dimension}/`) || other.dimension.startsWith(`${one.dimension}/`)
}

/** Whether a unit is a currency. */
export function isMoney({ dimension }: Unit): boolean {
  return MONEY.test(dimension)
}

const MONEY = /^(?:dollar|euro|pound|yen|yuan|rupee|won|franc|krona|zloty)(?:\/|$)/

/** Hundredths, as a third is 33.3 of them. */
export const PERCENT: Unit = { dimension: 'percent', factor: 1 }
/** How often: `3x`, `three times`, `threefold`. */
export const TIMES: Unit = { dimension: 'times', factor: 1 }

const PREFIXES = {
  n: ['nano', 1e-9],
  µ: ['micro', 1e-6],
  μ: ['micro', 1e-6],
  m: ['milli', 1e-3],
  c: ['centi', 1e-2],
  k: ['kilo', 1e3],
  M: ['mega', 1e6],
  G: ['giga', 1e9],
  T: ['tera', 1e12],
  P: ['peta', 1e15],
  E: ['exa', 1e18],
} as const

// Units with their multiples. Binary and decimal multiples of bytes are one: writers do not tell them apart.
type Metric = readonly [dimension: string, prefixes: (keyof typeof PREFIXES)[], signs: string, names: string]
const METRIC: readonly Metric[] = [
  ['bytes', ['k', 'M', 'G', 'T', 'P', 'E'], 'b ib', 'byte'],
  ['bytes/second', ['k', 'M', 'G', 'T'], 'b/s', 'byte/s'],
  ['bits', ['k', 'M', 'G', 'T'], 'bit bps bit/s', 'bit'],
  ['hertz', ['k', 'M', 'G'], 'hz', 'hertz'],
  ['time', ['n', 'µ', 'μ', 'm'], 's sec', 'second'],
  ['length', ['n', 'µ', 'μ', 'm', 'c', 'k'], 'm', 'metre meter'],
  ['mass', ['m', 'k'], 'g', 'gram gramme'],
  ['power', ['k', 'M', 'G'], 'w', 'watt'],
  ['energy', ['k', 'M', 'G', 'T'], 'wh', 'watt-hour'],
  ['voltage', ['k'], 'v', 'volt'],
]

const DAY = 24 * 3600

const TABLE: readonly (readonly [dimension: string, factor: number, words: string])[] = [
  ['time', 60, 'min minute'],
  ['time', 3600, 'h hr hrs hour'],
  ['time', DAY, 'day'],
  ['time', 7 * DAY, 'week'],
  ['months', 1, 'month'],
  ['months', 12, 'year yr yrs'],
  ['months', 120, 'decade'],
  ['length', 1e-6, 'micron'],
  ['length in miles', 1, 'mi mile'],
  ['length in feet', 1, 'ft foot feet'],
  ['length in feet', 1 / 12, 'inch inches'],
  ['speed', 1, 'km/h kmh kph'],
  ['speed in miles', 1, 'mph'],
  ['area', 1, 'm² m2 sqm'],
  ['area', 1e4, 'hectare ha'],
  ['area in acres', 1, 'acre'],
  ['volume', 1, 'l litre liter'],
  ['mass', 1e3, 'kilo'],
  ['mass', 1e6, 'tonne ton'],
  ['mass in pounds', 1, 'lb lbs pound'],
  ['degrees', 1, '° degree'],
  ['degrees/C', 1, '°c celsius'],
  ['degrees/F', 1, '°f fahrenheit'],
  ['percent', 1, '% percent pct'],
  ['points', 1, 'pp'],
  ['dollar', 1, '$ dollar'],
  ['dollar/US', 1, 'us$ usd'],
  ['dollar', 0.01, 'cent'],
  ['dollar/CA', 1, 'c$ ca$ cad'],
  ['dollar/AU', 1, 'a$ au$ aud'],
  ['dollar/NZ', 1, 'nz$ nzd'],
  ['dollar/HK', 1, 'hk$ hkd'],
  ['dollar/SG', 1, 's$ sgd'],
  ['euro', 1, '€ eur euro'],
  ['pound', 1, '£ gbp sterling pound'],
  ['yen', 1, '¥ jpy yen'],
  ['yuan', 1, '¥ yuan rmb cny renminbi'],
  ['rupee', 1, '₹ inr rupee'],
  ['won', 1, '₩ krw'],
  ['franc', 1, 'chf franc'],
  ['krona', 1, 'sek nok dkk kronor kroner krona krone crown'],
  ['zloty', 1, 'pln zloty'],
  ['frames', 1, 'fps frame'],
  ['times', 1, 'x × times fold'],
]

const WORDS = Map.groupBy(
  [
    ...TABLE.flatMap(([dimension, factor, words]) => words.split(' ').map((word) => ({ dimension, factor, word }))),
    ...METRIC.flatMap(([dimension, prefixes, signs, names]) =>
      [signs, names].flatMap((words) =>
        words.split(' ').flatMap((word) => [
          { dimension, factor: 1, word },
          ...prefixes.map((letter) => {
            const [name, factor] = PREFIXES[letter]
            return { dimension, factor, word: (words === names ? name : letter) + word }
          }),
        ]),
      ),
    ),
  ],
  ({ word }) => word.toLowerCase(),
)

// What differs by case alone: Gb are bits, B bytes beside a number of billions, mW no megawatt; `m` may be a magnitude too.
const CASED = new Map<string, Unit[]>([
  ['mW', [{ dimension: 'power', factor: 1e-3 }]],
  ['m', [1, 60].map((factor) => ({ dimension: factor === 1 ? 'length' : 'time', factor }))],
  ['B', [1, 1e9].map((factor) => ({ dimension: 'bytes', factor }))],
  ...(['k', 'M', 'G', 'T'] as const).flatMap((letter): [string, Unit[]][] => {
    const [, factor] = PREFIXES[letter]
    const bits = [{ dimension: 'bits', factor }]
    return [
      [letter.toUpperCase(), [{ dimension: 'bytes', factor }]],
      [`${letter.toUpperCase()}b`, bits],
      [`${letter.toUpperCase()}b/s`, bits],
    ]
  }),
])

const MAGNITUDES = new Map(
  (
    [
      [1e2, 'hundred'],
      [1e3, 'k thousand'],
      [1e5, 'lakh lakhs'],
      [1e6, 'm mn mln mio million millions'],
      [1e7, 'crore crores'],
      [1e9, 'b bn bln mrd billion billions'],
      [1e12, 't tn trn trillion trillions'],
    ] as const
  ).flatMap(([value, words]) => words.split(' ').map((word): [string, number] => [word, value])),
)
