import { isCommonWord } from '#text/common-words.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { fold } from '#text/words.ts'
import { startsSentence } from '#newsroom/checks/evidence/readers/prose.ts'

/**
 * A name in a text: words with capitals side by side (`Annelies Vroom`, `Marlin`, `CVE-2026-41877`), as it is written, from
 * `at` to `end`. `linked` are the words that join it to the name before it (`of` in `University of Graz`), or null.
 */
export type ProperName = { text: string; words: string[]; at: number; end: number; linked: string | null }

/**
 * The names of a text. A capital at the start of a sentence, or in a headline that has one on every word, makes a name of
 * no ordinary word, by `isOrdinary` (which is given it folded) or by itself. Months, weekdays, job titles and the commonest
 * abbreviations of computing are no names.
 */
export function properNames(
  text: string,
  options: { isOrdinary?: (word: string) => boolean; isHeadline?: boolean } = {},
): ProperName[] {
  const { isOrdinary = () => false, isHeadline = false } = options
  const capitalsMeanLittle = isHeadline && isTitleCase(text)
  const tokens = tokensOf(text).map((token): Token & { isName: boolean } => {
    const isOpen = (capitalsMeanLittle || startsSentence(text, token.at)) && isPlainCapital(token.text)
    const folded = fold(token.text)
    const isPlain = isOpen && (isCommonWord(folded) || isOrdinary(folded) || isPlural(token, text))
    return { ...token, isName: !isPlain && !isUnit(token, text) && !isUntold(token.text) }
  })
  const names: ProperName[] = []
  let last: Token | null = null
  for (const [index, token] of tokens.entries()) {
    const name = names.at(-1)
    if (!token.isName || isPartOfTitle(tokens, index, text)) continue
    const between = last === null ? '' : text.slice(last.end, token.at)
    if (name !== undefined && last !== null && isTouching(last, between)) {
      name.words.push(token.text)
      name.end = token.end
      name.text = text.slice(name.at, token.end)
    } else {
      const linked = LINK.exec(between)?.[1] ?? null
      names.push({ text: token.text, words: [token.text], at: token.at, end: token.end, linked })
    }
    last = token
  }
  return names
}

/** Whether most words of a text have a capital, as in an English Title Case headline. */
export function isTitleCase(text: string): boolean {
  const long = (text.match(/\p{L}[\p{L}'’]*/gu) ?? []).slice(1).filter((word) => word.length > 3)
  return long.length >= 3 && long.filter((word) => /^\p{Lu}/u.test(word)).length >= 0.7 * long.length
}

type Token = { text: string; at: number; end: number }

// A word with what may stand inside it: O’Brien, AT&T, Node.js, U.S., GPT-5.2, CVE-2026-41877, Co-operative.
const TOKEN = /Co-op\p{L}*|\p{L}[\p{L}\p{N}\p{M}'’&.]*(?:-\p{N}[\p{L}\p{N}.-]*)?/gu
const LINK = /^ ((?:of|for|and|de|del|della|di|da|du|des|la|le|van|von|der|den|bin|al)(?: the| la| der| den)?) $/

const CALENDAR =
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun'
const ABBREVIATIONS =
  'ai api apis cpu cpus gpu gpus url urls html css json http https sql pdf id ids it tv ok faq sdk cli ui ux ip dns tls ssl ssh usb ram ssd os pc pcs am pm a.m p.m llm llms utc gmt vs internet web ceo cto cfo coo cio ciso mr mrs ms dr prof sir dame lord lady sister'
const UNTOLD = new Set(`${CALENDAR} ${ABBREVIATIONS}`.split(' '))

// The last word of a job title: whoever writes it with a capital names nobody by it.
const OFFICES = new Set(
  `president director officer executive manager minister secretary commissioner chancellor governor mayor senator judge
counsel attorney chairman chairwoman chairperson chair head lead leader chief founder co-founder cofounder partner
engineer developer scientist researcher analyst architect professor editor author maintainer spokesman spokeswoman
spokesperson captain superintendent general`.split(/\s+/),
)

const LONGEST_TITLE = 6

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: word, index: at }) => {
    const bare = word.replace(/[.'’&-]+$/, '').replace(/['’]s$/, '')
    return { text: bare, at, end: at + bare.length }
  }).filter(({ text: word }) => /^\p{Lu}|\p{Ll}\p{Lu}/u.test(word))
}

// Side by side, or after an initial: `St. Brigid`.
function isTouching(last: Token, between: string): boolean {
  return /^(?: |-| & )$/.test(between) || (between === '. ' && last.text.length <= 2)
}

// One capital in front and no other: not an acronym, not iPhone, not OpenAI.
function isPlainCapital(word: string): boolean {
  return /^\p{Lu}[\p{Ll}\p{M}'’]*$/u.test(word)
}

// A plural on its own at the start of a sentence is seldom a name: `Cardholders can`, `Tugboats towed`.
function isPlural({ text: word, end }: Token, text: string): boolean {
  return (
    /[^siu']s$/.test(word) &&
    word.length > 4 &&
    /^['’]? (?!(?:is|was|has|does|\p{Ll}+s)\b)\p{Ll}/u.test(text.slice(end, end + 40))
  )
}

// `4.5 GHz`, `20 MB/s`: what a number counts.
function isUnit({ text: word, at }: Token, text: string): boolean {
  return (
    /\d[\s\u00A0]?$/.test(text.slice(Math.max(0, at - 2), at)) &&
    /^(?:[kKMGTPµmn]?(?:i?B|bps|bit|Hz|Wh?|V|A|K)|[CF])$/.test(word)
  )
}

function isUntold(word: string): boolean {
  const folded = fold(word)
  return (
    (folded.length < 2 && !/\d/.test(folded)) || UNTOLD.has(folded) || (isFunctionWord(folded) && isPlainCapital(word))
  )
}

// `Chief Technology Officer Ada Moss`, `Vice President of Product`: the title is the office and the ordinary words before it.
function isPartOfTitle(tokens: readonly Token[], index: number, text: string): boolean {
  for (let at = index; at < index + LONGEST_TITLE; at++) {
    const [token, next] = [tokens[at], tokens[at + 1]]
    if (token === undefined || !isPlainCapital(token.text)) return false
    if (OFFICES.has(fold(token.text))) return true
    if (!isCommonWord(fold(token.text))) return false
    if (next === undefined || text.slice(token.end, next.at) !== ' ') return false
  }
  return false
}
