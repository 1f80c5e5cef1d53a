import * as z from 'zod'

// A model may leave out what a kind of block has no use for, or send null.
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const words = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? [])

const block = z.object({
  kind: z.enum(['paragraph', 'list', 'quote', 'code', 'table']),
  text,
  items: words,
  rows: z
    .array(z.array(z.string()))
    .nullish()
    .transform((value) => value ?? []),
  language: text,
  sources: words,
})

/** The schema of a writer's answer. */
export const draft = z.object({
  title: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  sections: z.array(z.object({ heading: z.string(), blocks: z.array(block) })),
  why_it_matters: z.string(),
})

/**
 * A part of an article. A paragraph, quote or code block has `text`, a list `items`, a table `rows` (the first is the
 * head); what a kind does not use is empty. `sources` names references, as `S1`.
 */
export type Block = z.infer<typeof block>

/** An article as a model writes it: plain text with bold, italic and code in Markdown, never HTML or an address. */
export type Draft = z.infer<typeof draft>

/** A run of a draft's text: `where` is its place, as `title` or `sections.0.blocks.2`; `sources` the references it may rest on. */
export type Passage = {
  where: string
  text: string
  sources: string[]
  kind: Block['kind'] | 'title' | 'excerpt' | 'heading' | 'tag' | 'why'
}

/** Every passage of a draft, in reading order. What names no sources of its own may rest on any that the draft names. */
export function passages(draft: Draft): Passage[] {
  const all = [...new Set(draft.sections.flatMap(({ blocks }) => blocks.flatMap(({ sources }) => sources)))]
  return [
    { where: 'title', text: draft.title, sources: all, kind: 'title' },
    { where: 'excerpt', text: draft.excerpt, sources: all, kind: 'excerpt' },
    ...draft.tags.map((tag, index): Passage => ({ where: `tags.${index}`, text: tag, sources: all, kind: 'tag' })),
    ...draft.sections.flatMap(({ heading, blocks }, section): Passage[] => [
      { where: `sections.${section}.heading`, text: heading, sources: all, kind: 'heading' },
      ...blocks.map((part, index): Passage => {
        const where = `sections.${section}.blocks.${index}`
        return { where, text: textOf(part), sources: part.sources, kind: part.kind }
      }),
    ]),
    { where: 'why_it_matters', text: draft.why_it_matters, sources: all, kind: 'why' },
  ]
}

/** The words of a block, its items or cells on lines of their own. */
export function textOf({ text, items, rows }: Block): string {
  return [text, ...items, ...rows.map((row) => row.join(' | '))].filter((line) => line !== '').join('\n')
}
