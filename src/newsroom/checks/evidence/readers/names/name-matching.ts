import { properNames, type ProperName } from '#newsroom/checks/evidence/readers/names/proper-names.ts'
import { isCommonWord } from '#text/common-words.ts'
import { stem } from '#text/stem.ts'
import { fold } from '#text/words.ts'

/**
 * A text prepared for looking up names: its letters and digits without anything between, where its words begin and end, its
 * words as they are written, the stems of those with a small letter, its names, and the first letters of runs of capitals.
 */
export type NameText = {
  joined: string
  edges: Set<number>
  words: Set<string>
  small: Set<string>
  names: LinkedName[]
  initials: string
}

// Names that small words join: the words of each (`Ministry`, `Transport`, `Latvia`).
type LinkedName = string[][]

/** Prepares a text. */
export function nameText(text: string): NameText {
  const parts = partsOf(text)
  const edges = new Set([0])
  let at = 0
  for (const part of parts) {
    at += part.length
    edges.add(at)
  }
  const words = text.replaceAll(/(?<=\p{Lu})\.(?=\p{Lu})|(?<=\p{L})-(?=\p{N})/gu, '').match(/[\p{L}\p{N}]+/gu) ?? []
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).map((word) => stem(fold(word)))
  return {
    joined: parts.join(''),
    edges,
    words: new Set(words),
    small: new Set(small),
    names: linkedNames(text),
    initials: Array.from(text.matchAll(CAPITALS), ([run]) => initialsOf(run).join(' ')).join(' '),
  }
}

// `Air Accidents Investigation Branch`, `Department of Justice`.
const CAPITALS = /\p{Lu}[\p{L}’'&]*(?:[ -](?:(?:of|the|and|for|on|in|de) )*\p{Lu}[\p{L}’'&]*)+/gu

/**
 * Whether a text has a name: its words one after the other, or within one name of the text (`Graz University` for
 * `University of Graz`), or as an acronym, or as another form of a country. Spaces, hyphens, case and a plural `s` make no
 * difference; only ordinary words of a name may stand in another form (`universities of Graz and Ghent`).
 */
export function hasName({ text, words }: Pick<ProperName, 'text' | 'words'>, within: NameText): boolean {
  return hasTogether(text, within) || isInOneName(words, within) || isAcronym(text, within)
}

/** Whether words stand in a text one after the other. */
export function hasTogether(words: string, { joined, edges, words: written }: NameText): boolean {
  const squeezed = partsOf(words).join('')
  // `US` is no `us`, and `A3` is no `a 3`.
  if (squeezed.length <= 3) {
    const exact = words.replaceAll(/[^\p{L}\p{N}]/gu, '')
    return written.has(exact) || written.has(`${exact}s`)
  }
  return stands(squeezed) || (squeezed.length > 4 && squeezed.endsWith('s') && stands(squeezed.slice(0, -1)))

  function stands(name: string): boolean {
    for (let at = joined.indexOf(name); at !== -1; at = joined.indexOf(name, at + 1)) {
      const end = at + name.length
      if (edges.has(at) && (edges.has(end) || (joined[end] === 's' && edges.has(end + 1)))) return true
    }
    return false
  }
}

/** Whether a word is the last of a name in a text (`end`), or the first (`start`). */
export function boundsName(word: string, side: 'start' | 'end', { names }: NameText): boolean {
  return names.some((pieces) => pieces.some((piece) => isSameWord(piece.at(side === 'end' ? -1 : 0) ?? '', word)))
}

// Of all words and of those with a capital: `maos` and `mas` for Monetary Authority of Singapore.
function initialsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word))
  return [words, capitals].map((all) => all.map((word) => fold(word).charAt(0)).join(''))
}

function linkedNames(text: string): LinkedName[] {
  const names: LinkedName[] = []
  for (const { words, linked } of properNames(text)) {
    const last = names.at(-1)
    if (last !== undefined && linked !== null && linked !== 'and') last.push(words)
    else names.push([words])
  }
  return names
}

function partsOf(text: string): string[] {
  const plain = fold(text).replaceAll(/'s(?![\p{L}\p{N}])/gu, '')
  return plain.match(/\p{L}+|\p{N}+/gu) ?? []
}

function isInOneName(words: readonly string[], { names, small }: NameText): boolean {
  return names.some((pieces) => {
    const own = pieces.flat()
    const missing = words.filter((word) => !own.some((other) => isSameWord(word, other)))
    return (
      missing.length < words.length && missing.every((word) => isCommonWord(fold(word)) && small.has(stem(fold(word))))
    )
  })
}

// `AAIB` for Air Accidents Investigation Branch, and the other way round.
function isAcronym(text: string, { initials, words }: NameText): boolean {
  const acronym = /^(\p{Lu}{2,})s?$/u.exec(text)?.[1]
  if (acronym !== undefined) return initials.includes(fold(acronym))
  return (
    text.includes(' ') && initialsOf(text).some((letters) => letters.length > 1 && words.has(letters.toUpperCase()))
  )
}

function isSameWord(a: string, b: string): boolean {
  const [one, other] = [fold(a), fold(b)]
  return one === other || `${one}s` === other || one === `${other}s` || isSameCountry(one, other)
}

// Countries and what belongs to them, where the one word does not begin like the other.
const FORMS = [
  'america american americans us usa states',
  'britain british uk briton britons england english kingdom',
  'france french',
  'netherlands dutch holland',
  'germany german germans',
  'spain spanish',
  'switzerland swiss',
  'denmark danish dane danes',
  'norway norwegian norwegians',
  'finland finnish finn finns',
  'sweden swedish swede swedes',
  'poland polish',
  'ireland irish',
  'scotland scottish scots',
  'wales welsh',
  'greece greek',
  'turkey turkish turkiye',
  'ukraine ukrainian',
  'china chinese prc',
  'europe european europeans eu',
  'belgium belgian flemish flanders',
  'czech czechia',
  'portugal portuguese',
  'iceland icelandic',
  'philippines filipino philippine',
  'emirates uae emirati',
  'korea korean koreans',
  'peru peruvian',
  'thailand thai',
  'iraq iraqi',
].map((line) => line.split(' '))

/** Whether two folded words name one country: `germany`, `german`; `latvia`, `latvian`. */
export function isSameCountry(a: string, b: string): boolean {
  return FORMS.some((forms) => forms.includes(a) && forms.includes(b)) || isInhabitant(a, b) || isInhabitant(b, a)
}

// Canadian, Canada; Austrian, Austria; Hebridean, Hebrides; Israeli, Israel.
function isInhabitant(adjective: string, country: string): boolean {
  const root = country.replace(/(?:ia|a|y|es|e)$/, '')
  return (
    root.length >= 4 &&
    adjective !== country &&
    adjective.startsWith(root) &&
    /^(?:i?ans?|eans?|ns?|ese|ish|is?)$/.test(adjective.slice(root.length))
  )
}
