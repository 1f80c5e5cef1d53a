import { categoryLabel } from '#blog/category.ts'
import { queryWords } from '#archive/search/query.ts'
import { nameKey, type OtherNames } from '#archive/search/synonyms.ts'
import { wordsOf } from '#archive/search/tokenize.ts'

// Minimum number of letters in a nickname that is the end of a word or the start of the joined name. "security" is a
// nickname for cybersecurity, but "logy" is not one for technology.
const LEAST_END = 5
const LEAST_JOINED = 4

/**
 * Returns how a query names a category: `name` if the category's name or a word in it begins with the query, `nickname`
 * if the query is a nickname such as "AI", "webdev" or "security" for cybersecurity, or a synonym, and null otherwise.
 * A category's posts do not necessarily contain its nicknames.
 */
export function namingOf(category: string, query: string, names: OtherNames): 'name' | 'nickname' | null {
  const typed = queryWords(query)
  if (typed.length === 0) return null
  const label = wordsOf(categoryLabel(category))
  const isBegun = (words: readonly string[]) => ` ${label.join(' ')}`.includes(` ${words.join(' ')}`)
  const joined = typed.join('')
  const initials = label.map(([letter]) => letter).join('')
  const isNickname =
    names.get(nameKey(typed))?.some(isBegun) ||
    (label.length > 1 && joined.length > 1 && initials === joined) ||
    (typed.length === 1 &&
      joined.length >= LEAST_END &&
      label.some((word) => word !== joined && word.endsWith(joined))) ||
    (joined.length >= LEAST_JOINED && !isBegun(typed) && label.join('').startsWith(joined))
  return isNickname ? 'nickname' : isBegun(typed) ? 'name' : null
}
