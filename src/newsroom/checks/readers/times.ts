/** A time of day in a text, in minutes after midnight. */
export type TimeMention = { text: string; at: number; minutes: number }

const CLOCK = /(?<![\d:.])(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?:\s?([ap])\.?\s?m\b\.?)?(?![\d:])/gi
const HOUR = /(?<![\d:.,])(\d{1,2})\s?([ap])\.?\s?m\b\.?/gi
const WORD = /\b(?:noon|midday|midnight)\b/gi

/** The times of day of a text, and the text with blanks in their place. */
export function readTimes(text: string): { times: TimeMention[]; rest: string } {
  const times: TimeMention[] = []
  let rest = text
  const take = (pattern: RegExp, minutesOf: (match: RegExpExecArray) => number) => {
    for (const match of rest.matchAll(pattern)) {
      const [found] = match
      const minutes = minutesOf(match)
      if (minutes >= 24 * 60) continue
      times.push({ text: found, at: match.index, minutes })
      rest = rest.slice(0, match.index) + ' '.repeat(found.length) + rest.slice(match.index + found.length)
    }
  }
  take(CLOCK, ([, hour, minute, half]) => hourOf(hour, half) * 60 + Number(minute))
  take(HOUR, ([, hour, half]) => hourOf(hour, half) * 60)
  take(WORD, ([word]) => (word.toLowerCase() === 'midnight' ? 0 : 12 * 60))
  return { times, rest }
}

function hourOf(hour: string | undefined, half: string | undefined): number {
  if (half === undefined) return Number(hour)
  return (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}
