import * as z from 'zod'

/** The schema of an entry, as the plan of an edition stores it. */
export const entry = z.object({
  /** The id of the source in `sources.json`. */
  source: z.string(),
  /** Identifies the entry: its id in the feed, otherwise its URL. Missing in older plans. */
  id: z.string().optional(),
  publisher: z.string(),
  categories: z.array(z.string()),
  weight: z.number(),
  /** The absolute http(s) URL of its page. */
  url: z.string(),
  /** True if other entries of its feed have the same page, such as a list of releases. */
  sharesPage: z.literal(true).optional(),
  /** One line of plain text. */
  title: z.string(),
  /** ISO text, never in the future; empty if the date is unknown. */
  date: z.string(),
  /** True if the feed has no date for the entry, so that `date` is the day on which it was first seen. */
  firstSeen: z.literal(true).optional(),
  /** Markdown that only keeps the structure of blocks. */
  text: z.string(),
  /** False if the feed contains only a teaser of the page. */
  complete: z.boolean(),
})

/** One item of a source. */
export type Entry = z.infer<typeof entry>

/** Returns the id of an entry, and its URL unless other entries share it. A later entry with one of them is a repeat. */
export function keysOf({ id, url, sharesPage }: Entry): string[] {
  return [...(id === undefined ? [] : [id]), ...(sharesPage && !url.includes('#') ? [] : [url])]
}

/** An entry as a source of an article. `id` is `S1`, `S2`, …; `hash` is the SHA-256 of `text` in hex. */
export type Reference = { id: string; hash: string } & Pick<
  Entry,
  'publisher' | 'url' | 'title' | 'date' | 'firstSeen' | 'text'
>
