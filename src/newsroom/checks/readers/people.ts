import { isCommonWord } from '#text/common-words.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { SAYS } from '#newsroom/checks/readers/speech.ts'
import { fold } from '#text/words.ts'

/** A place of a text that names a person: the folded words of the name, and where it stands in characters. */
export type PersonMention = { words: string[]; at: number }

const TITLES =
  'Judge|Dr|Prof|Professor|Mr|Mrs|Ms|Sir|Dame|Director|President|Minister|Governor|Captain|Senator|Chief|Superintendent|Farmer'
const OFFICES =
  'officer|executive|director|spokes\\w+|professor|researcher|analyst|engineer|manager|lead|head|founder|author|minister|secretary|lawyer|barrister|farmer|scientist|student|developer|maintainer|coordinator'
const WORD = String.raw`\p{Lu}[\p{Ll}\p{M}'’]+(?:-\p{Lu}[\p{Ll}\p{M}'’]+)?`
const FULL_NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?!(?:${TITLES})\b)(${WORD}) (?:\p{Lu}\. |(?:van|von|de|der|den|bin|al) ){0,2}(${WORD})(?![\p{L}\p{N}-])`,
  'gu',
)
const AFTER = new RegExp(
  String.raw`^(?:, [^.;]{1,80},)?\s(?:\w+ly\s)?${SAYS.source}|^,\s(?:who|an?|the|head|chief|\d\d)\b`,
  'iu',
)
const BEFORE = new RegExp(
  String.raw`(?:${SAYS.source}(?:\s[\p{Ll}-]+){0,3}|\b(?:${TITLES})\.?|\b(?:${OFFICES}),?)\s$`,
  'iu',
)

/**
 * Where a text names people, by full name or surname, in its order. A name is a person's who speaks, has an age, an office
 * or a title, or is called by surname at the start of a sentence.
 */
export function peopleIn(text: string): PersonMention[] {
  const people = new Map<string, string[]>()
  for (const { 0: name, 1: first = '', 2: last = '', index } of text.matchAll(FULL_NAME)) {
    if (isCommonWord(fold(last)) || isFunctionWord(fold(first))) continue
    const end = index + name.length
    const isPerson =
      AFTER.test(text.slice(end, end + 120)) ||
      BEFORE.test(text.slice(Math.max(0, index - 60), index)) ||
      isCalledBySurname(text, last)
    if (isPerson) people.set(last, [fold(first), fold(last)])
  }
  return [...people].flatMap(([last, words]) => mentionsOf(text, last, words)).toSorted((a, b) => a.at - b.at)
}

function isCalledBySurname(text: string, last: string): boolean {
  return new RegExp(String.raw`(?:^|[.!?"”]\s|\n)${last}(?:\s\p{Ll}|['’]s\s)`, 'u').test(text)
}

function mentionsOf(text: string, last: string, words: string[]): PersonMention[] {
  const surname = new RegExp(String.raw`(?<![\p{L}\p{N}-])${last}(?![\p{L}\p{N}-])`, 'gu')
  return Array.from(text.matchAll(surname), ({ index }) => ({ words, at: index }))
}
