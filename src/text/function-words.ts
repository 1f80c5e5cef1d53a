import { stem } from '#text/stem.ts'
import { readWords } from '#text/word-list.ts'
import { wordsOf } from '#text/words.ts'

const FUNCTION_WORDS = readWords('function-words')

/** Whether a folded word only holds sentences together (`the`, `whether`), as two of five words of English prose do. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.replace(/(?:n't|'(?:s|re|ve|ll|d|m))$/, ''))
}

/** The stems of the words of a text that carry its meaning, each once. */
export function contentStems(text: string): Set<string> {
  const words = new Set(wordsOf(text).map(({ folded }) => folded))
  return new Set([...words].filter((word) => word.length > 1 && !isFunctionWord(word)).map(stem))
}
