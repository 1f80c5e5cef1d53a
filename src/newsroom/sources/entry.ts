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
  /** The address of its page, absolute and http(s). Several entries of a feed may share a page. */
  url: z.string(),
  /** One line of plain text. */
  title: z.string(),
  /** ISO text, never in the future; empty if the date is unknown. */
  date: z.string(),
  /** True if `date` is the day on which the entry was first seen in a feed that gives it no date. */
  firstSeen: z.literal(true).optional(),
  /** Markdown that only keeps the structure of blocks. */
  text: z.string(),
  /** False if the feed contains only a teaser of the page. */
  complete: z.boolean(),
})

/** One item of a source. */
export type Entry = z.infer<typeof entry>

/** An entry as a writer is given it and an article cites it. `id` is `S1`, `S2`, …; `hash` is the SHA-256 of `text` in hex. */
export type Reference = { id: string; hash: string } & Pick<
  Entry,
  'publisher' | 'url' | 'title' | 'date' | 'firstSeen' | 'text'
>
