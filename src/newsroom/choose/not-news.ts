import type { Entry } from '#newsroom/entry.ts'

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
export function notNews(entries: Entry[]): string | null {
  const kinds = entries.map(({ title }) => KINDS.find(([, pattern]) => pattern.test(title))?.[0] ?? null)
  return kinds.includes(null) ? null : (kinds[0] ?? null)
}
