import { createHash } from 'node:crypto'
import * as z from 'zod'
import { entry, type Entry } from '#newsroom/sources/entry.ts'

/** The schema of a story, as an edition's plan keeps it. */
export const story = z.object({
  /** A hash of the keys of its entries. */
  id: z.string(),
  /** Entries about one event, newest first. */
  entries: z.array(entry).min(1),
  /** What happened, in a sentence by the editor. Missing or empty if code put the story together. */
  event: z.string().optional(),
})

/** Entries about one event. */
export type Story = z.infer<typeof story>

/** The schema of a story that an edition may publish, as its plan keeps it. Older plans have no editor. */
export const editedStory = z.object({
  category: z.string(),
  story,
  /** The verdict of code. */
  score: z.number(),
  by: z.enum(['editor', 'code']).default('code'),
  /** The editor's words; empty if code decided. */
  event: z.string().default(''),
  why: z.string().default(''),
  /** The editor's verdict from 1 to 5; null if code decided. */
  worth: z.number().nullable().default(null),
})

/** A story for a category, and who put it together and ranked it. */
export type EditedStory = z.infer<typeof editedStory>

/** Makes a story of entries in any order. The same entries always get the same id. */
export function storyOf(entries: Entry[], event = ''): Story {
  const keys = entries.map(keyOf).toSorted()
  return {
    id: createHash('sha256').update(keys.join('\n')).digest('hex').slice(0, 16),
    entries: entries.toSorted((a, b) => compare(b.date, a.date) || compare(keyOf(a), keyOf(b))),
    event,
  }
}

/** The key of an entry: the address of its page, and its id if that differs. */
export function keyOf({ id, url }: Entry): string {
  return id === undefined || id === url ? url : `${url} ${id}`
}

/** Compares by code units: the same on every machine, whatever its language. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
