/** What a number counts: units of one dimension compare by `factor`; a currency, percent and degrees are dimensions of their own. */
export type Unit = { dimension: string; factor: number }

const SECOND = 1
const HOUR = 3600
const DAY = 24 * HOUR

// Units by their words in lower case. Binary and decimal multiples of bytes are one: writers do not tell them apart.
const WORDS = new Map<string, Unit>([
  ...each('time', SECOND / 1e9, 'ns', 'nanosecond', 'nanoseconds'),
  ...each('time', SECOND / 1e6, 'µs', 'μs', 'us', 'microsecond', 'microseconds'),
  ...each('time', SECOND / 1e3, 'ms', 'msec', 'millisecond', 'milliseconds'),
  ...each('time', SECOND, 's', 'sec', 'secs', 'second', 'seconds'),
  ...each('time', 60, 'min', 'mins', 'minute', 'minutes'),
  ...each('time', HOUR, 'h', 'hr', 'hrs', 'hour', 'hours'),
  ...each('time', DAY, 'day', 'days'),
  ...each('time', 7 * DAY, 'week', 'weeks'),
  ...each('months', 1, 'month', 'months'),
  ...each('months', 12, 'year', 'years', 'yr', 'yrs'),
  ...each('months', 120, 'decade', 'decades'),
  ...each('bytes', 1, 'byte', 'bytes'),
  ...each('bytes', 1e3, 'kb', 'kib', 'kilobyte', 'kilobytes', 'kibibytes'),
  ...each('bytes', 1e6, 'mb', 'mib', 'megabyte', 'megabytes', 'mebibytes'),
  ...each('bytes', 1e9, 'gb', 'gib', 'gigabyte', 'gigabytes', 'gibibytes'),
  ...each('bytes', 1e12, 'tb', 'tib', 'terabyte', 'terabytes', 'tebibytes'),
  ...each('bytes', 1e15, 'pb', 'pib', 'petabyte', 'petabytes', 'pebibytes'),
  ...each('bits', 1, 'bit', 'bits'),
  ...each('bits', 1e3, 'kbps', 'kbit', 'kbit/s', 'kilobit', 'kilobits'),
  ...each('bits', 1e6, 'mbps', 'mbit', 'mbit/s', 'megabit', 'megabits'),
  ...each('bits', 1e9, 'gbps', 'gbit', 'gbit/s', 'gigabit', 'gigabits'),
  ...each('bits', 1e12, 'tbps', 'tbit', 'tbit/s', 'terabit', 'terabits'),
  ...each('hertz', 1, 'hz', 'hertz'),
  ...each('hertz', 1e3, 'khz', 'kilohertz'),
  ...each('hertz', 1e6, 'mhz', 'megahertz'),
  ...each('hertz', 1e9, 'ghz', 'gigahertz'),
  ...each('length', 1e-9, 'nm', 'nanometre', 'nanometres', 'nanometer', 'nanometers'),
  ...each('length', 1e-3, 'mm', 'millimetre', 'millimetres', 'millimeter', 'millimeters'),
  ...each('length', 1e-2, 'cm', 'centimetre', 'centimetres', 'centimeter', 'centimeters'),
  ...each('length', 1, 'metre', 'metres', 'meter', 'meters'),
  ...each('length', 1e3, 'km', 'kilometre', 'kilometres', 'kilometer', 'kilometers'),
  ...each('miles', 1, 'mi', 'mile', 'miles'),
  ...each('feet', 1, 'ft', 'foot', 'feet'),
  ...each('mass', 1, 'g', 'gram', 'grams', 'gramme', 'grammes'),
  ...each('mass', 1e3, 'kg', 'kilogram', 'kilograms', 'kilo', 'kilos'),
  ...each('mass', 1e6, 'tonne', 'tonnes', 'ton', 'tons'),
  ...each('power', 1e-3, 'mw', 'milliwatt', 'milliwatts'),
  ...each('power', 1, 'w', 'watt', 'watts'),
  ...each('power', 1e3, 'kw', 'kilowatt', 'kilowatts'),
  ...each('power', 1e6, 'megawatt', 'megawatts'),
  ...each('power', 1e9, 'gw', 'gigawatt', 'gigawatts'),
  ...each('energy', 1, 'wh', 'watt-hour', 'watt-hours'),
  ...each('energy', 1e3, 'kwh', 'kilowatt-hour', 'kilowatt-hours'),
  ...each('energy', 1e6, 'mwh', 'megawatt-hour', 'megawatt-hours'),
  ...each('energy', 1e9, 'gwh', 'gigawatt-hour', 'gigawatt-hours'),
  ...each('degrees', 1, '°', '°c', '°f', 'degree', 'degrees'),
  ...each('percent', 1, '%', 'percent', 'percents', 'pct'),
  ...each(
    'dollar',
    1,
    '$',
    'us$',
    'c$',
    'ca$',
    'a$',
    'au$',
    'nz$',
    'hk$',
    's$',
    'usd',
    'cad',
    'aud',
    'dollar',
    'dollars',
  ),
  ...each('euro', 1, '€', 'eur', 'euro', 'euros'),
  ...each('pound', 1, '£', 'gbp', 'pound', 'pounds', 'sterling'),
  ...each('yen', 1, '¥', 'jpy', 'yen', 'yuan', 'rmb', 'cny'),
  ...each('rupee', 1, '₹', 'inr', 'rupee', 'rupees'),
  ...each('franc', 1, 'chf', 'franc', 'francs'),
  ...each('krona', 1, 'sek', 'nok', 'dkk', 'kronor', 'kroner', 'krona', 'krone', 'crowns'),
])

// One letter or two may be either a unit or a magnitude (`3.5m`), and MW is no milliwatt.
const CASED = new Map<string, Unit>([
  ['MW', { dimension: 'power', factor: 1e6 }],
  ['m', { dimension: 'length', factor: 1 }],
])

const MAGNITUDES = new Map([
  ...['hundred'].map((word): [string, number] => [word, 100]),
  ...['k', 'thousand'].map((word): [string, number] => [word, 1e3]),
  ...['m', 'mn', 'mio', 'million'].map((word): [string, number] => [word, 1e6]),
  ...['bn', 'b', 'billion'].map((word): [string, number] => [word, 1e9]),
  ...['tn', 't', 'trillion'].map((word): [string, number] => [word, 1e12]),
])

/** The unit that a word or sign names, or null. */
export function unitOf(word: string): Unit | null {
  return CASED.get(word) ?? WORDS.get(word.toLowerCase()) ?? null
}

/** By how much a word after a number multiplies it (`million`, `bn`, `k`), or null. */
export function magnitudeOf(word: string): number | null {
  return MAGNITUDES.get(word.toLowerCase()) ?? null
}

function each(dimension: string, factor: number, ...words: string[]): [string, Unit][] {
  return words.map((word) => [word, { dimension, factor }])
}
