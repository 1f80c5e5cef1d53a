/**
 * One sentence, with the ids of the units that bear it (`S1.12`), and the arithmetic over their numbers that it states
 * (`54 - 21`; '' when nothing is computed). Its text may hold `code`, **bold** and *italic* in Markdown, nothing else.
 */
export type Sentence = { text: string; from: string[]; compute: string }

/** A part of a section. The text of a quote stands without quotation marks; a caption without text is none. */
export type Block =
  | { kind: 'paragraph'; sentences: Sentence[] }
  | { kind: 'list'; items: Sentence[] }
  | { kind: 'quote'; text: string; speaker: string; from: string[] }
  | { kind: 'code'; text: string; language: string; from: string[] }
  | { kind: 'table'; caption: Sentence; head: string[]; rows: { cells: string[]; from: string[] }[] }

/** Blocks under a heading; the first section of an article has none, since the title stands there. */
export type Section = { heading: Sentence | null; blocks: Block[] }

/**
 * An article as sentences with their evidence. `angle` says in one sentence what is new and for whom; `leave_out` names the
 * sources that report another event, as `S2`.
 */
export type Draft = {
  angle: string
  form: 'brief' | 'report'
  title: Sentence
  excerpt: Sentence[]
  tags: string[]
  leave_out: string[]
  sections: Section[]
  what_changes: Sentence[]
}

/**
 * A piece of a draft with its evidence. `where` is its address: `title`, `excerpt.0`, `sections.1.heading`,
 * `sections.1.blocks.2.sentences.0`, `….items.1`, `….caption`, `….rows.1`, `sections.1.blocks.3` (a quote, code),
 * `what_changes.0`. `block` is the address of what it stands in: `sections.1.blocks.2`, `excerpt`, `title`.
 */
export type Claim = {
  where: string
  block: string
  kind: 'title' | 'lead' | 'heading' | 'sentence' | 'item' | 'quote' | 'code' | 'caption' | 'row' | 'change'
  text: string
  from: string[]
  compute: string
  speaker: string
}

/** Every claim of a draft, in reading order. The head of a table claims nothing; the cells of a row stand between ` | `. */
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

/** How many words an article has, without its title, lead, headings and code; a person counts `3,214` and `don't` as one. */
export function words({ sections, what_changes: changes }: Draft): number {
  const blocks = sections.flatMap((section) => section.blocks)
  const texts = blocks.filter(({ kind }) => kind !== 'code').flatMap((block) => claimsOfBlock(block, ''))
  return [...texts, ...changes].reduce((sum, { text }) => sum + (text.match(WORD) ?? []).length, 0)
}

// As readers count them: 3,214 and don't are one word, a dash or a bar is none.
const WORD = /[^\s|—–]*[\p{L}\p{N}][^\s|—–]*/gu

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
