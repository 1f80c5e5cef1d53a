import * as z from 'zod'

/**
 * Builds the schema of a draft. `unit` is the schema of the id of a unit (`S1.12`) and `source` of the id of a source
 * (`S1`), so that the schema for a model can list the ids. Each sentence has the ids of the units that support it (`from`),
 * and the arithmetic over their numbers that it states (`compute`, such as `54 - 21`, or an empty string).
 */
export function draftShape<Id extends z.ZodType<string>>({ unit, source }: { unit: Id; source: Id }) {
  const [text, from] = [z.string(), z.array(unit)]
  // May contain `code`, **bold** and *italic* in Markdown.
  const sentence = z.object({ text, from, compute: z.string() })
  const block = z.union([
    z.object({ kind: z.enum(['paragraph']), sentences: z.array(sentence) }),
    z.object({ kind: z.enum(['list']), items: z.array(sentence) }),
    // The text has no quotation marks around it.
    z.object({ kind: z.enum(['quote']), text, speaker: z.string(), from }),
    z.object({ kind: z.enum(['code']), text, language: z.string(), from }),
    // The text of the caption is empty if there is none.
    z.object({
      kind: z.enum(['table']),
      caption: sentence,
      head: z.array(z.string()),
      rows: z.array(z.object({ cells: z.array(z.string()), from })),
    }),
  ])
  // The first section has no heading, because the title is above it.
  const section = z.object({ heading: sentence.nullable(), blocks: z.array(block) })
  return z.object({
    // One sentence on the news and its audience.
    angle: z.string(),
    // Sources that report another event.
    leave_out: z.array(source),
    title: sentence,
    excerpt: z.array(sentence),
    tags: z.array(z.string()),
    sections: z.array(section),
    what_changes: z.array(sentence),
  })
}

/** An article as sentences with their evidence. */
export type Draft = z.infer<ReturnType<typeof draftShape<z.ZodString>>>

/** Blocks under a heading. */
export type Section = Draft['sections'][number]

/** A part of a section. */
export type Block = Section['blocks'][number]

/** A sentence with its evidence. */
export type Sentence = Draft['title']

/** A piece of a draft with its evidence. */
export type Claim = {
  /**
   * Its address: `title`, `excerpt.0`, `sections.1.heading`, `sections.1.blocks.2.sentences.0`, `….items.1`, `….caption`,
   * `….rows.1`, `sections.1.blocks.3` (a quote or code), `what_changes.0`.
   */
  where: string
  /** The address of the part that contains it: `sections.1.blocks.2`, `excerpt`, `title`. */
  block: string
  kind: 'title' | 'lead' | 'heading' | 'sentence' | 'item' | 'quote' | 'code' | 'caption' | 'row' | 'change'
  text: string
  from: string[]
  compute: string
  speaker: string
}

/** Returns all claims of a draft in reading order. The cells of a row are joined by ` | `. The head of a table is not a claim. */
export function claimsOf(draft: Draft): Claim[] {
  const listed = (block: string, kind: Claim['kind'], sentences: Sentence[]) =>
    sentences.map((sentence, index) => claim({ where: `${block}.${index}`, block, kind }, sentence))
  return [
    claim({ where: 'title', block: 'title', kind: 'title' }, draft.title),
    ...listed('excerpt', 'lead', draft.excerpt),
    ...draft.sections.flatMap(({ heading, blocks }, section) => {
      const where = `sections.${section}.heading`
      return [
        ...(heading === null ? [] : [claim({ where, block: where, kind: 'heading' }, heading)]),
        ...blocks.flatMap((block, index) => claimsOfBlock(block, `sections.${section}.blocks.${index}`)),
      ]
    }),
    ...listed('what_changes', 'change', draft.what_changes),
  ]
}

/** A piece of a draft's text, also one without a claim. */
export type Passage = Pick<Claim, 'where' | 'block' | 'text' | 'from'> & {
  kind: Claim['kind'] | 'tag' | 'speaker' | 'head'
}

/** Returns all text of a draft that readers see: its claims, tags, speakers of quotations and heads of tables. */
export function passages(draft: Draft): Passage[] {
  const claims = claimsOf(draft)
  const speakers = claims
    .filter(({ kind, speaker }) => kind === 'quote' && speaker !== '')
    .map(({ where, block, speaker, from }): Passage => ({ where, block, text: speaker, from, kind: 'speaker' }))
  const heads = draft.sections.flatMap(({ blocks }, section) =>
    blocks.flatMap((block, index): Passage[] => {
      if (block.kind !== 'table') return []
      const where = `sections.${section}.blocks.${index}`
      return [{ where, block: where, text: block.head.join(' | '), from: block.caption.from, kind: 'head' }]
    }),
  )
  const tags = draft.tags.map((text, index): Passage => {
    return { where: `tags.${index}`, block: 'tags', text, from: [], kind: 'tag' }
  })
  return [...claims, ...tags, ...speakers, ...heads]
}

/** Returns the ids that support a claim. A heading or caption without ids rests on the evidence of its section or table. */
export function evidenceIds({ kind, where, from }: Claim, claims: Claim[]): string[] {
  if (from.length > 0 || (kind !== 'heading' && kind !== 'caption')) return from
  const part = where.slice(0, -kind.length)
  return [...new Set(claims.filter((other) => other.where.startsWith(part)).flatMap((other) => other.from))]
}

/** Returns true if an address is, or is inside, another: `sections.1.blocks.2.items.0` is inside `sections.1`. */
export function isWithin(where: string, address: string): boolean {
  return where === address || where.startsWith(`${address}.`)
}

/** Counts the words of an article without its title, lead, headings and code. */
export function words({ sections, what_changes: changes }: Draft): number {
  const blocks = sections.flatMap((section) => section.blocks)
  const texts = blocks.filter(({ kind }) => kind !== 'code').flatMap((block) => claimsOfBlock(block, ''))
  return [...texts, ...changes].reduce((sum, { text }) => sum + wordsIn(text), 0)
}

/** Counts the words of a text: `3,214` and `don't` are one word, and a dash or a bar is not a word. */
export function wordsIn(text: string): number {
  return (text.match(/[^\s|—–]*[\p{L}\p{N}][^\s|—–]*/gu) ?? []).length
}

function claimsOfBlock(block: Block, where: string): Claim[] {
  switch (block.kind) {
    case 'paragraph':
      return block.sentences.map((sentence, index) =>
        claim({ where: `${where}.sentences.${index}`, block: where, kind: 'sentence' }, sentence),
      )
    case 'list':
      return block.items.map((item, index) =>
        claim({ where: `${where}.items.${index}`, block: where, kind: 'item' }, item),
      )
    case 'table':
      return [
        ...(block.caption.text === ''
          ? []
          : [claim({ where: `${where}.caption`, block: where, kind: 'caption' }, block.caption)]),
        ...block.rows.map(({ cells, from }, index) =>
          claim({ where: `${where}.rows.${index}`, block: where, kind: 'row' }, { text: cells.join(' | '), from }),
        ),
      ]
    case 'quote':
      return [claim({ where, block: where, kind: 'quote' }, block)]
    case 'code':
      return [claim({ where, block: where, kind: 'code' }, block)]
  }
}

function claim(
  { where, block, kind }: Pick<Claim, 'where' | 'block' | 'kind'>,
  { text, from, compute = '', speaker = '' }: { text: string; from: string[]; compute?: string; speaker?: string },
): Claim {
  return { where, block, kind, text, from, compute, speaker }
}
