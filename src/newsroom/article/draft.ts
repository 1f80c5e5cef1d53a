import * as z from 'zod'

/**
 * Builds the schema for drafts. The schemas for unit ids (`S1.12`) and source ids (`S1`) are parameters so that the
 * schema sent to a model can list the valid ids. In each sentence, `from` contains the ids of the units that support
 * it. It comes before `text`, so that a model chooses the evidence before it writes. `compute` is the arithmetic behind
 * a number in the sentence, such as `54 - 21`, or an empty string.
 */
export function draftShape<Id extends z.ZodType<string>>({ unit, source }: { unit: Id; source: Id }) {
  const [text, from] = [z.string(), z.array(unit)]
  // May contain inline Markdown: `code`, **bold** and *italic*.
  const sentence = z.object({ from, text, compute: z.string() })
  const block = z.union([
    z.object({ kind: z.enum(['paragraph']), sentences: z.array(sentence) }),
    // Steps are a numbered list.
    z.object({ kind: z.enum(['list', 'steps']), items: z.array(sentence) }),
    // The quoted text, without quotation marks around it.
    z.object({ kind: z.enum(['quote']), from, text, speaker: z.string() }),
    z.object({ kind: z.enum(['code']), from, text, language: z.string() }),
    // If there is no caption, its text is empty.
    z.object({
      kind: z.enum(['table']),
      caption: sentence,
      head: z.array(z.string()),
      rows: z.array(z.object({ from, cells: z.array(z.string()) })),
    }),
  ])
  // The first section has no heading, because it follows the title directly.
  const section = z.object({ heading: sentence.nullable(), blocks: z.array(block) })
  return z.object({
    // Ids of sources that report a different event.
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

/** A paragraph, list, quotation, code block or table in a section. */
export type Block = Section['blocks'][number]

/** A sentence with its evidence. */
export type Sentence = Draft['title']

/** A sentence, or another part of a draft, that needs evidence. */
export type Claim = {
  /**
   * The claim's address in the draft: `title`, `excerpt.0`, `sections.1.heading`, `sections.1.blocks.2.sentences.0`,
   * `….items.1`, `….caption`, `….rows.1`, `sections.1.blocks.3` (a quote or code), or `what_changes.0`.
   */
  where: string
  /** The address of the part that contains the claim: `sections.1.blocks.2`, `excerpt` or `title`. */
  block: string
  kind: 'title' | 'lead' | 'heading' | 'sentence' | 'item' | 'quote' | 'code' | 'caption' | 'row' | 'change'
  text: string
  from: string[]
  compute: string
  speaker: string
}

/** A sentence that replaces a claim. A replaced quotation keeps its speaker unless the piece has one. */
export type Piece = Sentence & { speaker?: string }

/**
 * Returns the draft with each claim replaced by the pieces that `edit` returns for it. Calls `edit` in reading order.
 * If only one piece fits, such as in a title, uses the first one. A table row's cells are separated by ` | `.
 * Removes blank pieces, empty tags and any parts that become empty. The result is well-formed: its first section has no
 * heading, and a section that loses its heading is merged into the previous one.
 */
export function mapClaims(draft: Draft, edit: (claim: Claim) => Piece[]): Draft {
  const piecesAt = (place: Place, { text, from, compute = '', speaker = '' }: Partial<Claim> & Evidenced) =>
    edit({ ...place, text, from, compute, speaker }).filter(hasText)
  const first = (place: Place, given: Evidenced) => piecesAt(place, given).slice(0, 1)
  const all = (kind: Claim['kind'], sentences: Sentence[], { block, list = block }: { block: string; list?: string }) =>
    sentences.flatMap((given, index) => piecesAt({ where: `${list}.${index}`, block, kind }, given)).map(sentenceOf)

  function editBlock(block: Block, where: string): Block[] {
    const placeOf = (kind: Claim['kind'], part = ''): Place => ({ where: where + part, block: where, kind })
    switch (block.kind) {
      case 'paragraph': {
        const sentences = all('sentence', block.sentences, { block: where, list: `${where}.sentences` })
        return sentences.length === 0 ? [] : [{ ...block, sentences }]
      }
      case 'list':
      case 'steps': {
        const items = all('item', block.items, { block: where, list: `${where}.items` })
        return items.length === 0 ? [] : [{ ...block, items }]
      }
      case 'table': {
        const given = [block.caption].filter(hasText)
        const [caption = BLANK] = given.flatMap((one) => first(placeOf('caption', '.caption'), one)).map(sentenceOf)
        const rows = block.rows.flatMap(({ cells, from }, index) => {
          const text = cells.join(CELL_SEPARATOR)
          return first(placeOf('row', `.rows.${index}`), { text, from }).map((row) => {
            return { cells: row.text === text ? cells : row.text.split(CELL_SEPARATOR), from: row.from }
          })
        })
        return rows.length === 0 ? [] : [{ ...block, caption, rows }]
      }
      case 'quote':
        return first(placeOf('quote'), block).map(({ text, from, speaker = block.speaker }) => {
          return { ...block, text, from, speaker }
        })
      case 'code':
        return first(placeOf('code'), block).map(({ text, from }) => ({ ...block, text, from }))
    }
  }

  const [title = BLANK] = first({ where: 'title', block: 'title', kind: 'title' }, draft.title).map(sentenceOf)
  const excerpt = all('lead', draft.excerpt, { block: 'excerpt' })
  const sections: Section[] = []
  for (const [index, section] of draft.sections.entries()) {
    const where = `sections.${index}.heading`
    const given = section.heading === null ? [] : first({ where, block: where, kind: 'heading' }, section.heading)
    const [heading = null] = given.map(sentenceOf)
    const blocks = section.blocks.flatMap((block, place) => editBlock(block, `sections.${index}.blocks.${place}`))
    const before = sections.at(-1)
    if (blocks.length === 0) continue
    if (before === undefined) sections.push({ heading: null, blocks })
    else if (heading === null) before.blocks.push(...blocks)
    else sections.push({ heading, blocks })
  }
  return {
    ...draft,
    title,
    excerpt,
    tags: draft.tags.filter((tag) => tag.trim() !== ''),
    sections: sections.map((section) => ({ ...section, blocks: section.blocks.map(withoutOpenColon) })),
    what_changes: all('change', draft.what_changes, { block: 'what_changes' }),
  }
}

type Place = Pick<Claim, 'where' | 'block' | 'kind'>
type Evidenced = Pick<Claim, 'text' | 'from'>

const CELL_SEPARATOR = ' | '
const BLANK: Sentence = { text: '', from: [], compute: '' }

/** Converts a piece to a sentence by dropping its other fields. */
export function sentenceOf({ text, from, compute }: Piece): Sentence {
  return { text, from, compute }
}

function hasText({ text }: { text: string }): boolean {
  return text.replaceAll(CELL_SEPARATOR, '').trim() !== ''
}

// If the list after "The versions are:" was removed, replaces the colon with a full stop.
function withoutOpenColon(block: Block, index: number, blocks: Block[]): Block {
  const last = block.kind === 'paragraph' ? block.sentences.at(-1) : undefined
  if (block.kind !== 'paragraph' || last === undefined || (blocks[index + 1]?.kind ?? 'paragraph') !== 'paragraph')
    return block
  return { ...block, sentences: [...block.sentences.slice(0, -1), { ...last, text: last.text.replace(/:$/, '.') }] }
}

/**
 * Returns a draft's claims in reading order. The cells of a row are joined with ` | `. A header row is not a claim.
 */
export function claimsOf(draft: Draft): Claim[] {
  const claims: Claim[] = []
  mapClaims(draft, (claim) => {
    claims.push(claim)
    return []
  })
  return claims
}

/** Text in a draft that readers see, whether or not it is a claim. */
export type Passage = Pick<Claim, 'where' | 'block' | 'text'> & { kind: Claim['kind'] | 'tag' | 'speaker' | 'head' }

/** Returns all text in a draft that readers see: claims, tags, quoted speakers and table header rows. */
export function passages(draft: Draft): Passage[] {
  const claims = claimsOf(draft)
  const heads = draft.sections.flatMap(({ blocks }, section) =>
    blocks.flatMap((block, index): Passage[] => {
      const where = `sections.${section}.blocks.${index}`
      return block.kind === 'table'
        ? [{ where, block: where, text: block.head.join(CELL_SEPARATOR), kind: 'head' }]
        : []
    }),
  )
  return [
    ...claims,
    ...draft.tags.map((text, index): Passage => ({ where: `tags.${index}`, block: 'tags', text, kind: 'tag' })),
    ...claims.map(({ speaker, ...claim }): Passage => ({ ...claim, text: speaker, kind: 'speaker' })),
    ...heads,
  ].filter(hasText)
}

/** Returns the ids that support a claim. A heading or caption without ids uses the evidence of its section or table. */
export function evidenceIds({ kind, where, from }: Claim, claims: Claim[]): string[] {
  if (from.length > 0 || (kind !== 'heading' && kind !== 'caption')) return from
  const part = where.slice(0, -kind.length)
  return [...new Set(claims.filter((other) => other.where.startsWith(part)).flatMap((other) => other.from))]
}

/** Returns true if `where` is `address` or lies inside it: `sections.1.blocks.2.items.0` is inside `sections.1`. */
export function isWithin(where: string, address: string): boolean {
  return where === address || where.startsWith(`${address}.`)
}

/** Counts the words in an article, excluding its title, lead, headings and code. */
export function words(draft: Draft): number {
  const texts = claimsOf(draft).filter(({ kind }) => !['title', 'lead', 'heading', 'code'].includes(kind))
  return texts.reduce((sum, { text }) => sum + wordsIn(text), 0)
}

/** Counts the words in text. `3,214` and `don't` are one word each. Dashes and vertical bars are not words. */
export function wordsIn(text: string): number {
  return (text.match(/[^\s|—–]*[\p{L}\p{N}][^\s|—–]*/gu) ?? []).length
}
