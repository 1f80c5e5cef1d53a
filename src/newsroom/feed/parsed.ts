import * as z from 'zod'

/** The schema of a parsed feed, as it comes out of the worker. */
export const parsedFeed = z.object({
  title: z.string(),
  entries: z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      date: z.string().nullable(),
      text: z.string(),
      teaser: z.boolean(),
    }),
  ),
})

/**
 * A feed, whatever its format, its entries newest first, those without a date last. Titles are one line of plain text,
 * texts plain paragraphs, dates ISO text; a `teaser` is only the beginning of the page.
 */
export type ParsedFeed = z.infer<typeof parsedFeed>
