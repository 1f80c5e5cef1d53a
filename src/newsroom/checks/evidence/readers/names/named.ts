import { isCalendarWord } from '#newsroom/checks/evidence/readers/dates/dates.ts'
import { isCommonWord } from '#text/common-words.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { fold } from '#text/words.ts'

/** The word right before a place of a text, where a name may end: `Postgres` of `Postgres 19`; null where no word does. */
export function wordBefore(text: string, at: number): string | null {
  return /(?<![\p{L}\p{N}])(\p{L}[\p{L}\p{N}]*)[\s-]$/u.exec(text.slice(Math.max(0, at - 40), at))?.[1] ?? null
}

/** Whether the number at a place of a text belongs to a name: `Section 230`, `iOS 26`; not `About 40`, `Using 40`, `Sunday 8`. */
export function isNamed(text: string, at: number): boolean {
  const word = wordBefore(text, at)
  if (word === null || !/^i?\p{Lu}/u.test(word)) return false
  const folded = fold(word)
  if (isFunctionWord(folded) || isCalendarWord(folded)) return false
  return (
    !isCommonWord(folded) ||
    !/(?:^|[.!?:]\s)["'“‘(]?$/u.test(text.slice(Math.max(0, at - word.length - 5), at - word.length - 1))
  )
}
