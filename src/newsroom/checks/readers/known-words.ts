import { sourceText } from '#newsroom/checks/readers/source-text.ts'
import { fold, partLine, wordsOf } from '#text/words.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** The words that a reference knows, for looking up names: all folded, those that it writes small, and the initials of its names. */
export type KnownWords = {
  id: string
  all: Set<string>
  small: Set<string>
  initials: Set<string>
  /** The first letters of all its words, and the letters and digits of its whole text. */
  letters: string
  joined: string
}

// Countries and what belongs to them, where the one word does not begin like the other.
const SAME = [
  'america american americans us usa u.s u.s.a',
  'britain british uk u.k briton britons england english',
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

const ENDINGS = ["'s", "'", 's', 'es', 'n', 'an', 'ian', 'ean', 'ese', 'i', 'a', 'y', 'e', 'ans', 'ians', 'ish']

/** The words of a reference, its title, its publisher and its host among them. */
export function knownWords(reference: Reference): KnownWords {
  const text = `${sourceText(reference)}\n${hostOf(reference.url)}`
  const words = wordsOf(text)
  const capitals = text.matchAll(/\p{Lu}[\p{L}'’.&-]*(?:\s(?:(?:of|the|and|for|on|in|de)\s)*\p{Lu}[\p{L}'’.&-]*)+/gu)
  return {
    id: reference.id,
    all: new Set(words.flatMap(({ folded }) => [folded, folded.replace(/'s$/, '')])),
    small: new Set(words.filter(({ text }) => /^\p{Ll}/u.test(text)).map(({ folded }) => folded)),
    initials: new Set(Array.from(capitals, ([run]) => initialsOf(run)).flatMap(windows)),
    letters: words.map(({ folded }) => folded.charAt(0)).join(''),
    joined: partLine(text).replaceAll(' ', ''),
  }
}

/** Whether a word of a name is known: as it is, in another number or case, as an adjective of it, or as an acronym. */
export function knowsWord(known: KnownWords, name: string): boolean {
  const word = fold(name)
  const plain = word.replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (known.all.has(word) || formsOf(word).some((form) => form.length > 3 && known.all.has(form))) return true
  if (wordsOf(name).every(({ folded }) => known.all.has(folded))) return true
  if (formsOf(word).some((form) => form.length > 3 && ENDINGS.some((ending) => known.all.has(form + ending))))
    return true
  if (SAME.some((forms) => forms.includes(word.replace(/'s$/, '')) && forms.some((form) => known.all.has(form))))
    return true
  if (/^\p{Lu}[\p{Lu}.&]+s?$/u.test(name) && knowsAcronym(known, plain)) return true
  // Short words stand inside longer ones by chance; `WiFi` shows by its capitals where it would be parted.
  return plain.length > (/\p{Ll}\p{Lu}/u.test(name) ? 3 : 5) && known.joined.includes(plain)
}

/** Whether the initials of a name stand as an acronym in a reference (`National Security Agency`, `NSA`). */
export function knowsInitials({ all }: KnownWords, initials: string): boolean {
  return initials.length > 2 && all.has(initials)
}

// Two or three letters stand for something by chance in any long text, unless it is a name; four do not.
function knowsAcronym({ all, initials, letters }: KnownWords, acronym: string): boolean {
  const short = acronym.replace(/s$/, '')
  return [acronym, short].some(
    (word) => all.has(word) || initials.has(word) || (word.length > 3 && letters.includes(word)),
  )
}

function formsOf(word: string): string[] {
  return [word, ...ENDINGS.filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, -ending.length))]
}

function initialsOf(run: string): string {
  return (run.match(/(?<![\p{L}'’])\p{Lu}/gu) ?? []).map(fold).join('')
}

// A run of capitals may hold more than one name: every part of it counts.
function windows(initials: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < initials.length; from++) {
    for (let to = from + 2; to <= Math.min(initials.length, from + 8); to++) parts.push(initials.slice(from, to))
  }
  return parts
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replaceAll('.', ' ') ?? ''
}
