import { isFunctionWord } from '#text/function-words.ts'
import { enclosuresOf } from '#text/enclosures.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The sentences of a text in their order, without the blanks around them; a line break ends one. A quotation stays with
 * its "said X", and what stands within quotation marks or brackets is not cut unless it is long.
 */
export function sentencesOf(text: string): string[] {
  return text.split(/\n+/).flatMap(sentencesOfLine)
}

function sentencesOfLine(line: string): string[] {
  const enclosed = enclosuresOf(line, LONGEST_ENCLOSED)
  const sentences: string[] = []
  let [start, next] = [0, 0]
  for (const cut of [...boundariesOf(line), line.length]) {
    while ((enclosed[next]?.end ?? Infinity) <= cut) next += 1
    const inside = (enclosed[next]?.start ?? Infinity) < cut
    const before = line.slice(Math.max(start, cut - WINDOW), cut).trimEnd()
    if (cut < line.length && (inside || isWithin(before, line.slice(cut, cut + WINDOW)))) continue
    const sentence = line.slice(start, cut).trim()
    if (sentence !== '') sentences.push(sentence)
    start = cut
  }
  return sentences
}

// As much of a line as decides whether a sentence ends, in UTF-16 units.
const WINDOW = 80

// A speech of many sentences is cut all the same.
const LONGEST_ENCLOSED = 500

// Ascending, each once.
function boundariesOf(line: string): number[] {
  const found = new Set<number>()
  for (const { index } of segmenter.segment(line)) found.add(index)
  for (const { 0: end, index } of line.matchAll(MISSED)) found.add(index + end.length)
  return [...found].filter((cut) => cut > 0).toSorted((a, b) => a - b)
}

// Unicode's rules ask for a capital letter after a full stop, and know no notes: "… tasks. gpt-oss has …", "… 2025. 40 people …", "… fell.[3] The …".
const MISSED = /(?<=[\p{Ll}\d%)”’"]{2})\.[”’")\]]* +(?=[\p{Ll}\d])|[.!?][”’")]*(?:\[\d{1,3}\]){1,5} +(?=\p{Lu})/gu

// Whether a sentence goes on between these two.
function isWithin(before: string, after: string): boolean {
  if (/^[(\[]?(?:\d{1,3}|\p{L}|[ivx]{1,5})[.)]$/iu.test(before)) return true
  if (/["”’»«“)]$/u.test(before) && SPEAKER.test(after)) return true
  const word = /[^\s("“„‘«»\[]+$/u.exec(before)?.[0] ?? ''
  const [following = ''] = after.split(/\s/, 1)
  if (/^\p{Ll}/u.test(following) && /[!?]\P{L}*$/u.test(word)) return !/\d|\P{Ll}\p{L}/u.test(following)
  if (ALWAYS_SHORTENED.test(word)) return true
  if (/^\d/.test(following)) return SHORTENED_BEFORE_NUMBER.test(word) || /^\d{1,2}\.$/.test(word)
  if (/^\p{Lu}\.$/u.test(following) && /^\p{Lu}\.$/u.test(word)) return true
  return SHORTENED.test(word) && !startsSentence(following)
}

// "Is it safe?" she asked. "It is!" Ada Byron said.
const SPEAKER =
  /^(?:\p{Ll}|(?:\p{Lu}[\p{L}'’.-]* ){1,4}(?:said|says|told|asked|added|wrote|writes|argued|explained|replied|recalled|warned|noted)\b)/u

// A capital letter tells nothing after "U.S." or "Inc."; "The" or a quotation mark does.
function startsSentence(word: string): boolean {
  if (/^["“„‘«»]\p{Lu}/u.test(word)) return true
  const plain = /^\p{Lu}[\p{Ll}'’]*(?=[^\p{L}]?$)/u.exec(word)?.[0] ?? ''
  return !/^(?:May|Will|)$/.test(plain) && isFunctionWord(plain.replace('’', "'").toLowerCase())
}

const ALWAYS_SHORTENED = /^(?:Mrs?|Ms|Messrs|Mx|Drs?|Profs?|e\.g|i\.e|cf|vs?|viz|approx|incl|resp|esp)\.$/i

const SHORTENED_BEFORE_NUMBER =
  /^(?:nos?|figs?|eqs?|secs?|sect|chs?|chap|vols?|arts?|pp?|para|tab|ref|op|ver|v|max|min|avg|tel|ext|ca?|est|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/i

// May end a sentence, too.
const SHORTENED =
  /^(?:\p{Lu}|(?:\p{L}\.)+\p{L}|ph\.d|inc|ltd|corp|co|cos|llc|plc|bros|jr|sr|st|mt|ft|sen|gov|rep|gen|lt|col|sgt|capt|cmdr|adm|rev|hon|pres|supt|dept|univ|assn|assoc|intl|natl|govt|ave|blvd|rd|sq|etc|al|ed|eds|est|min|max|avg|std|temp|misc|orig|lbs?|oz|hrs?|yrs?|mins|secs|wks?|mos?|figs?|eqs?|no|jan|feb|apr|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri)\.$/iu
