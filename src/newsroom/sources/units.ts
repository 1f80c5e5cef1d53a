import type { Reference } from '#newsroom/sources/entry.ts'
import { isArticleText, type NumberedSource, type Unit } from '#newsroom/sources/unit.ts'
import { blocksOf } from '#newsroom/sources/units/blocks.ts'
import { splitDateline } from '#newsroom/sources/units/byline.ts'
import { marksOf } from '#newsroom/sources/units/marks.ts'

/** Cuts a source's text into numbered units, at most 400. The same text always gets the same ids. */
export function numberSource({ text, ...source }: Reference): NumberedSource {
  const { blocks, isCut } = blocksOf(text)
  const { marks, author } = marksOf(blocks)
  const all = withDateline(
    blocks.flatMap(({ pieces, quoted }, block) =>
      pieces.map((piece, index): Body => ({
        ...piece,
        block,
        mark: marks[block]?.[index] ?? null,
        ...(quoted && { quoted }),
      })),
    ),
  )
  const joined = all.length <= MAX_UNITS ? all : joinLines(all)
  const numbered = joined.map((unit, index) => ({ id: `${source.id}.${index + 1}`, ...unit }))
  return {
    ...source,
    author,
    units: [...headOf({ ...source, author }), ...numbered.slice(0, MAX_UNITS)],
    unitCount: numbered.filter(isArticleText).length,
    ...(isCut && { isCut }),
  }
}

const MAX_UNITS = 400

type Body = Omit<Unit, 'id'>

function headOf({ id, title, date, author }: Pick<NumberedSource, 'id' | 'title' | 'date' | 'author'>): Unit[] {
  const fields = [
    ['title', title],
    // The date of a document that was only linked is unknown.
    ['date', date.slice(0, 'YYYY-MM-DD'.length)],
    ['author', author ?? ''],
  ] as const
  return fields.flatMap(([kind, text]) =>
    kind === 'title' || text !== '' ? [{ id: `${id}.${kind}`, kind, text, block: -1, mark: null }] : [],
  )
}

// Puts as many neighbouring lines of code, rows or items of a block into one unit as the number of units demands.
function joinLines(units: Body[]): Body[] {
  const count = Math.ceil(units.length / MAX_UNITS) + 1
  const joined: Body[] = []
  let size = 0
  for (const unit of units) {
    const before = joined.at(-1)
    const isSame = before?.block === unit.block && before.kind === unit.kind && before.mark === unit.mark
    if (before !== undefined && isSame && unit.kind !== 'sentence' && size < count) {
      joined[joined.length - 1] = { ...before, text: `${before.text}${unit.kind === 'code' ? '\n' : ' '}${unit.text}` }
      size += 1
    } else {
      joined.push(unit)
      size = 1
    }
  }
  return joined
}

// The place and date before the first sentence become a unit of their own.
function withDateline(units: Body[]): Body[] {
  const first = units.findIndex(({ kind, mark }) => kind === 'sentence' && mark === null)
  const unit = units[first]
  const split = unit && splitDateline(unit.text)
  if (!split) return units
  const [dateline, rest] = split
  return units.toSpliced(first, 1, { ...unit, text: dateline, mark: 'date' }, { ...unit, text: rest })
}
