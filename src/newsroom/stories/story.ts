import * as z from 'zod'
import { entry, type Entry } from '#newsroom/sources/entry.ts'

/** Schema for a story in a stored edition plan. */
export const story = z.object({
  /** The entries, newest first. */
  entries: z.array(entry).min(1),
})

/** Entries about one event. */
export type Story = z.infer<typeof story>

/** Schema for a candidate story in a stored edition plan. The defaults are for plans by earlier versions. */
export const editedStory = z.object({
  category: z.string(),
  story,
  /** The score that code computed. */
  score: z.number(),
  by: z.enum(['editor', 'code']).default('code'),
  /** The editor's one-sentence description of the event, or an empty string if code chose the story. */
  event: z.string().default(''),
  why: z.string().default(''),
  /** The editor's rating of the story's newsworthiness from 1 to 5, or null if there is none. */
  worth: z.number().nullable().default(null),
})

/** A candidate story for a category, and why it was chosen. */
export type EditedStory = z.infer<typeof editedStory>

/** Creates a story from entries, in any order. */
export function storyOf(entries: Entry[]): Story {
  return { entries: entries.toSorted((a, b) => compare(b.date, a.date) || compare(a.id, b.id)) }
}

/** Compares strings by code units so that the order does not depend on the machine's locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
