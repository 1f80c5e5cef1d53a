import { isCommon, isTelling, wordsOf } from '#newsroom/stories/similarity/words.ts'

/** What a text names exactly, and what two reports of one event cannot differ in. */
export type Entities = {
  /** Vulnerabilities and advisories, as `cve-2025-1234` or `dsa-5678-1`. */
  ids: Set<string>
  /** Versions by the word before them: `chrome` has `142` and `142.0.7444.59`. */
  versions: Map<string, Set<string>>
  /** Months, quarters and days, as `october`, `q3` or `18`. */
  periods: Set<string>
  /** The running number of something, as `6` of "the sixth zero-day". */
  ordinals: Set<string>
  /** How far a release is, as `beta`. */
  stages: Set<string>
  /** Amounts of money in units, of whatever currency. */
  amounts: number[]
  /** How many there were of something, from ten on. */
  counts: number[]
}

/** Reads the entities of a text. */
export function entitiesOf(text: string): Entities {
  // What is left without numbers of another meaning: identifiers, days, money.
  const rest = text.replace(ID, ' ').replace(DAY, ' ').replace(AMOUNT, ' ')
  return {
    ids: new Set(text.match(ID)?.map((id) => id.toLowerCase().replace(/[\s:_]/g, '-'))),
    versions: versionsIn(rest),
    periods: new Set(
      [...text.matchAll(PERIOD)].flatMap(([, month = '', day = '', quarter = '']) =>
        [month.toLowerCase(), day, quarter.toLowerCase()].filter((part) => part !== ''),
      ),
    ),
    ordinals: new Set([...text.toLowerCase().matchAll(ORDINAL)].map(([, word = '']) => numberOf(word))),
    stages: new Set(text.toLowerCase().match(STAGE)),
    amounts: [...text.matchAll(AMOUNT)].map(([, number = '', unit = '']) => amountOf(number, unit)),
    counts: (rest.match(COUNT) ?? []).map((count) => Number(count.replaceAll(',', ''))),
  }
}

/** Whether two texts name versions of one thing, none of which is the same. */
export function differInVersion(a: Entities, b: Entities): boolean {
  return a.versions.entries().some(([name, own]) => {
    const other = b.versions.get(name)
    return other !== undefined && !haveSame(own, other)
  })
}

/** Whether two texts name a version of one thing that is the same. */
export function shareVersion(a: Entities, b: Entities): boolean {
  return a.versions.entries().some(([name, own]) => haveSame(own, b.versions.get(name) ?? new Set()))
}

/** Whether both texts name versions, of different things. */
export function versionsOfOthers(a: Entities, b: Entities): boolean {
  return a.versions.size > 0 && b.versions.size > 0 && !a.versions.keys().some((name) => b.versions.has(name))
}

/** Whether both sets have members, and none in common. */
export function disjoint(a: Set<string>, b: Set<string>): boolean {
  return a.size > 0 && b.size > 0 && !a.values().some((member) => b.has(member))
}

/** Whether both lists of figures have some, and none is within a tenth of another: reports round. */
export function farApart(a: number[], b: number[]): boolean {
  if (a.length === 0 || b.length === 0) return false
  return !a.some((one) => b.some((two) => Math.abs(one - two) <= Math.max(one, two) / 10))
}

const ID =
  /\bCVE-\d{4}-\d{4,7}\b|\b(?:GHSA(?:-[0-9a-z]{4}){3}|DSA[- ]\d{3,}(?:-\d+)?|DLA[- ]\d{3,}(?:-\d+)?|USN-\d+-\d+|RHSA-\d{4}:\d+|ICSA-\d{2}-\d{3}-\d{2}|KB\d{6,})\b/gi

const MONTHS = 'January|February|March|April|June|July|August|September|October|November|December|May(?= \\d)'
const PERIOD = new RegExp(`\\b(${MONTHS})(?: (\\d{1,2})\\b)?|\\b(Q[1-4])\\b`, 'g')

const DAY = new RegExp(`\\b(?:${MONTHS}) \\d+`, 'g')

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const ORDINAL = new RegExp(`\\b(${ORDINALS.slice(1).join('|')}|\\d+(?=st\\b|nd\\b|rd\\b|th\\b))`, 'g')

const STAGE = /\b(?:alpha|beta|rc\d?|release candidate|preview|nightly|canary)\b/g

const AMOUNT = /(?:[$€£¥]|USD ?|EUR ?)(\d+(?:[.,]\d+)*) ?([kKmMbB]|bn|tn|million|billion|trillion)?\b/g

function numberOf(word: string): string {
  const place = ORDINALS.indexOf(word)
  return place === -1 ? word : String(place + 1)
}

function amountOf(number: string, unit: string): number {
  const scale = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }[unit.charAt(0).toLowerCase()] ?? 1
  return Number(number.replaceAll(',', '')) * scale
}

// "Chrome 142", "Node v24.11.1", "GPT-5.1", "Opus 4.5", "Rust 1.91": a name, then a number that is no year, count or share.
function versionsIn(text: string): Map<string, Set<string>> {
  const versions = new Map<string, Set<string>>()
  for (const [, name = '', version = ''] of text.matchAll(VERSION)) {
    const isInteger = !version.includes('.')
    if (isInteger && (version.length > 3 || !/\p{Lu}/u.test(name))) continue
    // "Charges 12", "Takes Down 593" count what follows them.
    const key = wordsOf(name.replace(/\.js$/i, '')).find(isTelling)?.stem
    if (key === undefined || isCommon(key)) continue
    versions.set(key, (versions.get(key) ?? new Set()).add(version))
  }
  return versions
}

const COUNT = /(?<![\p{L}\d.,-])(?!(?:19|20)\d\d\b)\d{1,3}(?:,?\d{3})*(?=\+? \p{L})(?<=\d\d)/gu

const VERSION = /([\p{L}][\p{L}\p{N}.]*)[ -](?:v|version )?(\d+(?:\.\d+)*)(?![\p{L}\p{N}%+]|[.,]\d|-\p{L})/gu

function haveSame(own: Set<string>, other: Set<string>): boolean {
  return own.values().some((one) => other.values().some((two) => sameVersion(one, two)))
}

// 142 and 142.0.7444 are one version, 19 and 19.2 are not: what is left of the longer one must begin with zero.
function sameVersion(one: string, two: string): boolean {
  const [short, long] = one.length <= two.length ? [one, two] : [two, one]
  return long === short || long.startsWith(`${short}.0`)
}
