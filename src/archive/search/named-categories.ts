import { categoryLabel } from '#blog/category.ts'
import { queryWords } from '#archive/search/query-words.ts'
import { nameKey, type OtherNames } from '#archive/search/synonyms.ts'
import { wordsOf } from '#text/tokenize.ts'

// In letters: "security" is the end of cybersecurity, "logy" says nothing.
const LEAST_END = 5
const LEAST_JOINED = 4

/** Whether a question is the name of a category, begins a word of it, or is a short or other name for it. */
export function isNamed(category: string, query: string, names: OtherNames): boolean {
  return isNickname(category, query, names) || spellings(query, []).some((words) => isBegun(category, words))
}

/**
 * Whether a question names a category in words that its posts need not have: "AI", "web dev" in one word, "security" for
 * cybersecurity, or one of the other names.
 */
export function isNickname(category: string, query: string, names: OtherNames): boolean {
  const label = wordsOf(categoryLabel(category))
  const [typed = [], ...others] = spellings(query, names.get(nameKey(queryWords(query))) ?? [])
  const joined = typed.join('')
  if (others.some((words) => isBegun(category, words))) return true
  if (label.length > 1 && joined.length > 1 && label.map(([letter]) => letter).join('') === joined) return true
  if (
    typed.length === 1 &&
    joined.length >= LEAST_END &&
    label.some((word) => word !== joined && word.endsWith(joined))
  )
    return true
  return joined.length >= LEAST_JOINED && !isBegun(category, typed) && label.join('').startsWith(joined)
}

function spellings(query: string, others: string[][]): string[][] {
  const words = queryWords(query)
  return words.length === 0 ? [] : [words, ...others]
}

function isBegun(category: string, words: readonly string[]): boolean {
  return ` ${wordsOf(categoryLabel(category)).join(' ')}`.includes(` ${words.join(' ')}`)
}
