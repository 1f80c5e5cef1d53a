import { categoryLabel } from '#blog/category.ts'
import { queryWords } from '#archive/search/query.ts'
import { nameKey, type OtherNames } from '#archive/search/synonyms.ts'
import { wordsOf } from '#text/tokenize.ts'

// Minimum number of letters in a nickname that ends a word or begins the joined name. "security" is a nickname of
// cybersecurity, but "logy" is not one of technology.
const LEAST_END = 5
const LEAST_JOINED = 4

/** True if a query is the name of a category, the beginning of a word in the name, or a nickname. */
export function isNamed(category: string, query: string, names: OtherNames): boolean {
  return isNickname(category, query, names) || spellings(query, []).some((words) => isBegun(category, words))
}

/**
 * True if a query is a nickname of a category, such as "AI", "webdev", "security" for cybersecurity, or a synonym. The
 * posts of the category may not contain these words.
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
