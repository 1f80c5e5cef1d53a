import * as z from 'zod'

/** Schema for an entry in a stored edition plan. */
export const entry = z.object({
  /** The source's id in `sources.json`. */
  source: z.string(),
  /** Identifies the entry: its id in the feed, or its URL if the feed has no ids. */
  id: z.string(),
  publisher: z.string(),
  categories: z.array(z.string()),
  weight: z.number(),
  /**
   * The absolute http(s) URL of its page. It has a fragment only if other entries of the same feed link to the same
   * page, such as a list of releases.
   */
  url: z.string(),
  /** One line of plain text. */
  title: z.string(),
  /** An ISO 8601 date that is never in the future. */
  date: z.string(),
  /** Markdown that keeps only the block structure. */
  text: z.string(),
  /** False if the feed contains only the beginning of the page's text. */
  complete: z.boolean(),
})

/** An item in a source's feed. */
export type Entry = z.infer<typeof entry>

/** Returns an entry's id and its URL. A later entry with one of these keys is a duplicate. */
export function keysOf({ id, url }: Entry): string[] {
  return [id, url]
}

/** A text that an article can cite. */
export type SourceText = Pick<Entry, 'publisher' | 'url' | 'title' | 'date' | 'text'>

/** A numbered text. `id` is `S1`, `S2`, …; `hash` is the SHA-256 of `text` in hex. */
export type Reference = { id: string; hash: string } & SourceText
