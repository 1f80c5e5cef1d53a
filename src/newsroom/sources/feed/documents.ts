import * as z from 'zod'

/** The schema of a feed that was read. */
export const parsedFeed = z.object({
  title: z.string(),
  /** Newest first, those without a date last. */
  entries: z.array(
    z.object({
      /** The id that the feed gives, in a form that no other feed uses; otherwise the address. */
      id: z.string(),
      url: z.string(),
      /** One line of plain text. */
      title: z.string(),
      /** ISO text. */
      date: z.string().nullable(),
      /** Markdown. */
      text: z.string(),
      /** True if `text` is only the beginning of the page. */
      teaser: z.boolean(),
    }),
  ),
})

/** A feed in any format. */
export type ParsedFeed = z.infer<typeof parsedFeed>

/** The schema of a page's article. */
export const pageArticle = z.object({
  /** Markdown, with the byline that the page gives. */
  text: z.string(),
  title: z.string(),
  links: z.array(z.object({ url: z.string(), text: z.string() })),
})

/** The article of a page. */
export type PageArticle = z.infer<typeof pageArticle>

/** A link of a page: an absolute address and the words that are linked. */
export type PageLink = PageArticle['links'][number]
