import * as z from 'zod'
import { entry, type Entry } from '#newsroom/sources/entry.ts'
import { sha256 } from '#newsroom/store/json-store.ts'

/** The schema of a story in the plan of an edition. */
export const story = z.object({
  /** A hash of the keys of its entries. */
  id: z.string(),
  /** The entries, newest first. */
  entries: z.array(entry).min(1),
  /** The editor's sentence about the event. Missing or empty if code chose the story. */
  event: z.string().optional(),
})

/** Entries about one event. */
export type Story = z.infer<typeof story>

/** The schema of a candidate story in the plan of an edition. The defaults are for plans of earlier versions. */
export const editedStory = z.object({
  category: z.string(),
  story,
  /** Code's score. */
  score: z.number(),
  by: z.enum(['editor', 'code']).default('code'),
  /** The editor's sentence about the event, or empty if code chose the story. */
  event: z.string().default(''),
  why: z.string().default(''),
  /** The editor's rating from 1 to 5, or null if there is none. */
  worth: z.number().nullable().default(null),
})

/** A candidate story for a category, with the reasons for its choice. */
export type EditedStory = z.infer<typeof editedStory>

const ID_LENGTH = 16

/** Creates a story from entries. Its id does not depend on their order. */
export function storyOf(entries: Entry[], event = ''): Story {
  const keys = entries.map(keyOf).toSorted()
  return {
    id: sha256(keys.join('\n')).slice(0, ID_LENGTH),
    entries: entries.toSorted((a, b) => compare(b.date, a.date) || compare(keyOf(a), keyOf(b))),
    event,
  }
}

/** Returns the key of an entry: the URL of its page, and its id if that differs. */
export function keyOf({ id, url }: Entry): string {
  return id === undefined || id === url ? url : `${url} ${id}`
}

/** Compares strings by code units, so that the order does not depend on the machine's locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
