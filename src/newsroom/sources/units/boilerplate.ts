import type { Unit } from '#newsroom/sources/unit.ts'

type Mark = Exclude<Unit['mark'], null>

/**
 * Classifies a line that is not part of the article: an invitation to subscribe, share or read something else, a cookie
 * notice, a credit. Null for any other line, because a sentence that is wrongly marked is lost as evidence.
 */
export function markOfLine(line: string): Mark | null {
  if (line.length > MAX_LINE) return null
  return LINES.find(([, patterns]) => patterns.some((pattern) => pattern.test(line)))?.[0] ?? null
}

/** Classifies a heading by the list below it: links to other articles, or contents and contacts of this page. */
export function markOfSection(heading: string): Mark | null {
  const plain = heading.replace(/[:…\s]+$/, '')
  return SECTIONS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

/** True if all lines are share buttons of a page. */
export function areButtons(lines: string[]): boolean {
  const words = lines.flatMap((line) => line.split(/\s*[,|·•/]\s*/)).filter(Boolean)
  return words.every((word) => PLATFORM.test(word) || ACTION.test(word)) && words.some((word) => ACTION.test(word))
}

const MAX_LINE = 300

const LINES: [Mark, RegExp[]][] = [
  [
    'boilerplate',
    [
      /^(?:please )?(?:subscribe|sign up|join|register|get|receive)\b.{0,120}\b(?:newsletters?|mailing list|inbox|podcast|rss feed|e-?mail (?:updates|alerts|list)|discord|slack)\b/i,
      /^enter your e-?mail\b|^follow (?:us|me|@\w+)\b.{0,120}$|^(?:share|tweet) (?:this|on|via)\b[^.]{0,80}$/i,
      /^(?:we|this (?:web)?site|our (?:web)?site|our partners|we and our partners)\b.{0,60}\buses? cookies\b/i,
      /^by (?:continuing|clicking|using)\b.{0,160}\b(?:cookies?|you (?:agree|accept|consent))\b/i,
      /^(?:accept|reject|allow|decline) all(?: cookies)?$|^manage (?:cookies|your preferences)$/i,
      /^(?:cookie|privacy) (?:settings|preferences|policy|notice)$|^terms (?:of (?:service|use)|and conditions)$/i,
      /^(?:©|\(c\) ?\d|copyright (?:©|\(c\)|\d{4}))|^(?:.{0,80}\W)?all rights reserved\.?$/i,
      /^(?:advertisement|sponsored content|skip to (?:main )?content|back to top|scroll to top)$/i,
      /^(?:leave a (?:comment|reply)|post a comment|(?:\d+|no) comments?(?: yet)?|comments? \(\d+\))$/i,
      /^(?:log in|sign in|register|create an account)(?: (?:or|to) .{0,60}[^.])?$|^(?:\[(?:link|comments)\]\s*)+$/i,
      /^the post .{1,200} appeared first on .{1,80}$|^(?:tags?|tagged|filed under|posted in):? .{1,200}[^.]$/i,
      /^.{0,120}\bforward[- ]looking statements\b.{0,180}$|^(?:please )?enable javascript\b/i,
    ],
  ],
  [
    'related',
    [
      /^(?:related(?: (?:articles?|posts?|stories|reading|news))?|read (?:more|also|next)|see also|also read|recommended|further reading|you may also like|(?:previous|next)(?: (?:post|article))?) ?[:»→›] ?\S.{0,200}$/i,
      /^(?:continue reading|keep reading|read more|read the (?:full|rest of the|original) (?:article|story|post|announcement))\b[^.]{0,100}$/i,
    ],
  ],
  [
    'caption',
    [
      /^\(?(?:photo|image|picture|illustration|screenshot|graphic|video)s?(?: (?:credits?|courtesy))?(?: ?:| by| via| courtesy of) \S.{0,200}$/i,
      /^credits?: .{0,120}[^.]$|^(?:figure|fig\.|listing) ?\d+(?:[.:]| [–—-]) /i,
    ],
  ],
]

const SECTIONS: [Mark, RegExp][] = [
  [
    'related',
    /^(?:related(?: (?:articles?|posts?|stories|reading|content|news|links|coverage|topics))?|read (?:more|next|also)|see also|more (?:from|on|in|about) .{1,60}|more (?:stories|news|articles|posts)|you (?:may|might) also (?:like|enjoy)|recommended(?: (?:reading|for you|articles|stories|posts))?|(?:most|popular) (?:read|popular|posts|stories|articles)|trending(?: now)?|latest (?:news|stories|posts|articles)|keep reading|up next|further reading)$/i,
  ],
  [
    'boilerplate',
    /^(?:table of contents|contents|in this (?:article|post)|on this page|share(?: this(?: (?:article|post|story))?)?|follow us|subscribe|newsletter|about the authors?|(?:media|press) contacts?(?: information)?|forward[- ]looking statements?.{0,60})$/i,
  ],
]

const PLATFORM =
  /^(?:facebook|twitter|x|linkedin|reddit|whatsapp|e-?mail|telegram|pinterest|bluesky|mastodon|threads|hacker news|pocket|flipboard|tumblr)$/i
const ACTION = /^(?:share|tweet|print|save|copy link|bookmark)$/i
