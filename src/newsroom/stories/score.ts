import type { Entry } from '#newsroom/sources/entry.ts'
import type { Published } from '#newsroom/stories/dedupe.ts'
import type { Story } from '#newsroom/stories/story.ts'

const HOUR = 3600 * 1000
const WEEK = 7 * 24 * HOUR

// After as many hours a story is half as fresh.
const HALF_LIFE = 24

// From as many characters on, more text is worth no more; a text known in part is taken to be as long as this.
const MUCH_TEXT = 6000
const UNKNOWN_TEXT = 2000

/** A story's worth for any category, for which reasons, and its independent publishers. */
export type ScoredStory = { story: Story; score: number; reasons: string[]; publishers: string[] }

/**
 * Grades a story: by its publishers, its age, the weights of its sources, its text, and how much of the last seven days'
 * posts came from the same sites. What is no news is worth a fifth.
 */
export function scoreStory(story: Story, published: Published[], now: Date): ScoredStory {
  const { entries } = story
  const publishers = independentPublishers(entries)
  const newest = Math.max(...entries.map(({ date }) => Date.parse(date)))
  const hours = Math.max(0, (now.getTime() - newest) / HOUR)
  const weight = entries.reduce((sum, entry) => sum + entry.weight, 0) / entries.length
  const text = entries.reduce((sum, entry) => sum + (entry.complete ? entry.text.length : UNKNOWN_TEXT), 0)
  const kind = notNews(entries)
  const share = shareOf(story, published, now)

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
  const full = Math.floor(hours)
  return full === 0 ? 'less than an hour old' : full === 1 ? '1 hour old' : `${full} hours old`
}

// The part of the last seven days' posts that cite its least cited site; with fewer than three posts nothing dominates.
function shareOf({ entries }: Story, published: Published[], now: Date): number {
  const week = published.filter(({ date }) => Date.parse(date) >= now.getTime() - WEEK)
  if (week.length < 3) return 0
  const cited = week.map(({ sources }) => new Set(sources.map((url) => siteOf(url))))
  const sites = new Set(entries.map(({ url }) => siteOf(url)))
  return Math.min(...[...sites].map((site) => cited.filter((post) => post.has(site)).length / week.length))
}

// Under these, the label before is a registration of its own: a country's second level, or a host of other people's sites.
const SECOND_LEVEL = /^(?:ac|co|com|edu|gov|govt|gob|go|mil|ne|net|or|org)\.[a-z]{2}$/
const HOSTS = new Set([
  'blogspot.com',
  'github.io',
  'gitlab.io',
  'medium.com',
  'netlify.app',
  'pages.dev',
  'substack.com',
  'tumblr.com',
  'vercel.app',
  'wordpress.com',
  'ghost.io',
  'hashnode.dev',
  'bearblog.dev',
])

/**
 * The publishers of entries that are independent of each other, named and in the order of the alphabet: feeds of one
 * name, or of one registered domain, are one publisher.
 */
function independentPublishers(entries: Entry[]): string[] {
  const groups: { name: string; keys: Set<string> }[] = []
  const pairs = new Map(entries.map(({ publisher, url }) => [`${publisher}\n${siteOf(url)}`, { publisher, url }]))
  for (const [, { publisher, url }] of [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const keys = [publisher.trim().toLowerCase(), siteOf(url)]
    const joined = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    const name = joined[0]?.name ?? publisher
    groups.push({ name, keys: new Set([...keys, ...joined.flatMap((group) => [...group.keys])]) })
  }
  return groups.map(({ name }) => name).toSorted()
}

/** The registered domain of an address, as `bbc.co.uk`; what is no address is its own. */
function siteOf(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase() : url
  const labels = host.split('.')
  const two = labels.slice(-2).join('.')
  return SECOND_LEVEL.test(two) || HOSTS.has(two) ? labels.slice(-3).join('.') : two
}

const KINDS: [kind: string, title: RegExp][] = [
  ['an advertisement', /\bsponsored\b|\badvertorial\b|\bpaid (?:post|content)\b|\bpartner content\b|^\[?ad\]?:/i],
  [
    'a job advertisement',
    /\bwe(?:’|')?re hiring\b|\bhiring:|\b(?:who is|now) hiring\b|\bjob (?:openings?|board|alert)\b|\bvacanc(?:y|ies)\b/i,
  ],
  ['a podcast or a recording', /\bpodcast\b|\bepisode #?\d+|\bep\.? ?#?\d+\b|^\[?webinar|\bwebinar\b/i],
  ['a giveaway', /\bgiveaway\b|\bsweepstakes\b|\bwin (?:a|one of)\b|\braffle\b/i],
  ['a live blog', /\blive ?blog\b|\blive updates?\b|\bas it happen(?:s|ed)\b/i],
  [
    'an offer',
    /\b\d+% off\b|[$€£]\d+ off\b|\bsave (?:up to )?[$€£]?\d+|\bcoupons?\b|\bpromo codes?\b|\bbest .*\bdeals?\b|\blowest price\b/i,
  ],
  [
    'a digest',
    /\bweekly (?:recap|roundup|digest)\b|\b(?:week|month) in review\b|^this week in\b|\bnewsletter\b|\bopen thread\b|\broundup\b/i,
  ],
]

/** What a story is when it is no news, as `a giveaway`, judged by the titles of its entries; null when one may be news. */
function notNews(entries: Entry[]): string | null {
  const kinds = entries.map(({ title }) => KINDS.find(([, pattern]) => pattern.test(title))?.[0] ?? null)
  return kinds.includes(null) ? null : (kinds[0] ?? null)
}
