import { MONTHS } from '#text/words.ts'
import type { Block, Piece, Unit } from '#newsroom/sources/unit.ts'

/**
 * Marks bylines and text that is not part of the article. `author` is the name in the byline, or null.
 */
export function marksOf(blocks: Block[]): { marks: Unit['mark'][][]; author: string | null } {
  let author: string | null = null
  const marks = blocks.map(({ kind, pieces, quoted }, index) => {
    if (kind === 'code' || kind === 'table') return pieces.map(() => null)
    const isOpening = index < OPENING && quoted === null && kind !== 'list' && !pieces.some(isSentence)
    return pieces.map(({ text }) => {
      const name = isOpening ? authorIn(text) : null
      author ??= name
      if (name !== null) return 'byline'
      return text.length <= MAX_LINE && BOILERPLATE.some((pattern) => pattern.test(text)) ? 'boilerplate' : null
    })
  })
  return { marks, author }
}

// Maximum number of blocks at the start of a text in which to look for its byline.
const OPENING = 8

const MAX_LINE = 300

// These patterns match only clear cases, because a sentence that is marked by mistake cannot be cited.
const BOILERPLATE = [
  /^(?:please )?(?:subscribe|sign up|join|get|receive)\b.{0,120}\b(?:newsletters?|mailing list|inbox)\b/i,
  /^(?:advertisement|skip to content|share|tweet|(?:share|tweet) (?:this|on)\b[^.]{0,80}|follow us\b.{0,120})$/i,
  /^(?:\d+ comments|(?:tags|filed under): .{1,200}[^.]|(?:\[(?:link|comments)\]\s*)+)$/i,
  /^(?:we|this (?:web)?site) uses? cookies\b|^accept all(?: cookies)?$/i,
  /\bforward[- ]looking statements\b|^(?:©|copyright ©|.{0,80}\ball rights reserved\.?$)/i,
  /^the post .{1,200} appeared first on |^(?:continue reading|read (?:more|the full (?:article|story)))\b[^.]{0,100}$/i,
  /^(?:related(?: \w+)?|read (?:more|also|next)|see also|also read|recommended) ?[:»→›] ?\S.{0,200}$/i,
]

function isSentence({ text }: Piece): boolean {
  return /[^.]{12}[.!?]$/.test(text)
}

const NAME = String.raw`(?:\p{Ll}?\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|van|von|de|der|del|di|da|la|le|bin|al)){1,3}|/?u/[\w-]+)`
const NAMES = String.raw`${NAME}(?:(?:,| and| &|, and) ${NAME}| (?:and|&) \p{Lu}[\p{L}-]+)*`
const BYLINE = new RegExp(
  `^(?:(?:[Ww]ritten|[Pp]osted|[Pp]ublished|[Ss]ubmitted|[Ss]tory|[Ww]ords|[Ii]nterview)(?: on [^.]{4,30})? )?[Bb]y:? (?!\\w+day\\b|(?:${MONTHS.join('|')})\\b)(${NAMES})(?=$|,| *[|·•(—–-])`,
  'u',
)
const MAX_BYLINE = 160

/**
 * Returns the authors named in a byline, such as "By Ada Byron · 17 November 2026". Returns null for any other line.
 */
export function authorIn(line: string): string | null {
  if (line.length > MAX_BYLINE) return null
  return BYLINE.exec(withoutParentheses(line))?.[1] ?? null
}

/** Removes words in parentheses, such as the handles and affiliations of authors. */
export function withoutParentheses(text: string): string {
  return text.replaceAll(/ \([^()]*\)/g, '')
}
