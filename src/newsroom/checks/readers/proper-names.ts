import { isCommonWord } from '#text/common-words.ts'
import { isCalendarWord } from '#newsroom/checks/readers/dates.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { startsSentence } from '#newsroom/checks/readers/prose.ts'
import { unitOf } from '#newsroom/checks/readers/units.ts'
import { fold } from '#text/words.ts'

/** A run of words with capitals (`Bond Desk Journal`), `words` only those that have to be known, `initials` of all its words. */
export type ProperName = { text: string; at: number; words: string[]; initials: string }

// A word with what may stand inside a name: O’Brien, AT&T, Node.js, U.S.
const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’&.]*/gu
// Small words inside a name: University of Graz, Ludwig van Beethoven.
const LINK =
  /^(?: (?:of|the|and|for|on|in|de|del|della|di|da|du|des|la|le|van|von|der|den|bin|al|&)){0,2} $|^-$|^ & $|^\. $/

// Titles of people and short forms that are no claim.
const UNTOLD = new Set(
  `mr mrs ms dr prof professor sir dame president director chief executive officer minister ceo cto cfo coo ciso cio
ai api apis cpu cpus gpu gpus url urls html css json http https sql pdf id ids it tv ok faq sdk cli ui ux ip dns tls ssl
ssh usb ram ssd os pc pcs am pm a.m p.m llm llms utc gmt internet web vs jan feb mar apr jun jul aug sep sept oct nov dec`
    .trim()
    .split(/\s+/),
)

/**
 * The proper names of a text. A capital at the start of a sentence counts when the word is no ordinary one, by
 * `isOrdinary` (which is given it folded) or by itself; where most words of a headline have a capital, each is treated
 * so. Months, titles of people and the commonest abbreviations of computing are no names.
 */
export function properNames(
  text: string,
  options: { isOrdinary?: (word: string) => boolean; isHeadline?: boolean } = {},
): ProperName[] {
  const { isOrdinary = () => false, isHeadline = false } = options
  const capitalsMeanLittle = isHeadline && isTitleCase(text)
  const names: ProperName[] = []
  let last: { end: number; name: ProperName } | null = null
  for (const match of text.matchAll(TOKEN)) {
    const word = match[0].replace(/[.'’&]+$/, '')
    if (!hasCapital(word)) continue
    const at = match.index
    const end = at + word.length
    const open = capitalsMeanLittle || startsSentence(text, at)
    const required =
      isTold(word) &&
      !isUnit(word, text.slice(0, at)) &&
      !(
        open &&
        isPlainCapital(word) &&
        (isCommonWord(fold(word)) || isOrdinary(fold(word)) || isPlural(word, text.slice(end)))
      )
    const small = isFunctionWord(fold(word)) && isPlainCapital(word)
    if (last !== null && LINK.test(text.slice(last.end, at)) && !small) {
      const { name } = last
      last.end = end
      name.text = text.slice(name.at, end)
      name.initials += fold(word).charAt(0)
      if (required) name.words.push(word)
    } else if (small) last = null
    else {
      const name = { text: word, at, words: required ? [word] : [], initials: fold(word).charAt(0) }
      names.push(name)
      last = { end, name }
    }
  }
  return names.filter(({ words }) => words.length > 0)
}

/** Whether most words of a text have a capital, as in an English Title Case headline. */
export function isTitleCase(text: string): boolean {
  const long = (text.match(/\p{L}[\p{L}'’]*/gu) ?? []).slice(1).filter((word) => word.length > 3)
  return long.length >= 3 && long.filter((word) => /^\p{Lu}/u.test(word)).length >= 0.7 * long.length
}

function hasCapital(word: string): boolean {
  return /^\p{Lu}|\p{Ll}\p{Lu}/u.test(word)
}

// One capital in front and no other: not an acronym, not iPhone, not OpenAI.
function isPlainCapital(word: string): boolean {
  return /^\p{Lu}[\p{Ll}'’]*$/u.test(word)
}

// A plural on its own at the start of a sentence is seldom a name: `Cardholders can`, `Tugboats towed`.
function isPlural(word: string, after: string): boolean {
  return /[^siu']s$/.test(word) && word.length > 4 && /^ (?!(?:is|was|has|does|\p{Ll}+s)\b)\p{Ll}/u.test(after)
}

function isUnit(word: string, before: string): boolean {
  return unitOf(word) !== null && (!isPlainCapital(word) || /\d[\s\u00A0]?$/.test(before))
}

function isTold(word: string): boolean {
  const folded = fold(word)
  // What holds a digit is looked for with the numbers.
  if (folded.length < 2 || /\d/.test(folded) || isCalendarWord(folded)) return false
  if (isFunctionWord(folded) && isPlainCapital(word)) return false
  return !UNTOLD.has(folded.replace(/'s$/, ''))
}
