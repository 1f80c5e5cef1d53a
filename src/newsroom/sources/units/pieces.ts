import { sentencesOf } from '#text/sentences.ts'
import { unwrap } from '#newsroom/sources/units/prose.ts'
import { textOfRow } from '#newsroom/sources/units/table.ts'
import type { TextBlock } from '#newsroom/sources/units/blocks.ts'
import type { Unit } from '#newsroom/sources/unit.ts'

/** A unit before it has an id. */
export type Piece = Pick<Unit, 'kind' | 'text'>

/**
 * What can be cited of a block: prose by sentence, code by line, a table by row, `withHeads` of its columns, and items of up
 * to 200 characters whole.
 */
export function piecesOf(block: TextBlock, { withHeads }: { withHeads: boolean }): Piece[] {
  switch (block.kind) {
    case 'heading':
      return bounded('heading', [block.text])
    case 'code':
      return bounded(
        'code',
        block.lines.filter((line) => line.trim() !== ''),
      )
    case 'list':
      return bounded('item', block.items.flatMap(unwrap).flatMap(itemTexts))
    case 'table': {
      const rows = block.rows.map((cells, row) => (withHeads ? textOfRow(block, row) : cells.join(' | ')))
      return [...bounded('sentence', block.caption.flatMap(sentencesOf)), ...bounded('row', rows)]
    }
    default:
      return bounded('sentence', unwrap(block.lines).flatMap(sentencesOf))
  }
}

const LONGEST_ITEM = 200

const LONGEST_UNIT = 600

function itemTexts(text: string): string[] {
  return text.length <= LONGEST_ITEM ? [text] : sentencesOf(text)
}

function bounded(kind: Piece['kind'], texts: string[]): Piece[] {
  return texts.flatMap(shortened).map((text) => ({ kind, text }))
}

// Cuts what is too long after a clause; else between words; else, in writing without blanks, anywhere.
function shortened(text: string): string[] {
  const parts: string[] = []
  let start = 0
  while (text.length - start > LONGEST_UNIT) {
    const window = text.slice(start, start + LONGEST_UNIT)
    const ends = ENDS.map((end) => window.lastIndexOf(end) + end.length)
    const length = ends.find((end) => end > LONGEST_UNIT / 2) ?? window.toWellFormed().replace(/\uFFFD$/, '').length
    parts.push(window.slice(0, length).trimEnd())
    start += length
  }
  parts.push(text.slice(start).trimEnd())
  return parts.filter(Boolean)
}

const ENDS = ['; ', ': ', ' – ', ' — ', ' | ', ', ', ' ']
