import { longDate } from '#blog/date.ts'
import type { Source } from '#blog/post.ts'

/** What is on record of when a source was published and read, in words. */
export function datesOf({ date, read }: Source): string[] {
  const published = date === undefined ? null : (longDate(date) ?? 'no date given')
  const seen = longDate(read ?? null)
  return [published ?? '', seen && `read ${seen}`].flatMap((words) => words || [])
}
