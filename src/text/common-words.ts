import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stem } from '#text/stem.ts'
import { wordsOf } from '#text/words.ts'

// The build rewrites this URL in a bundle.
const FOLDER = fileURLToPath(new URL('../../editorial/words', import.meta.url))

const FUNCTION_WORDS = readWords('function-words')
const COMMON = readWords('common-stems')

// Few names have these endings.
const ORDINARY =
  /.(?:[st]ion|ance|ence|ment|ness|ity|ing|ed|ly|ship|ism|ology|graphy|ware|able|ible|ful|less|ous|ive|ical|wise|ture|age)s?$/

// `Overnight`, `cardholder`: names rarely end in these second parts.
const SECOND_PART =
  /(?<=.{3})(?:time|line|flow|night|wide|word|put|back|down|over|load|base|holder|maker|owner|keeper|wards?|proof|like|scale)s?$/

/** Returns true if a folded word is a function word (`the`, `whether`). These are two fifths of English prose. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.replace(/(?:n't|'(?:s|re|ve|ll|d|m))$/, ''))
}

/** Returns the stems of the other words of a text. */
export function contentStems(text: string): Set<string> {
  const words = new Set(wordsOf(text).map(({ folded }) => folded))
  return new Set([...words].filter((word) => word.length > 1 && !isFunctionWord(word)).map(stem))
}

/** Returns true if a folded word is an ordinary English word, so that a capital at the start of a sentence is not a name. */
export function isCommonWord(word: string): boolean {
  const first = word.replace(SECOND_PART, '')
  return ORDINARY.test(word) || COMMON.has(stem(word)) || COMMON.has(stem(first)) || isFunctionWord(first)
}

/** Reads the words of `editorial/words/{name}.txt`. A line that starts with `#` is a comment. */
export function readWords(name: string): Set<string> {
  const text = readFileSync(join(FOLDER, `${name}.txt`), 'utf8').replaceAll(/^#.*$/gm, '')
  return new Set(text.split(/\s+/).filter(Boolean))
}
