import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stem, wordsOf } from '#text/words.ts'

// The build rewrites this URL when it bundles the code.
const FOLDER = fileURLToPath(new URL('../../editorial/words', import.meta.url))

const FUNCTION_WORDS = readWords('function-words')
const COMMON = readWords('common-stems')

// Endings of ordinary words. Few names end in them.
const ORDINARY =
  /.(?:[st]ion|ance|ence|ment|ness|ity|ing|ed|ly|ship|ism|ology|graphy|ware|able|ible|ful|less|ous|ive|ical|wise|ture|age)s?$/

// The second parts of compounds such as `overnight` and `cardholder`. Few names end in them.
const SECOND_PART =
  /(?<=.{3})(?:time|line|flow|night|wide|word|put|back|down|over|load|base|holder|maker|owner|keeper|wards?|proof|like|scale)s?$/

/** True if a folded word is a function word, such as `the` or `whether`. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.replace(/(?:n't|'(?:s|re|ve|ll|d|m))$/, ''))
}

/** Returns the stems of all words in text that are not function words. */
export function contentStems(text: string): Set<string> {
  const words = new Set(wordsOf(text).map(({ folded }) => folded))
  return new Set([...words].filter((word) => word.length > 1 && !isFunctionWord(word)).map(stem))
}

/** True if a folded word is an ordinary English word, so that it is not a name at the start of a sentence. */
export function isCommonWord(word: string): boolean {
  const first = word.replace(SECOND_PART, '')
  return ORDINARY.test(word) || COMMON.has(stem(word)) || COMMON.has(stem(first)) || isFunctionWord(first)
}

/** Reads the words in `editorial/words/{name}.txt`. Lines that start with `#` are comments. */
export function readWords(name: string): Set<string> {
  const text = readFileSync(join(FOLDER, `${name}.txt`), 'utf8').replaceAll(/^#.*$/gm, '')
  return new Set(text.split(/\s+/).filter(Boolean))
}
