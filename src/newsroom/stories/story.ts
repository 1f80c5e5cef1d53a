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
