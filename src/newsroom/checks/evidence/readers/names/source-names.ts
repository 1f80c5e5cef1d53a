import { nameText, type NameText } from '#newsroom/checks/evidence/readers/names/name-matching.ts'
import { properNames, type ProperName } from '#newsroom/checks/evidence/readers/names/proper-names.ts'
import { withoutCode } from '#newsroom/checks/evidence/readers/prose.ts'
import { SAYS } from '#newsroom/checks/evidence/readers/quoted.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { isCommonWord } from '#text/common-words.ts'
import { fold } from '#text/words.ts'

/** The names of a unit. */
export const namesOfUnit = remembered((unit: Unit) => nameText(unit.text))

/** What a source is called, who made it and where it stands: names that all of it may be about. */
export const namesOfHead = remembered(({ title, publisher, author, url, units }: NumberedSource): NameText => {
  const host = URL.parse(url)?.hostname.replaceAll('.', ' ') ?? ''
  const bylines = units.filter(
    ({ mark, text }, index) =>
      mark === 'byline' || (index < HEAD && /^(?:[Bb]y|BY|Posted|Published|Written|Author)\b.{0,60}\p{Lu}/u.test(text)),
  )
  return nameText([title, publisher, author ?? '', host, ...bylines.map(({ text }) => text)].join('\n'))
})

// Among how many units from the start a text that begins with its author says so.
const HEAD = 5

/** The people whom a source names in full, its author among them. */
export const peopleOf = remembered(({ units, author }: NumberedSource): Person[] =>
  peopleIn(
    units.map(({ text }) => text),
    author,
  ),
)

/** The words that a source writes with a small letter, folded: at the start of a sentence they are no names. Parts of addresses do not count. */
export const smallWordsOf = remembered(({ units }: NumberedSource): Set<string> => {
  const texts = units.filter(({ kind }) => kind !== 'code').map(({ text }) => withoutCode(text))
  return new Set(texts.flatMap((text) => text.match(SMALL) ?? []).map(fold))
})

const SMALL = /(?<![\p{L}\p{N}@./_-])\p{Ll}[\p{L}'’]*(?![\p{L}\p{N}@/_]|\.\p{L})/gu

// Each claim asks for the same units again.
function remembered<Key extends WeakKey, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const found = known.get(key) ?? { value: read(key) }
    known.set(key, found)
    return found.value
  }
}

/** A person, by the folded words of the full name. */
export type Person = readonly string[]

/**
 * The people whom texts name in full, and their author: names of two to four words that are no ordinary ones and do not say
 * that they are an organisation, or that stand where only people do (`said X`, `X, who`, `director X`).
 */
export function peopleIn(texts: readonly string[], author: string | null): Person[] {
  const found = texts.flatMap((text) => properNames(text).map((name) => ({ name, text })))
  const alone = Map.groupBy(found, ({ name }) => (name.words.length === 1 ? fold(name.text) : ''))
  // A company is called by the first word of its products.
  const isCalled = (word = '') => (alone.get(fold(word))?.length ?? 0) >= OFTEN
  const people = found
    .filter(
      ({ name, text }) =>
        isFullName(name) && ((hasOddWords(name) && !isCalled(name.words[0])) || isPlacedLikePerson(name, text)),
    )
    .map(({ name }) => name)
  const all = [...people, ...properNames(author ?? '')].map(({ words }) => words.map(fold))
  return [...new Map(all.map((person) => [person.join(' '), person])).values()]
}

const OFTEN = 3

/** Whom of these people words name, in full, by surname, or by a first name that only one of them has; null when nobody. */
export function personNamed(words: readonly string[], people: readonly Person[]): Person | null {
  const folded = words.map(fold).join(' ')
  const called = people.filter(([first]) => first === folded)
  const [only = null] = called.length === 1 ? called : []
  return people.find((person) => ` ${person.join(' ')}`.endsWith(` ${folded}`)) ?? only
}

const ORGANISATION =
  /^(?:st|saint|labs?|ai|inc|ltd|gmbh|corp|corporation|company|group|systems?|technologies|software|semiconductors?|electronics|networks?|hosting|cloud|bank|university|institute|foundation|agency|authority|ministry|department|council|committee|commission|court|union|association|society|collective|cooperative|project|team|research|security|devices|media|news|post|times|press|hospital|clinic|school|academy|airport|islands?|logistics|cargo|mini|max|pro|one|nano|chain|exchange|protocol|laboratory|sons|brothers)$/i

function isFullName({ words }: ProperName): boolean {
  const isPlain = words.every((word) => /^\p{Lu}[\p{L}\p{M}'’]*\p{Ll}$/u.test(word))
  return words.length >= 2 && words.length <= 4 && isPlain && !words.some((word) => ORGANISATION.test(word))
}

function hasOddWords({ words }: ProperName): boolean {
  return [words[0], words.at(-1)].every((word) => word !== undefined && !isCommonWord(fold(word)))
}

const AFTER = new RegExp(
  String.raw`^(?:, [^.;,]{1,80},)?\s(?:\p{Ll}+ly\s)?${SAYS.source}|^,\s(?:who\b|(?:an?|the) \p{Ll}|head\b|chief\b|\d\d\b)`,
  'u',
)
const BEFORE =
  /\b(?:said|says|told|wrote|writes|officer|executive|director|spokes\p{L}+|professor|researcher|analyst|engineer|manager|lead|head|founder|author|minister|secretary|lawyer|scientist|student|developer|maintainer|president|chairwoman|chairman|chair|partner|commissioner|deputy|mentor|counsel|dr|prof|mr|mrs|ms)\.?,?\s$/iu

function isPlacedLikePerson({ at, end }: ProperName, text: string): boolean {
  return AFTER.test(text.slice(end, end + 120)) || BEFORE.test(text.slice(Math.max(0, at - 40), at))
}
