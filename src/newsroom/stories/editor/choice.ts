import * as z from 'zod'
import { jsonSchemaOf } from '#newsroom/article/draft-json-schema.ts'
import { shorten } from '#text/sentences.ts'
import type { Entry } from '#newsroom/sources/entry.ts'

/** A story as an editor put it together. */
export type Chosen = {
  /** Null if the editor named none of the edition's categories. */
  category: string | null
  entries: Entry[]
  event: string
  why: string
  /** From 1 to 5. */
  worth: number | null
}

/** An editor's choice, the stories in its order. `unknown` and `doubled` count the ids that were ignored. */
export type Choice = { stories: Chosen[]; notNews: Set<Entry>; unknown: number; doubled: number }

/**
 * Reads an editor's answer. Null if it has no list of stories. `entries` are those shown, by id. Unreadable parts, unknown
 * ids and ids that are already in another story are ignored.
 */
export function readChoice(
  answer: unknown,
  { entries, categories }: { entries: ReadonlyMap<string, Entry>; categories: string[] },
): Choice | null {
  const { success, data } = answerShape.safeParse(answer)
  if (!success) return null
  const taken = new Set<Entry>()
  let [unknown, doubled] = [0, 0]
  const stories = storiesOf(data).flatMap((raw): Chosen[] => {
    const { success, data: story } = storyShape.safeParse(raw)
    if (!success) return []
    const { category, members, event, why, worth } = story
    const own = known(members).filter(take)
    if (own.length === 0) return []
    return [{ category: categoryNamed(category, categories), entries: own, event, why, worth: worthOf(worth) }]
  })
  const rest = Array.isArray(data) ? [] : known(data.not_news)
  return { stories, notNews: new Set(rest.filter((entry) => !taken.has(entry))), unknown, doubled }

  function known(text: string): Entry[] {
    return idsIn(text).flatMap((id) => {
      const entry = entries.get(id)
      if (entry === undefined) unknown += 1
      return entry ?? []
    })
  }

  function take(entry: Entry): boolean {
    if (taken.has(entry)) {
      doubled += 1
      return false
    }
    taken.add(entry)
    return true
  }
}

/** The JSON Schema of an editor's answer about entries with these ids. */
export function choiceSchema(ids: string[], categories: string[]) {
  const [text, entry] = [z.string(), z.enum(ids)]
  const story = z.object({
    category: z.enum(categories),
    members: z.array(entry),
    event: text,
    why: text,
    worth: z.enum(['1', '2', '3', '4', '5']),
  })
  return jsonSchemaOf(z.object({ stories: z.array(story), not_news: z.array(entry) }), { entry })
}

// A list of ids, which may be a list or one text, in texts or numbers.
const idList = z
  .union([z.array(z.union([z.string(), z.number()])), z.string(), z.number()])
  .transform((value) => [value].flat().join(' '))

const stories = z.array(z.unknown())

// A model may leave out the outer object, or sort its stories into lists by category.
const answerShape = z.union([
  stories,
  z.object({ stories: z.union([stories, z.record(z.string(), stories)]), not_news: idList.catch('') }),
])

const MAX_SENTENCE = 240

// A model wrote it after reading untrusted texts, and it is shown at a terminal.
const sentence = z
  .string()
  .catch('')
  .transform((text) => shorten(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), MAX_SENTENCE))

const storyShape = z.object({
  category: z.string().catch(''),
  members: idList,
  event: sentence,
  why: sentence,
  worth: z.union([z.string(), z.number()]).catch(''),
})

function storiesOf(data: z.infer<typeof answerShape>): unknown[] {
  if (Array.isArray(data)) return data
  if (Array.isArray(data.stories)) return data.stories
  return Object.entries(data.stories).flatMap(([category, list]) =>
    list.map((story) => (typeof story === 'object' ? { category, ...story } : story)),
  )
}

function idsIn(text: string): string[] {
  const named = [...text.matchAll(/\bE0*(\d+)\b/gi)]
  const numbers = named.length > 0 ? named : [...text.matchAll(/\b0*(\d+)\b/g)]
  return numbers.map(([, number = '']) => `E${number}`)
}

function categoryNamed(name: string, categories: string[]): string | null {
  const slug = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  return categories.includes(slug) ? slug : null
}

function worthOf(worth: string | number): number | null {
  const number = Math.round(Number.parseFloat(String(worth)))
  return number >= 1 && number <= 5 ? number : null
}
