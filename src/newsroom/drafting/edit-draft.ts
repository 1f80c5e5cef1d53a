import { claimsOf, type Block, type Claim, type Draft, type Sentence } from '#newsroom/article/draft.ts'

/** What stands in the place of a claim; a `speaker` is for a quotation, which keeps its own when none is given. */
export type Piece = Sentence & { speaker?: string }

/**
 * The draft with each claim as `edit` gives it. None takes it out; several stand one after the other where sentences follow
 * each other, elsewhere the first counts. The cells of a row stand between ` | `. What is empty now is left for `heal`.
 */
export function mapClaims(draft: Draft, edit: (claim: Claim) => Piece[]): Draft {
  const edited = new Map(claimsOf(draft).map((claim) => [claim.where, edit(claim)]))
  const all = (where: string, sentences: Sentence[]) =>
    sentences.flatMap((sentence, index) => (edited.get(`${where}.${index}`) ?? [sentence]).map(sentenceOf))
  const first = (where: string, sentence: Sentence) => (edited.get(where) ?? [sentence]).slice(0, 1).map(sentenceOf)
  const blockAt = (block: Block, where: string): Block[] => {
    switch (block.kind) {
      case 'paragraph':
        return [{ kind: block.kind, sentences: all(`${where}.sentences`, block.sentences) }]
      case 'list':
        return [
          {
            kind: block.kind,
            items: block.items.flatMap((item, index) => first(`${where}.items.${index}`, item)),
          },
        ]
      case 'table': {
        const [caption = BLANK] = first(`${where}.caption`, block.caption)
        const rows = block.rows.flatMap(({ cells, from }, index) => {
          const text = cells.join(CELLS)
          return first(`${where}.rows.${index}`, { text, from, compute: '' }).map((row) => {
            return { cells: row.text === text ? cells : row.text.split(CELLS), from: row.from }
          })
        })
        return [{ kind: block.kind, caption, head: block.head, rows }]
      }
      case 'quote':
        return (edited.get(where) ?? []).slice(0, 1).map(({ text, from, speaker = block.speaker }) => {
          return { kind: block.kind, text, speaker, from }
        })
      case 'code':
        return first(where, BLANK).map(({ text, from }) => ({ kind: block.kind, text, language: block.language, from }))
    }
  }
  const [title = BLANK] = first('title', draft.title)
  return {
    angle: draft.angle,
    form: draft.form,
    title,
    excerpt: all('excerpt', draft.excerpt),
    tags: draft.tags,
    leave_out: draft.leave_out,
    sections: draft.sections.map(({ heading, blocks }, index) => {
      const [head = null] = heading === null ? [] : first(`sections.${index}.heading`, heading)
      return {
        heading: head,
        blocks: blocks.flatMap((block, place) => blockAt(block, `sections.${index}.blocks.${place}`)),
      }
    }),
    what_changes: all('what_changes', draft.what_changes),
  }
}

/** Whether an address is another, or lies below it: `sections.1.blocks.2.items.0` lies below `sections.1`. */
export function isWithin(where: string, address: string): boolean {
  return where === address || where.startsWith(`${address}.`)
}

const CELLS = ' | '
const BLANK: Sentence = { text: '', from: [], compute: '' }

function sentenceOf({ text, from, compute }: Piece): Sentence {
  return { text, from, compute }
}
