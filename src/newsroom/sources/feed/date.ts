import { MONTH, MONTHS } from '#text/words.ts'

/**
 * Parses the date of a feed or an English byline and returns it in ISO 8601 format in UTC, or null. A time without a
 * zone is taken as UTC. A time with `am` or `pm` is ignored, because it occurs in bylines, of which only the day counts.
 */
export function dateOf(text: string | null | undefined): string | null {
  const line = (text ?? '').slice(0, MAX_LENGTH).replaceAll(/\s+/g, ' ')
  const found = DAYS.map((form) => form.exec(line)).find((match) => match !== null)
  if (!found) return null
  const { year = '', month = '', day = '' } = found.groups ?? {}
  const { clock = '00:00', zone = '' } = TIME.exec(line.slice(found.index + found[0].length))?.groups ?? {}
  const date = [year.padStart(4, '20'), numberOfMonth(month), day.padStart(2, '0')].join('-')
  const offset = ZONES.get(zone.toUpperCase()) ?? zone
  try {
    const { epochMilliseconds } = Temporal.Instant.from(`${date}T${clock.padStart(5, '0')}${offset}`)
    return new Date(epochMilliseconds).toISOString()
  } catch {
    // The day does not exist, or the zone is unknown.
    return null
  }
}

const MAX_LENGTH = 100

// ISO 8601, RFC 822 and bylines. RFC 822 allows years with two digits.
const DAYS = [
  /(?<!\d)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/,
  new RegExp(
    String.raw`(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<month>${MONTH}),?[ -](?<year>\d{4}(?!\d)|\d{2}(?= \d{1,2}:))`,
    'i',
  ),
  new RegExp(String.raw`\b(?<month>${MONTH}) (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)`, 'i'),
]

const TIME =
  /(?<!\d)(?<clock>\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?![\d:]| ?[ap]\.?m) ?(?:GMT|UTC?)?(?<zone>[+-]?[\w:]*)/i

const ZONES = new Map([
  ['', 'Z'],
  ['EST', '-05:00'],
  ['EDT', '-04:00'],
  ['CST', '-06:00'],
  ['CDT', '-05:00'],
  ['MST', '-07:00'],
  ['MDT', '-06:00'],
  ['PST', '-08:00'],
  ['PDT', '-07:00'],
  ['BST', '+01:00'],
  ['CET', '+01:00'],
  ['CEST', '+02:00'],
  ['JST', '+09:00'],
])

function numberOfMonth(month: string): string {
  const index = MONTHS.findIndex((name) => name.slice(0, 3).toLowerCase() === month.slice(0, 3).toLowerCase())
  return index === -1 ? month : String(index + 1).padStart(2, '0')
}
