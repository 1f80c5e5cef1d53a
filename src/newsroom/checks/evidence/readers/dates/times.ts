import { blanked, spansOf, type Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'

/** A time of day in a text: `minutes` after midnight there, and `zones`, how many minutes its zone may be ahead of UTC; none when it names no zone. */
export type TimeMention = Span & { minutes: number; zones: number[] }

// Hours ahead of UTC.
const ZONES = new Map(
  `UTC 0|GMT 0|Z 0|ZULU 0|ET -5 -4|EASTERN -5 -4|EST -5|EDT -4|CT -6 -5|CENTRAL -6 -5|MT -7 -6|MOUNTAIN -7 -6|PT -8 -7|
PACIFIC -8 -7|PST -8|PDT -7|BST 1|WEST 1|CET 1|CEST 2|EET 2|EEST 3|MSK 3|IST 5.5 1 2|SGT 8|HKT 8|JST 9|KST 9|AEST 10|AEDT 11`
    .split(/\|\s*/)
    .map((line): [string, number[]] => {
      const [name = '', ...hours] = line.split(' ')
      return [name, hours.map((hour) => Number(hour) * 60)]
    }),
)

const ZONE = String.raw`(?:\s?\(?(${[...ZONES.keys()].join('|')})\b(?:\s(?:Time|Daylight Time|Standard Time))?\)?)?`
const HALF = String.raw`(?:\s?([apAP])\.?\s?[mM]\b\.?)`
const CLOCK = new RegExp(String.raw`(?<![\d:.])(\d{1,2}):([0-5]\d)(?::[0-5]\d)?${HALF}?(?!:?\d)${ZONE}`, 'gi')
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

function zonesOf(name = ''): number[] {
  return ZONES.get(name.toUpperCase()) ?? []
}

function wrapped(minutes: number): number {
  return ((minutes % 1440) + 1440) % 1440
}

function hourOf(hour: string | undefined, half: string | undefined): number {
  if (half === undefined) return Number(hour)
  return (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}
