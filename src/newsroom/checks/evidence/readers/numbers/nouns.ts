import { isFunctionWord } from '#text/function-words.ts'
import { stem } from '#text/stem.ts'
import { wordsOf } from '#text/words.ts'

// What may stand between a number and what it counts: `95 of the 120 challenges`.
const PASSED = new Set('of the its their our his her all these those such more other new'.split(' '))
const LONGEST = 4
// The part of a text right behind a number in which its noun may stand, in characters.
const BEHIND = 100

/** The stems of the words right behind a place of a text that may be the noun of a number there, with its adjectives. */
export function nounsBehind(text: string, end: number): string[] {
  const tail = text.slice(end, end + BEHIND)
  const nouns: string[] = []
  let place = 0
  for (const { folded, at, end } of wordsOf(tail)) {
    const isApart = /[^\s\u00A0"'“”‘’*-]/.test(tail.slice(place, at).replace(/,(?=\d{3}$)/, ''))
    if (isApart || nouns.length === LONGEST) break
    place = end
    if (/^\d/.test(folded) || PASSED.has(folded)) continue
    if (isFunctionWord(folded)) break
    nouns.push(stem(folded))
  }
  return nouns
}
