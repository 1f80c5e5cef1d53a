import { entitiesOf, type Entities } from '#newsroom/stories/similarity/entities.ts'
import { isTelling, wordsOf, type Word } from '#newsroom/stories/similarity/words.ts'
import type { Entry } from '#newsroom/sources/entry.ts'

// A report says in its first words what happened; what follows is background, which it shares with reports of other events.
const LEAD_WORDS = 100
const LEAD_CHARACTERS = 1500

/** What of an entry tells its event: `title` and `all` (the title and the lead) are stems; `time` is in milliseconds. */
export type Features = {
  entry: Entry
  title: Set<string>
  all: Set<string>
  titleEntities: Entities
  entities: Entities
  /** Stems spelled with a capital where a common word would have none, and those spelled without. */
  named: Set<string>
  lower: Set<string>
  /** The stem that begins the title, in which any word has a capital. */
  first: string
  time: number
}

/** Reads an entry's title and the first hundred words of its text. */
export function featuresOf(entry: Entry): Features {
  const lead = leadOf(entry)
  const title = wordsOf(entry.title)
  const body = wordsOf(lead)
  const stems = title.filter(isTelling).map(({ stem }) => stem)
  return {
    entry,
    ...casesOf([title, body]),
    first: telling(title) ? (stems[0] ?? '') : '',
    title: new Set(stems),
    all: new Set([...stems, ...body.filter(isTelling).map(({ stem }) => stem)]),
    titleEntities: entitiesOf(entry.title),
    entities: entitiesOf(`${entry.title}\n${lead}`),
    time: Date.parse(entry.date),
  }
}

function leadOf({ title, text }: Entry): string {
  const start = text.slice(0, LEAD_CHARACTERS).trim()
  const own = start.startsWith(title) ? start.slice(title.length) : start
  return own.split(/\s+/).slice(0, LEAD_WORDS).join(' ')
}

function casesOf(texts: Word[][]): { named: Set<string>; lower: Set<string> } {
  const named = new Set<string>()
  const lower = new Set<string>()
  for (const words of texts) {
    const tells = telling(words)
    for (const [index, { spelling, stem }] of words.entries()) {
      if (/^\d/.test(spelling)) continue
      if (hasCapital(spelling.slice(1)) || (tells && index > 0 && hasCapital(spelling))) named.add(stem)
      else if (!hasCapital(spelling)) lower.add(stem)
    }
  }
  return { named, lower }
}

// A headline In Title Case says nothing about names, but for OpenAI and NASA.
function telling(words: Word[]): boolean {
  return words.filter(({ spelling }) => hasCapital(spelling)).length * 2 < words.length
}

function hasCapital(text: string): boolean {
  return text !== text.toLowerCase()
}
