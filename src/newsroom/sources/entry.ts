import * as z from 'zod'

/** The schema of an entry, as an edition's plan keeps it. */
export const entry = z.object({
  source: z.string(),
  publisher: z.string(),
  categories: z.array(z.string()),
  weight: z.number(),
  url: z.string(),
  title: z.string(),
  date: z.string(),
  firstSeen: z.literal(true).optional(),
  text: z.string(),
  complete: z.boolean(),
})

/**
 * One item of a source. `source` is the source's id and `publisher` its name, `categories` and `weight` are the source's;
 * `url` is absolute and http(s), `title` one line of plain text, `date` ISO text that is never in the future, with `firstSeen` that of the
 * day on which it turned up in a feed that gives it none; `text` is
 * plain text, paragraphs apart by a blank line; `complete` is false when the feed carried only a teaser of the page.
 */
export type Entry = z.infer<typeof entry>
