import { stem } from '#text/stem.ts'
import { readWords } from '#text/word-list.ts'
import { wordsOf } from '#text/words.ts'

const FUNCTION_WORDS = readWords('function-words')

/** Returns true if a folded word is a function word (`the`, `whether`). These are two fifths of English prose. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.replace(/(?:n't|'(?:s|re|ve|ll|d|m))$/, ''))
}

/** Returns the stems of the other words of a text. */
export function contentStems(text: string): Set<string> {
  const words = new Set(wordsOf(text).map(({ folded }) => folded))
  return new Set([...words].filter((word) => word.length > 1 && !isFunctionWord(word)).map(stem))
}
