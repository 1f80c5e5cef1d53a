import { MONTH } from '#text/words.ts'

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
  const time = Date.parse(`${month.slice(0, 3)} ${day} ${year.padStart(4, '20')} ${clock} ${zone || 'UTC'}`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
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
