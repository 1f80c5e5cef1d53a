import { notNews } from '#newsroom/choose/not-news.ts'
import { independentPublishers, siteOf } from '#newsroom/choose/publishers.ts'
import type { Published } from '#newsroom/choose/repeat.ts'
import type { Story } from '#newsroom/story.ts'

const HOUR = 3600 * 1000
const WEEK = 7 * 24 * HOUR

// After as many hours a story is half as fresh.
const HALF_LIFE = 24

// From as many characters on, more text is worth no more; a text known in part is taken to be as long as this.
const MUCH_TEXT = 6000
const UNKNOWN_TEXT = 2000

/** A story's worth for any category, for which reasons, and its independent publishers. */
export type Grade = { story: Story; score: number; reasons: string[]; publishers: string[] }

/**
 * Grades a story: by its publishers, its age, the weights of its sources, its text, and how much of the last seven days'
 * posts came from the same sites. What is no news is worth a fifth.
 */
export function gradeStory(story: Story, published: Published[], now: Date): Grade {
  const { entries } = story
  const publishers = independentPublishers(entries)
  const newest = Math.max(...entries.map(({ date }) => Date.parse(date)))
  const hours = Math.max(0, (now.getTime() - newest) / HOUR)
  const weight = entries.reduce((sum, entry) => sum + entry.weight, 0) / entries.length
  const text = entries.reduce((sum, entry) => sum + (entry.complete ? entry.text.length : UNKNOWN_TEXT), 0)
  const kind = notNews(entries)
  const share = lately(story, published, now)

  const worth = [
    1 + Math.log2(publishers.length),
    0.25 + 0.75 * 0.5 ** (hours / HALF_LIFE),
    Math.sqrt(weight),
    0.6 + 0.4 * Math.min(1, text / MUCH_TEXT),
    1 - share / 2,
    kind === null ? 1 : 0.2,
  ]
  const reasons = [
    publishers.length === 1 ? `1 publisher (${publishers[0]})` : `${publishers.length} publishers`,
    age(hours),
    ...(weight >= 1.5 ? ['a primary source'] : []),
    ...(entries.every(({ complete }) => !complete) ? ['text still to be fetched'] : []),
    ...(share >= 1 / 3 ? [`its site is in ${Math.round(share * 100)}% of this week’s posts`] : []),
    ...(kind === null ? [] : [`looks like ${kind}`]),
  ]
  return { story, score: worth.reduce((product, part) => product * part, 1), reasons, publishers }
}

function age(hours: number): string {
  const whole = Math.floor(hours)
  return whole === 0 ? 'less than an hour old' : whole === 1 ? '1 hour old' : `${whole} hours old`
}

// The part of the last seven days' posts that cite its least cited site; with fewer than three posts nothing dominates.
function lately({ entries }: Story, published: Published[], now: Date): number {
  const week = published.filter(({ date }) => Date.parse(date) >= now.getTime() - WEEK)
  if (week.length < 3) return 0
  const cited = week.map(({ sources }) => new Set(sources.map((url) => siteOf(url))))
  const sites = new Set(entries.map(({ url }) => siteOf(url)))
  return Math.min(...[...sites].map((site) => cited.filter((post) => post.has(site)).length / week.length))
}
