import type { GivenDate } from '#newsroom/checks/evidence/readers/dates.ts'

const DAY = 86_400_000
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

/** The days, months and years that a text names by their distance from the day of its publication. */
export function relativeDates(text: string, published: Date): GivenDate[] {
  const dates: GivenDate[] = []
  const day = (date: Date) =>
    dates.push({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), part: null })
  const moved = (days: number) => new Date(published.getTime() + days * DAY)
  if (/\b(?:today|tonight|this morning|this afternoon)\b/i.test(text)) day(published)
  if (/\b(?:yesterday|last night)\b/i.test(text)) day(moved(-1))
  if (/\btomorrow\b/i.test(text)) day(moved(1))
  for (const [, which, name = ''] of text.matchAll(
    /\b(?:(next|last)\s)?((?:sun|mon|tues|wednes|thurs|fri|satur)day)\b/gi,
  )) {
    const back = (published.getUTCDay() - WEEKDAYS.indexOf(name.toLowerCase()) + 7) % 7
    if (which !== 'next') day(moved(-back))
    if (which !== 'last') day(moved(7 - back))
  }
  const month = (distance: number) => {
    const date = new Date(Date.UTC(published.getUTCFullYear(), published.getUTCMonth() + distance, 1))
    dates.push({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: null, part: null })
  }
  if (/\b(?:this month)\b/i.test(text)) month(0)
  if (/\blast month\b/i.test(text)) month(-1)
  if (/\bnext month\b/i.test(text)) month(1)
  const year = (distance: number) =>
    dates.push({ year: published.getUTCFullYear() + distance, month: null, day: null, part: null })
  if (/\bthis year\b/i.test(text)) year(0)
  if (/\b(?:last|previous) year\b|\ba year ago\b/i.test(text)) year(-1)
  if (/\bnext year\b/i.test(text)) year(1)
  return dates
}
