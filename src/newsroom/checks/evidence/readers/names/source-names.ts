import { fold } from '#text/words.ts'
import { nameText, type NameText } from '#newsroom/checks/evidence/readers/names/name-matching.ts'
import { peopleIn, type Person } from '#newsroom/checks/evidence/readers/names/people.ts'
import { withoutCode } from '#newsroom/checks/evidence/readers/prose.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/units.ts'

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
