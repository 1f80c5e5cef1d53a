import { blanked, spansOf, type Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'

/** A time of day in a text: `minutes` after midnight there, and `zones`, how many minutes its zone may be ahead of UTC; none when it names no zone. */
export type TimeMention = Span & { minutes: number; zones: number[] }

const ZONES: readonly (readonly [names: RegExp, hours: number[]])[] = [
  [/^(?:UTC|GMT|Z|Zulu)$/, [0]],
  [/^(?:ET|Eastern)$/, [-5, -4]],
  [/^EST$/, [-5]],
  [/^EDT$/, [-4]],
  [/^(?:CT|Central)$/, [-6, -5]],
  [/^(?:MT|Mountain)$/, [-7, -6]],
  [/^(?:PT|Pacific)$/, [-8, -7]],
  [/^PST$/, [-8]],
  [/^PDT$/, [-7]],
  [/^(?:BST|WEST)$/, [1]],
  [/^CET$/, [1]],
  [/^(?:CEST|EET)$/, [2]],
  [/^EEST$/, [3]],
  [/^(?:MSK)$/, [3]],
  [/^IST$/, [5.5, 1, 2]],
  [/^(?:SGT|HKT)$/, [8]],
  [/^(?:JST|KST)$/, [9]],
  [/^AEST$/, [10]],
  [/^AEDT$/, [11]],
]

const ZONE = String.raw`(?:\s?\(?(UTC|GMT|Z|Zulu|ET|E[SD]T|Eastern|CT|Central|MT|Mountain|PT|P[SD]T|Pacific|W?E?BST|WEST|CES?T|EES?T|MSK|IST|SGT|HKT|JST|KST|AE[SD]T)\b(?:\s(?:Time|time|Daylight Time|Standard Time))?\)?)?`
const HALF = String.raw`(?:\s?([apAP])\.?\s?[mM]\b\.?)`
const CLOCK = new RegExp(String.raw`(?<![\d:.])(\d{1,2}):([0-5]\d)(?::[0-5]\d)?${HALF}?(?![\d:])${ZONE}`, 'gi')
const HOUR = new RegExp(String.raw`(?<![\d:.,])(\d{1,2})${HALF}${ZONE}`, 'gi')
const WORD = new RegExp(String.raw`\b(noon|midday|midnight)\b${ZONE}`, 'gi')

/** The times of day of a text, and the text with blanks in their place. */
export function readTimes(text: string): { times: TimeMention[]; rest: string } {
  const times: TimeMention[] = []
  let rest = text
  for (const { pattern, minutesOf } of FORMS) {
    const found = spansOf(rest, pattern, (match) => {
      const minutes = minutesOf(match)
      return minutes < 24 * 60 ? { minutes, zones: zonesOf(match.at(-1)) } : null
    })
    times.push(...found.map(({ text, at, end, read: { minutes, zones } }) => ({ text, at, end, minutes, zones })))
    rest = blanked(rest, found)
  }
  return { times: times.toSorted((one, other) => one.at - other.at), rest }
}

// The zone is the last group of each.
const FORMS: readonly { pattern: RegExp; minutesOf: (match: RegExpExecArray) => number }[] = [
  { pattern: CLOCK, minutesOf: ([, hour, minute, half]) => hourOf(hour, half) * 60 + Number(minute) },
  { pattern: HOUR, minutesOf: ([, hour, half]) => hourOf(hour, half) * 60 },
  { pattern: WORD, minutesOf: ([, word]) => (/night/i.test(word ?? '') ? 0 : 12 * 60) },
]

/** The zones that a text names anywhere, as `all times are UTC` does for the times beside it. */
export function zonesIn(text: string): number[] {
  return Array.from(text.matchAll(/\b[A-Z]{2,4}\b|\b(?:Eastern|Pacific|Central|Mountain)(?= [Tt]ime\b)/g)).flatMap(
    ([name]) => zonesOf(name),
  )
}

/** Whether two times of day are the same one; what the other names no zone for may be in any of `zones`. */
export function isSameTime(asked: TimeMention, given: TimeMention, zones: number[]): boolean {
  if (asked.zones.length === 0) return asked.minutes === given.minutes
  const places = given.zones.length === 0 ? zones : given.zones
  return places.some((place) =>
    asked.zones.some((zone) => wrapped(asked.minutes - zone) === wrapped(given.minutes - place)),
  )
}

function zonesOf(name: string | undefined): number[] {
  if (name === undefined || name === '') return []
  const folded = name.length <= 4 ? name.toUpperCase() : name
  return ZONES.find(([names]) => names.test(folded))?.[1].map((hours) => hours * 60) ?? []
}

function wrapped(minutes: number): number {
  return ((minutes % 1440) + 1440) % 1440
}

function hourOf(hour: string | undefined, half: string | undefined): number {
  if (half === undefined) return Number(hour)
  return (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}
