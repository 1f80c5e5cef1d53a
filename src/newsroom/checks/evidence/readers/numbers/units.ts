/**
 * What a number measures. Units of one dimension compare by `factor`. A dimension may be a narrower one of another, parted
 * by a slash: `dollar/CA` agrees with `dollar`, and not with `dollar/US`.
 */
export type Unit = { dimension: string; factor: number }

/** The units that a word or sign may name (`pounds` are money or mass); none when it names no unit. */
export function unitsOf(word: string): Unit[] {
  return CASED.get(word) ?? WORDS.get(word.toLowerCase()) ?? []
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

const HOUR = 3600
const DAY = 24 * HOUR

// Binary and decimal multiples of bytes are one: writers do not tell them apart.
const TABLE: readonly (readonly [dimension: string, factor: number, words: string])[] = [
  ['time', 1e-9, 'ns nanosecond nanoseconds'],
  ['time', 1e-6, 'µs μs us microsecond microseconds'],
  ['time', 1e-3, 'ms msec millisecond milliseconds'],
  ['time', 1, 's sec secs second seconds'],
  ['time', 60, 'min mins minute minutes'],
  ['time', HOUR, 'h hr hrs hour hours'],
  ['time', DAY, 'day days'],
  ['time', 7 * DAY, 'week weeks'],
  ['months', 1, 'month months'],
  ['months', 12, 'year years yr yrs'],
  ['months', 120, 'decade decades'],
  ['bytes', 1, 'byte bytes'],
  ['bytes', 1e3, 'kb kib kilobyte kilobytes kibibyte kibibytes'],
  ['bytes', 1e6, 'mb mib megabyte megabytes mebibyte mebibytes'],
  ['bytes', 1e9, 'gb gib gigabyte gigabytes gibibyte gibibytes'],
  ['bytes', 1e12, 'tb tib terabyte terabytes tebibyte tebibytes'],
  ['bytes', 1e15, 'pb pib petabyte petabytes pebibyte pebibytes'],
  ['bytes', 1e18, 'eb exabyte exabytes'],
  ['bytes/second', 1e3, 'kb/s'],
  ['bytes/second', 1e6, 'mb/s'],
  ['bytes/second', 1e9, 'gb/s'],
  ['bytes/second', 1e12, 'tb/s'],
  ['bits', 1, 'bit bits'],
  ['bits', 1e3, 'kbps kbit kbits kbit/s kilobit kilobits'],
  ['bits', 1e6, 'mbps mbit mbits mbit/s megabit megabits'],
  ['bits', 1e9, 'gbps gbit gbits gbit/s gigabit gigabits'],
  ['bits', 1e12, 'tbps tbit tbits tbit/s terabit terabits'],
  ['hertz', 1, 'hz hertz'],
  ['hertz', 1e3, 'khz kilohertz'],
  ['hertz', 1e6, 'mhz megahertz'],
  ['hertz', 1e9, 'ghz gigahertz'],
  ['length', 1e-9, 'nm nanometre nanometres nanometer nanometers'],
  ['length', 1e-6, 'µm μm micron microns micrometre micrometres micrometer micrometers'],
  ['length', 1e-3, 'mm millimetre millimetres millimeter millimeters'],
  ['length', 1e-2, 'cm centimetre centimetres centimeter centimeters'],
  ['length', 1, 'metre metres meter meters'],
  ['length', 1e3, 'km kilometre kilometres kilometer kilometers'],
  ['length in miles', 1, 'mi mile miles'],
  ['length in feet', 1, 'ft foot feet'],
  ['length in feet', 1 / 12, 'inch inches'],
  ['speed', 1, 'km/h kmh kph'],
  ['speed in miles', 1, 'mph'],
  ['area', 1, 'm² m2 sqm'],
  ['area', 1e4, 'hectare hectares ha'],
  ['area in acres', 1, 'acre acres'],
  ['volume', 1, 'l litre litres liter liters'],
  ['mass', 1e-3, 'mg milligram milligrams'],
  ['mass', 1, 'g gram grams gramme grammes'],
  ['mass', 1e3, 'kg kilogram kilograms kilo kilos'],
  ['mass', 1e6, 'tonne tonnes ton tons'],
  ['mass in pounds', 1, 'lb lbs'],
  ['power', 1, 'w watt watts'],
  ['power', 1e3, 'kw kilowatt kilowatts'],
  ['power', 1e6, 'mw megawatt megawatts'],
  ['power', 1e9, 'gw gigawatt gigawatts'],
  ['energy', 1, 'wh watt-hour watt-hours'],
  ['energy', 1e3, 'kwh kilowatt-hour kilowatt-hours'],
  ['energy', 1e6, 'mwh megawatt-hour megawatt-hours'],
  ['energy', 1e9, 'gwh gigawatt-hour gigawatt-hours'],
  ['energy', 1e12, 'twh terawatt-hour terawatt-hours'],
  ['voltage', 1, 'v volt volts'],
  ['degrees', 1, '° degree degrees'],
  ['degrees/C', 1, '°c celsius'],
  ['degrees/F', 1, '°f fahrenheit'],
  ['percent', 1, '% percent percents pct'],
  ['points', 1, 'pp'],
  ['dollar', 1, '$ dollar dollars'],
  ['dollar/US', 1, 'us$ usd'],
  ['dollar', 0.01, 'cent cents'],
  ['dollar/CA', 1, 'c$ ca$ cad'],
  ['dollar/AU', 1, 'a$ au$ aud'],
  ['dollar/NZ', 1, 'nz$ nzd'],
  ['dollar/HK', 1, 'hk$ hkd'],
  ['dollar/SG', 1, 's$ sgd'],
  ['euro', 1, '€ eur euro euros'],
  ['pound', 1, '£ gbp sterling'],
  ['yen', 1, 'jpy yen'],
  ['yuan', 1, 'yuan rmb cny renminbi'],
  ['rupee', 1, '₹ inr rupee rupees'],
  ['won', 1, '₩ krw'],
  ['franc', 1, 'chf franc francs'],
  ['krona', 1, 'sek nok dkk kronor kroner krona krone crowns'],
  ['zloty', 1, 'pln zloty zlotys'],
  ['frames', 1, 'fps frame frames'],
  ['times', 1, 'x × times fold'],
]

const WORDS = new Map<string, Unit[]>([
  ...TABLE.flatMap(([dimension, factor, words]) =>
    words.split(' ').map((word): [string, Unit[]] => [word, [{ dimension, factor }]]),
  ),
  ...['pound', 'pounds'].map((word): [string, Unit[]] => [
    word,
    [
      { dimension: 'pound', factor: 1 },
      { dimension: 'mass in pounds', factor: 1 },
    ],
  ]),
  [
    '¥',
    [
      { dimension: 'yen', factor: 1 },
      { dimension: 'yuan', factor: 1 },
    ],
  ],
])

// What differs by case alone: Gb are bits, B bytes beside a number of billions, mW no megawatt; `m` may be a magnitude too.
const CASED = new Map<string, Unit[]>([
  ['mW', [{ dimension: 'power', factor: 1e-3 }]],
  [
    'm',
    [
      { dimension: 'length', factor: 1 },
      { dimension: 'time', factor: 60 },
    ],
  ],
  [
    'B',
    [
      { dimension: 'bytes', factor: 1 },
      { dimension: 'bytes', factor: 1e9 },
    ],
  ],
  ['K', [{ dimension: 'bytes', factor: 1e3 }]],
  ['M', [{ dimension: 'bytes', factor: 1e6 }]],
  ['G', [{ dimension: 'bytes', factor: 1e9 }]],
  ['T', [{ dimension: 'bytes', factor: 1e12 }]],
  ['Kb', [{ dimension: 'bits', factor: 1e3 }]],
  ['Mb', [{ dimension: 'bits', factor: 1e6 }]],
  ['Gb', [{ dimension: 'bits', factor: 1e9 }]],
  ['Tb', [{ dimension: 'bits', factor: 1e12 }]],
  ['Mb/s', [{ dimension: 'bits', factor: 1e6 }]],
  ['Gb/s', [{ dimension: 'bits', factor: 1e9 }]],
  ['Tb/s', [{ dimension: 'bits', factor: 1e12 }]],
])

const MAGNITUDES = new Map<string, number>([
  ['hundred', 1e2],
  ...['k', 'thousand'].map((word): [string, number] => [word, 1e3]),
  ...['lakh', 'lakhs'].map((word): [string, number] => [word, 1e5]),
  ...['m', 'mn', 'mln', 'mio', 'million', 'millions'].map((word): [string, number] => [word, 1e6]),
  ...['crore', 'crores'].map((word): [string, number] => [word, 1e7]),
  ...['b', 'bn', 'bln', 'mrd', 'billion', 'billions'].map((word): [string, number] => [word, 1e9]),
  ...['t', 'tn', 'trn', 'trillion', 'trillions'].map((word): [string, number] => [word, 1e12]),
])
