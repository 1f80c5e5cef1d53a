import * as z from 'zod'
import { jsonSchemaOf } from '#newsroom/article/draft-json-schema.ts'
import { sentencesOf, shorten } from '#text/sentences.ts'
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

/** An editor's choice, the stories in its order. */
export type Choice = { stories: Chosen[]; notNews: Set<Entry> }

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
  const stories = data.stories.flatMap((raw): Chosen[] => {
    const { success, data: story } = storyShape.safeParse(raw)
    if (!success) return []
    const { category, members, event, why, worth } = story
    const own = [...new Set(known(members)).difference(taken)]
    if (own.length === 0) return []
    for (const entry of own) taken.add(entry)
    const home = categories.find((id) => id === slugOf(category)) ?? null
    return [{ category: home, entries: own, event, why, worth: worthOf(worth) }]
  })
  const notNews = new Set(known(data.not_news).filter((entry) => !taken.has(entry)))
  return { stories, notNews }

  function known(text: string): Entry[] {
    return [...text.matchAll(/\bE0*(\d+)\b/gi)].flatMap(([, number]) => entries.get(`E${number}`) ?? [])
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

// A list of ids. Some models write it as one text.
const idList = z.union([z.array(z.unknown()), z.string()]).transform((ids) => [ids].flat().join(' '))

const answerShape = z.object({ stories: z.array(z.unknown()), not_news: idList.catch('') })

// The prompt asks for at most 60 and 15 words.
const MAX_EVENT = 600
const MAX_WHY = 240

// A model wrote it after reading untrusted texts, and it is shown at a terminal. Only a first sentence that is too long is cut.
const words = (limit: number) =>
  z
    .string()
    .catch('')
    .transform((text) => {
      const [first = '', ...more] = sentencesOf(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim())
      return more.reduce(
        (all, next) => (all.length + next.length < limit ? `${all} ${next}` : all),
        shorten(first, limit),
      )
    })

const storyShape = z.object({
  category: z.string().catch(''),
  members: idList,
  event: words(MAX_EVENT),
  why: words(MAX_WHY),
  worth: z.union([z.string(), z.number()]).catch(''),
})

// A model may write the name of a category instead of its id.
function slugOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
}

function worthOf(worth: string | number): number | null {
  const number = Math.round(Number.parseFloat(String(worth)))
  return number >= 1 && number <= 5 ? number : null
}
