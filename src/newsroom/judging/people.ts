import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { fold } from '#text/words.ts'

/** A person, by the folded words of the full name. */
export type Person = readonly string[]

const FULL_NAME =
  /(?<![\p{L}.] ?)\p{Lu}\p{Ll}+(?: \p{Lu}[\p{Ll}’'-]+){1,2}(?=,? (?:said|says|told|wrote|writes|who\b))|(?:said|says|told|wrote) (\p{Lu}\p{Ll}+(?: \p{Lu}[\p{Ll}’'-]+){1,2})/gu

/** Returns the people whom a source names in full as speakers, and its author. */
export function peopleOf({ units, author }: NumberedSource): Person[] {
  const names = units.flatMap(({ text }) => Array.from(text.matchAll(FULL_NAME), ([name, after]) => after ?? name))
  const all = [...names, ...(author === null ? [] : [author])]
  return [...new Set(all)].map((name) => fold(name).split(' '))
}

/** Returns the person whom words name in full or by surname, or null. */
export function personNamed(words: readonly string[], people: readonly Person[]): Person | null {
  const folded = words.map(fold).join(' ')
  return people.find((person) => ` ${person.join(' ')}`.endsWith(` ${folded}`)) ?? null
}
