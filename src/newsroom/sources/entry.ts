import * as z from 'zod'

/** The schema of an entry, as an edition's plan keeps it. */
export const entry = z.object({
  /** The id of the source in `sources.json`. */
  source: z.string(),
  /** Identifies the entry: the id that the feed gives, otherwise the address. Missing in older plans. */
  id: z.string().optional(),
  publisher: z.string(),
  categories: z.array(z.string()),
  weight: z.number(),
  /** The address of its page, absolute and http(s). */
  url: z.string(),
  /** True if other entries of its feed have the same page, such as a list of releases. */
  sharesPage: z.literal(true).optional(),
  /** One line of plain text. */
  title: z.string(),
  /** ISO text, never in the future; empty if the date is unknown. */
  date: z.string(),
  /** True if `date` is the day on which the entry was first seen in a feed that gives it no date. */
  firstSeen: z.literal(true).optional(),
  /** Markdown that only keeps the structure of blocks. */
  text: z.string(),
  /** False if the feed contains only a teaser of the entry's own page. */
  complete: z.boolean(),
})

/** One item of a source. */
export type Entry = z.infer<typeof entry>

/** The id of an entry, and its address unless other entries have the same. Later entries with one of them are repeats. */
export function keysOf({ id, url, sharesPage }: Entry): string[] {
  return [...(id === undefined ? [] : [id]), ...(sharesPage && !url.includes('#') ? [] : [url])]
}

/** An entry as a writer is given it and an article cites it. `id` is `S1`, `S2`, …; `hash` is the SHA-256 of `text` in hex. */
export type Reference = { id: string; hash: string } & Pick<
  Entry,
  'publisher' | 'url' | 'title' | 'date' | 'firstSeen' | 'text'
>
