import * as z from 'zod'

const source = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be lowercase letters, digits and hyphens'),
  name: z.string().min(1),
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
  categories: z.array(z.string().min(1)).min(1),
  /** What kind of publisher it is. A vendor writes about its own products, and a project is open source. */
  kind: z.enum(['publisher', 'project', 'vendor', 'research', 'advisory', 'personal']).default('publisher'),
  /** The weight of its entries: 1 for the press, 2 or 3 for primary publishers and experts. */
  weight: z.number().positive().max(10).default(1),
})

/** Schema for `sources.json`. */
export const sourceList = z.array(source).refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
  error: 'two sources have the same id',
})

/** A feed that the newsroom reads. */
export type Source = z.infer<typeof source>
