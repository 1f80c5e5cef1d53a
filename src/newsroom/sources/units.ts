import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { splitDateline } from '#newsroom/sources/units/byline.ts'
import { blocksOf, type TextBlock } from '#newsroom/sources/units/blocks.ts'
import { joinShort } from '#newsroom/sources/units/join-short.ts'
import { marksOf } from '#newsroom/sources/units/marks.ts'
import { piecesOf } from '#newsroom/sources/units/pieces.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** Cuts a source's text into numbered units, at most 400; the same text always has the same ids. */
export function numberSource({ id, hash, publisher, url, title, date, firstSeen, text }: Reference): NumberedSource {
  const blocks = blocksOf(text)
  const named = cutBlocks(blocks, { withHeads: true })
  const { units, author } = named.units.length <= MOST_UNITS ? named : cutBlocks(blocks, { withHeads: false })
  const body = joinShort(units, MOST_UNITS).map((unit, index) => ({ id: `${id}.${index + 1}`, ...unit }))
  const dated = { date, ...(firstSeen && { firstSeen }) }
  return { id, hash, publisher, url, title, ...dated, author, units: [...headOf({ id, title, date, author }), ...body] }
}

const MOST_UNITS = 400

type Body = Omit<Unit, 'id'>

function cutBlocks(blocks: TextBlock[], rows: { withHeads: boolean }): { units: Body[]; author: string | null } {
  const cut = blocks.map((block) => ({ block, pieces: piecesOf(block, rows) }))
  const { marks, author } = marksOf(cut)
  const units = cut.flatMap(({ pieces }, block) =>
    pieces.map((piece, index) => ({ ...piece, block, mark: marks[block]?.[index] ?? null })),
  )
  return { units: withDateline(units), author }
}

function headOf({ id, title, date, author }: Pick<NumberedSource, 'id' | 'title' | 'date' | 'author'>): Unit[] {
  const head: Unit[] = [{ id: `${id}.title`, kind: 'title', text: title, block: -1, mark: null }]
  // What is only linked tells no date.
  if (date !== '')
    head.push({ id: `${id}.date`, kind: 'date', text: date.slice(0, 'YYYY-MM-DD'.length), block: -1, mark: null })
  if (author !== null) head.push({ id: `${id}.author`, kind: 'author', text: author, block: -1, mark: null })
  return head
}

// The place and date before the first sentence are no part of it.
function withDateline(units: Body[]): Body[] {
  const first = units.findIndex(({ kind, mark }) => kind === 'sentence' && mark === null)
  const unit = units[first]
  const split = unit && splitDateline(unit.text)
  if (!split) return units
  const [dateline, rest] = split
  return units.toSpliced(first, 1, { ...unit, text: dateline, mark: 'date' }, { ...unit, text: rest })
}
