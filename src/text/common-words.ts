import { isFunctionWord } from '#text/function-words.ts'
import { stem } from '#text/stem.ts'
import { readWords } from '#text/word-list.ts'

const COMMON = readWords('common-stems')

// Endings of ordinary words, which few names have.
const ORDINARY =
  /.(?:[st]ion|ance|ence|ment|ness|ity|ing|ed|ly|ship|ism|ology|graphy|ware|able|ible|ful|less|ous|ive|ical|wise|ture|age)s?$/

const SECOND_PART =
  /^(.{3,})(?:time|line|flow|night|wide|word|put|back|down|over|load|base|holder|maker|owner|keeper|wards?|proof|like|scale)s?$/

/** Whether a folded word is an ordinary English one, so that a capital at the start of a sentence means nothing. */
export function isCommonWord(word: string): boolean {
  return COMMON.has(stem(word)) || ORDINARY.test(word) || isCompound(word)
}

// `Overnight`, `cardholder`: the second part is one that names seldom end in.
function isCompound(word: string): boolean {
  const [whole, first = ''] = SECOND_PART.exec(word) ?? []
  return whole !== undefined && (COMMON.has(stem(first)) || isFunctionWord(first))
}
