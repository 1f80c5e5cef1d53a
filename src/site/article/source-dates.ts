import { longDate } from '#blog/date.ts'
import type { Source } from '#blog/post.ts'

/** Returns when a source was published and when it was read, in words. */
export function datesOf({ date, read }: Source): string[] {
  const published = date === undefined ? null : (longDate(date) ?? 'no date given')
  const readOn = longDate(read ?? null)
  return [published ?? '', readOn && `read ${readOn}`].flatMap((words) => words || [])
}
