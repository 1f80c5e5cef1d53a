import { isCommonWord } from '#text/common-words.ts'

/** A line about the author or the date of a text. `author` is null if it does not contain a person. */
export type Byline = { mark: 'byline' | 'date'; author: string | null }

/** Reads a line that is only a byline or a date, such as "By Ada Byron · 17 November 2026 · 4 min read". Null for other lines. */
export function readByline(line: string): Byline | null {
  // After a dash, there is the speaker of a quotation.
  if (line.length > LONGEST || /[^.]{12}[.!?]$/.test(line) || /^[—–―-]/.test(line)) return null
  if (/^\(?(?:Additional r|R)eporting by \p{Lu}/u.test(line)) return { mark: 'byline', author: null }
  const undated = line.replaceAll(DATE, '|')
  const isDated = undated !== line
  const parts = undated.replaceAll(TIME, '|').split(SEPARATOR).map(withoutLabel).filter(Boolean)
  if (parts.length === 0) return isDated ? { mark: 'date', author: null } : null
  const by = parts.find((part) => BY.test(part))
  if (by !== undefined) return namedBy(by, parts, isDated)
  const [author = '', other = ''] = parts
  if (!arePeople(author) || areCommon(author) || parts.length > 2 || /^[\p{Lu} ]+$/u.test(author)) return null
  if (other !== '') return ROLE.test(other) && other.length <= LONGEST_ROLE ? { mark: 'byline', author } : null
  if (!isDated) return null
  // "San Francisco, 3 March 2026" is a place as often as a person.
  return /,\s*\|/.test(undated) ? { mark: 'date', author: null } : { mark: 'byline', author }
}

// A job title or an agency may follow a name. The author may be a team.
function namedBy(by: string, parts: string[], isDated: boolean): Byline | null {
  const name = by.replace(BY, '')
  const coauthors = parts.filter((part) => part !== by && arePeople(part) && !areCommon(part) && !ROLE.test(part))
  const others = parts.length - 1 - coauthors.length
  if (!arePeople(name)) return isDated && parts.length === 1 ? { mark: 'byline', author: null } : null
  return others <= MOST_OTHERS ? { mark: 'byline', author: [name, ...coauthors].join(', ') } : null
}

/** Splits a text after the place and date before its first sentence: "LONDON, Nov. 17, 2026 (Reuters) –". Null if it has none. */
export function splitDateline(text: string): [dateline: string, rest: string] | null {
  const dateline = DATELINE.exec(text)?.[0]
  const rest = text.slice(dateline?.length)
  const isSentence = /^["“‘]?\p{Lu}/u.test(rest) && rest.search(DATE) !== 0
  return dateline !== undefined && isSentence ? [dateline.trimEnd(), rest] : null
}

const LONGEST = 160
const MOST_OTHERS = 2
const LONGEST_ROLE = 50

const ROLE =
  /\b(?:analyst|author|CEO|chief|columnist|contributor|correspondent|CTO|developer|director|editor|engineer|fellow|founder|head|lead|manager|officer|president|professor|reporter|researcher|scientist|staff|writer)\b/i

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?'
const DAY = '\\d{1,2}(?:st|nd|rd|th)?'
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,? +)?'
const WRITTEN = `(?:${DAY}(?: of)? ${MONTH}|${MONTH} ${DAY})(?:,? \\d{4})?`

const DATE = new RegExp(
  [
    `\\b${WEEKDAY}${WRITTEN}(?![\\w-])`,
    '\\b\\d{4}-\\d{2}-\\d{2}(?:T[\\d:.]+(?:Z|[+-]\\d{2}:?\\d{2})?)?\\b',
    '\\b\\d{1,2}[/.]\\d{1,2}[/.](?:\\d{4}|\\d{2})\\b',
    '\\b\\d{1,3}[ -]?min(?:ute)?s? read(?:ing)?(?: time)?\\b',
    '\\b(?:\\d{1,3}|an?) (?:minute|min|hour|day|week|month)s? ago\\b',
  ].join('|'),
  'gi',
)

const TIME =
  /\b(?:at +)?(?:\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?)(?: ?\(?(?:UTC|GMT|[ECMP][SD]?T|CES?T|BST|IST|JST|(?:Eastern|Central|Mountain|Pacific|Greenwich)(?: Standard| Daylight| Mean)? Time)\b\)?)?/gi

const SEPARATOR = /\s*[|·•—–]\s*|[,;]\s+|\s-\s/
const LABEL =
  /^(?:(?:first|last|originally) +)?(?:published|posted|updated|modified|reviewed|edited|created|date|on|at)\b(?! +by\b)[: ]*/i
const BY = /^(?:(?:written|posted|published|submitted|story|words|interview|review) +)?by:? +|^authors?: */i

// Do not use `(?i:…)`: V8 14 sometimes ignores it when it compiles a pattern that it has interpreted before.
const IN_ANY_CASE = WRITTEN.replaceAll(/\\.|\(\?:|\[a-z\]|[a-z]/g, (part) =>
  part === '[a-z]' ? '[a-zA-Z]' : part.length === 1 ? `[${part}${part.toUpperCase()}]` : part,
)

const DATELINE = new RegExp(
  [
    // A place in capitals with a date or an agency; or a date with or without a place.
    `^\\p{Lu}[\\p{Lu}.'’ -]{2,30}(?:, [\\p{L}. ]{2,20})?(?:,? ${IN_ANY_CASE})? ?(?:\\([^():]{2,40}\\)|/[^/]{2,40}/) ?(?:—|–|--|-) +`,
    `^(?:\\p{Lu}[\\p{L}.'’ -]{2,30},? (?:[\\p{Lu}][\\p{L}. ]{1,20},? )?)?${IN_ANY_CASE},? ?(?:\\([^():]{2,40}\\)|/[^/]{2,40}/)? ?(?:—|–|--|-) +`,
  ].join('|'),
  'u',
)

function withoutLabel(part: string): string {
  const plain = part.trim().replace(LABEL, '').replace(LABEL, '')
  return plain.replace(/^[:,\s]+|[:,\s]+$/g, '')
}

function arePeople(text: string): boolean {
  return text.split(/ (?:and|&) /).every((name) => {
    if (/^(?:\/?u\/|@)[\w-]+$/.test(name)) return true
    const words = name.split(/ +/)
    return words.length >= 2 && words.length <= 4 && words.every((word) => NAME.test(word)) && !OF_TIME.test(name)
  })
}

const NAME = /^(?:\p{Lu}[\p{L}'’.-]*|van|von|de|der|del|di|da|la|le|bin|al)$/u
const OF_TIME =
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|June|July|August|September|October|November|December)\b/

function areCommon(names: string): boolean {
  return names.split(/[^\p{L}]+/u).every((word) => isCommonWord(word.toLowerCase()))
}
