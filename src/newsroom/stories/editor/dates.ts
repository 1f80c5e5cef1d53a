import { MONTH, MONTHS } from '#text/months.ts'

const DATE = new RegExp(
  String.raw`\b(?:(\d{1,2})(?:st|nd|rd|th)? )?(${MONTH}) (?:(\d{1,2})(?:st|nd|rd|th)?,? )?((?:19|20)\d{2})\b|\b((?:19|20)\d{2}-\d{2}-\d{2})\b`,
  'g',
)

const MAX_DATES = 3

/** The dates with a year that a text names, at most three, as `2026-03-12` or `2026-03`. */
export function datesIn(text: string): string[] {
  const dates = text.matchAll(DATE).map(([, before, name = '', after, year, iso]) => {
    if (iso !== undefined) return iso
    const month = MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1
    const day = before ?? after
    return [year, String(month).padStart(2, '0'), ...(day === undefined ? [] : [day.padStart(2, '0')])].join('-')
  })
  return [...new Set(dates)].slice(0, MAX_DATES)
}
