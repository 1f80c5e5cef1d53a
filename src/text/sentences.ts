import { isFunctionWord } from '#text/common-words.ts'
import { quotedIn } from '#text/quoted.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * Splits text into trimmed sentences. A line break ends a sentence. A quotation and the words that name its speaker
 * ("said X") stay in one sentence. Quotations and bracketed text are split only if they are long.
 */
export function sentencesOf(text: string): string[] {
  return text.split(/\n+/).flatMap(sentencesOfLine)
}

/** Shortens text to at most `limit` characters, at the end of a paragraph, a sentence or a word. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const start = text.slice(0, limit)
  const ends = [start.lastIndexOf('\n\n'), lastSentence(start), start.lastIndexOf(' ')]
  // Skip an end that would leave less than half of the limit.
  return start.slice(0, ends.find((end) => end >= limit / 2) ?? limit).trim()
}

function lastSentence(text: string): number {
  const ends = [...text.matchAll(/[.!?]["”’)]?(?=\s)/g)]
  const last = ends.at(-1)
  return last === undefined ? -1 : last.index + last[0].length
}

function sentencesOfLine(line: string): string[] {
  const quotations = quotedIn(line).filter(({ at, end }) => end - at < LONGEST_QUOTATION)
  const enclosed = [...quotations, ...bracketsIn(line)].toSorted((a, b) => a.at - b.at)
  const sentences: string[] = []
  let [start, next] = [0, 0]
  for (const cut of [...boundariesOf(line), line.length]) {
    while ((enclosed[next]?.end ?? Infinity) <= cut) next += 1
    const inside = (enclosed[next]?.at ?? Infinity) < cut
    const before = line.slice(Math.max(start, cut - WINDOW), cut)
    if (cut < line.length && (inside || isWithin(before, line.slice(cut, cut + WINDOW)))) continue
    const sentence = line.slice(start, cut).trim()
    if (sentence !== '') sentences.push(sentence)
    start = cut
  }
  return sentences
}

// Number of UTF-16 code units to examine before and after a boundary to decide whether a sentence ends there.
const WINDOW = 80

// A longer quotation is split into sentences.
const LONGEST_QUOTATION = 500

function bracketsIn(line: string): { at: number; end: number }[] {
  return Array.from(line.matchAll(/\([^()]{1,200}\)|\[[^[\]]{1,200}\]/g), ({ 0: found, index }) => {
    return { at: index, end: index + found.length }
  })
}

// Returns the positions at which a sentence may end, in ascending order.
function boundariesOf(line: string): number[] {
  const found = Array.from(segmenter.segment(line), ({ index }) => index)
  const missed = Array.from(line.matchAll(MISSED), ({ 0: end, index }) => index + end.length)
  return [...new Set([...found, ...missed])].filter((cut) => cut > 0).toSorted((a, b) => a - b)
}

// Sentence ends that the Unicode rules miss because no capital letter follows (`tasks. gpt-oss has`, `in 2025. 40
// people`), or because of a note or an ellipsis (`fell.[3] The`).
const MISSED =
  /(?<=[\p{L}\d%][\p{Ll}\d%)”’"]|\p{Lu}{2})\.[”’")\]]* +(?=[\p{Ll}\d$€£])|[.!?…][”’")]*(?:\[\d{1,3}\]){0,5} +(?=\p{Lu})/gu

// True if the text before a boundary and the text after it belong to the same sentence.
function isWithin(upTo: string, after: string): boolean {
  const before = upTo.trimEnd()
  // A mark without a space after it, as in `./` and ?q=1, does not end a sentence.
  if (before === upTo) return true
  if (NUMBER_OF_ITEM.test(before)) return true
  if (/["”’)]$/u.test(before) && SPEAKER.test(after)) return true
  const word = /[^\s("“‘[]+$/u.exec(before)?.[0] ?? ''
  const [following = ''] = after.split(/\s/, 1)
  const isSmall = /^\p{Ll}/u.test(following) && !NAME_IN_SMALL.test(following)
  if (isSmall && /[!?]\P{L}*$/u.test(word)) return true
  if (ALWAYS_SHORTENED.test(word)) return true
  if (/^\d/.test(following)) return SHORTENED_BEFORE_NUMBER.test(word)
  if (/^\p{Lu}\.$/u.test(following) && /^\p{Lu}\.$/u.test(word)) return true
  if (/^[ap]\.m\.$/i.test(word)) return !/^["“‘]?\p{Lu}/u.test(following) || OF_TIME.test(following)
  // A lowercase word continues the sentence after a short capitalised word ("Calif. law"), but not after others ("It is
  // fast. npm is faster.").
  if (isSmall && /^\p{Lu}\p{Ll}{1,4}\.$/u.test(word)) return true
  return (SHORTENED.test(word) || /…\P{L}*$/u.test(word)) && !startsSentence(following)
}

// A name that starts with a lowercase letter: iPhone, gpt-oss, x86.
const NAME_IN_SMALL = /\d|[^\p{Ll}'’]\p{L}/u

const NUMBER_OF_ITEM =
  /^[([]?(?:(?:Table|Figure|Fig\.|Listing|Step|Chapter|Section|Part|Rule|Lesson) )?(?:\d{1,3}|\p{L}|[ivx]{1,5})[.)]$/iu

// Words after a quotation that name its speaker: "Is it safe?" she asked. "It is!" Ada Byron said.
const SPEAKER =
  /^(?:\p{Ll}|(?:\p{Lu}[\p{L}'’.-]* ){1,4}(?:said|says|told|tells|asked|asks|added|adds|wrote|writes|argued|argues|explained|explains|replied|responded|recalled|recalls|warned|warns|noted|notes|insisted|continued|concluded|claimed|admitted|joked|laughed)\b(?! that\b)[^.!?:]{0,40}[.!?](?: |$))/u

// True if a word after "U.S." or "Inc." starts a sentence. "The" and an opening quotation mark do, but a name does not.
function startsSentence(word: string): boolean {
  if (/^["“‘]\p{Lu}/u.test(word)) return true
  const plain = /^\p{Lu}[\p{Ll}'’]*(?=[^\p{L}]?$)/u.exec(word)?.[0] ?? ''
  return !/^(?:May|Will|)$/.test(plain) && isFunctionWord(plain.replace('’', "'").toLowerCase())
}

const ALWAYS_SHORTENED = /^(?:Mrs?|Ms|Messrs|Mx|Drs?|Profs?|[Ee]\.g|[Ii]\.e|[Cc]f|vs?|viz|approx|incl|resp|esp)\.$/

// Time zones and days that can follow "9 a.m." in the same sentence.
const OF_TIME =
  /^(?:[A-Z]{2,5}|Pacific|Eastern|Central|Mountain|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/

const SHORTENED_BEFORE_NUMBER =
  /^(?:nos?|n°|figs?|eqs?|secs?|sect|chs?|chap|vols?|arts?|pp?|para|tab|ref|op|ver|v|max|min|avg|tel|ext|ca?|est|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/i

// Abbreviations that can also end a sentence.
const SHORTENED =
  /^(?:\p{L}|(?:\p{L}\.)+\p{L}|ph\.d|inc|ltd|corp|co|cos|llc|plc|bros|jr|sr|st|mt|ft|sen|gov|rep|gen|lt|col|sgt|capt|cmdr|adm|rev|hon|pres|supt|dept|univ|assn|assoc|intl|natl|govt|ave|blvd|rd|sq|etc|al|ed|eds|est|min|max|avg|std|temp|misc|orig|lbs?|oz|hrs?|yrs?|mins|secs|wks?|mos?|ml[nd]|bln|mio|figs?|eqs?|no|jan|feb|apr|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri)\.$/iu
