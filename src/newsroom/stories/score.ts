import { getDomain } from 'tldts'
import type { Entry } from '#newsroom/sources/entry.ts'
import type { Published } from '#newsroom/stories/repeats.ts'
import { compare, type Story } from '#newsroom/stories/story.ts'

/** A story that may be written about, with code's score for it and the reasons in plain phrases. */
export type ScoredStory = { story: Story; category: string; score: number; reasons: string[] }

const HOUR_MS = 3600 * 1000
const WEEK_MS = 7 * 24 * HOUR_MS

// After this time, a story counts as half as fresh.
const HALF_LIFE_HOURS = 24

// More text than this is worth no more. A teaser is taken to stand for the second length.
const MUCH_TEXT = 6_000
const UNKNOWN_TEXT = 2_000

// An article of 600 words cannot be written from fewer characters.
const MIN_TEXT = 600

/**
 * Scores stories, the best first: by their publishers, their age, the weights of their sources, their text, and how much
 * of the last seven days' posts came from the same sites. A story that is not news is worth a fifth. Each story gets the
 * category that most of the weight of its entries is for. Stories with too little text are left out. Code's own choice
 * counts only if no editor is available.
 */
export function scoreStories(
  stories: Story[],
  { categories, published, now }: { categories: readonly string[]; published: Published[]; now: Date },
): ScoredStory[] {
  return stories
    .filter(isWritable)
    .flatMap((story) => {
      const category = categoryOf(story.entries, categories)
      return category === null ? [] : [{ story, category, ...scoreStory(story, published, now) }]
    })
    .toSorted((a, b) => b.score - a.score || compare(a.story.id, b.story.id))
}

/** Scores one story. */
export function scoreStory(
  { entries }: Story,
  published: Published[],
  now: Date,
): { score: number; reasons: string[] } {
  const publishers = independentPublishers(entries)
  const newest = Math.max(...entries.map(({ date }) => Date.parse(date)))
  const hours = Math.max(0, (now.getTime() - newest) / HOUR_MS)
  const weight = entries.reduce((sum, entry) => sum + entry.weight, 0) / entries.length
  const text = entries.reduce((sum, entry) => sum + (entry.complete ? entry.text.length : UNKNOWN_TEXT), 0)
  const kind = notNews(entries)
  const share = shareOf(entries, published, now)
  const factors = [
    1 + Math.log2(publishers),
    0.25 + 0.75 * 0.5 ** (hours / HALF_LIFE_HOURS),
    Math.sqrt(weight),
    0.6 + 0.4 * Math.min(1, text / MUCH_TEXT),
    1 - share / 2,
    kind === null ? 1 : 0.2,
  ]
  const age = hours < 1 ? 'less than an hour old' : hours < 2 ? '1 hour old' : `${Math.floor(hours)} hours old`
  const reasons = [
    publishers === 1 ? '1 publisher' : `${publishers} publishers`,
    age,
    ...(weight >= 1.5 ? ['a primary source'] : []),
    ...(entries.every(({ complete }) => !complete) ? ['text still to be fetched'] : []),
    ...(share >= 1 / 3 ? [`its site is in ${Math.round(share * 100)}% of this week’s posts`] : []),
    ...(kind === null ? [] : [`looks like ${kind}`]),
  ]
  return { score: factors.reduce((product, factor) => product * factor, 1), reasons }
}

/** Number of publishers that are independent of each other: feeds with one name or one registered domain are one. */
export function independentPublishers(entries: readonly Entry[]): number {
  const groups: Set<string>[] = []
  for (const { publisher, url } of entries) {
    const keys = new Set([publisher.trim().toLowerCase(), siteOf(url)])
    const joined = groups.filter((group) => !group.isDisjointFrom(keys))
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push(joined.reduce((all, group) => all.union(group), keys))
  }
  return groups.length
}

function siteOf(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? url
}

// A story whose text may still be fetched counts as writable.
function isWritable({ entries }: Story): boolean {
  return (
    entries.some(({ complete }) => !complete) || entries.reduce((sum, { text }) => sum + text.length, 0) >= MIN_TEXT
  )
}

// A source with many categories says less about each of them.
function categoryOf(entries: Entry[], categories: readonly string[]): string | null {
  const weightFor = (id: string) =>
    entries.reduce((sum, { categories: own, weight }) => sum + (own.includes(id) ? weight / own.length : 0), 0)
  const [best] = categories.toSorted((a, b) => weightFor(b) - weightFor(a) || compare(a, b))
  return best === undefined || weightFor(best) === 0 ? null : best
}

// The share of the last seven days' posts that cite its least cited site. With fewer than three posts, no site dominates.
function shareOf(entries: Entry[], published: Published[], now: Date): number {
  const week = published.filter(({ date }) => Date.parse(date) >= now.getTime() - WEEK_MS)
  if (week.length < 3) return 0
  const cited = week.map(({ sources }) => new Set(sources.map(siteOf)))
  const sites = new Set(entries.map(({ url }) => siteOf(url)))
  return Math.min(...[...sites].map((site) => cited.filter((post) => post.has(site)).length / week.length))
}

const NOT_NEWS: [kind: string, title: RegExp][] = [
  ['an advertisement', /\bsponsored\b|\badvertorial\b|\bpaid (?:post|content)\b|\bpartner content\b|^\[?ad\]?:/i],
  [
    'a job advertisement',
    /\bwe(?:’|')?re hiring\b|\bhiring:|\b(?:who is|now) hiring\b|\bjob (?:openings?|board|alert)\b/i,
  ],
  ['a podcast or a recording', /\bpodcast\b|\bepisode #?\d+|\bep\.? ?#?\d+\b|\bwebinar\b/i],
  ['a giveaway', /\bgiveaway\b|\bsweepstakes\b|\bwin (?:a|one of)\b|\braffle\b/i],
  ['a live blog', /\blive ?blog\b|\blive updates?\b|\bas it happen(?:s|ed)\b/i],
  [
    'an offer',
    /\b\d+% off\b|[$€£]\d+ off\b|\bsave (?:up to )?[$€£]?\d+|\bcoupons?\b|\bpromo codes?\b|\bbest .*\bdeals?\b/i,
  ],
  [
    'a digest',
    /\bweekly (?:recap|roundup|digest)\b|\b(?:week|month) in review\b|^this week in\b|\bnewsletter\b|\broundup\b/i,
  ],
]

function notNews(entries: Entry[]): string | null {
  const kinds = entries.map(({ title }) => NOT_NEWS.find(([, pattern]) => pattern.test(title))?.[0] ?? null)
  return kinds.includes(null) ? null : (kinds[0] ?? null)
}
