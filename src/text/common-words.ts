import { isFunctionWord } from '#text/function-words.ts'
import { stem } from '#text/stem.ts'
import { readWords } from '#text/word-list.ts'

const COMMON = readWords('common-stems')

// Few names have these endings.
const ORDINARY =
  /.(?:[st]ion|ance|ence|ment|ness|ity|ing|ed|ly|ship|ism|ology|graphy|ware|able|ible|ful|less|ous|ive|ical|wise|ture|age)s?$/

const SECOND_PART =
  /^(.{3,})(?:time|line|flow|night|wide|word|put|back|down|over|load|base|holder|maker|owner|keeper|wards?|proof|like|scale)s?$/

/** Returns true if a folded word is an ordinary English word, so that a capital at the start of a sentence is not a name. */
export function isCommonWord(word: string): boolean {
  return COMMON.has(stem(word)) || ORDINARY.test(word) || isCompound(word)
}

// `Overnight`, `cardholder`: names rarely end in these second parts.
function isCompound(word: string): boolean {
  const [whole, first = ''] = SECOND_PART.exec(word) ?? []
  return whole !== undefined && (COMMON.has(stem(first)) || isFunctionWord(first))
}
