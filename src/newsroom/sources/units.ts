import type { Reference } from '#newsroom/sources/entry.ts'
import { isArticleText, type NumberedSource, type Unit } from '#newsroom/sources/unit.ts'
import { blocksOf } from '#newsroom/sources/units/blocks.ts'
import { marksOf } from '#newsroom/sources/units/marks.ts'

/** Cuts a source's text into numbered units and keeps the first 400. The same text always gets the same ids. */
export function numberSource({ text, ...source }: Reference): NumberedSource {
  const { blocks, isCut } = blocksOf(text)
  const { marks, author } = marksOf(blocks)
  const all = blocks.flatMap(({ pieces, quoted }, block) =>
    pieces.map((piece, index) => ({ ...piece, block, mark: marks[block]?.[index] ?? null, ...(quoted && { quoted }) })),
  )
  const numbered = all.map((unit, index): Unit => ({ id: `${source.id}.${index + 1}`, ...unit }))
  return {
    ...source,
    author,
    units: [...headOf({ ...source, author }), ...numbered.slice(0, MAX_UNITS)],
    unitCount: numbered.filter(isArticleText).length,
    ...(isCut && { isCut }),
  }
}

const MAX_UNITS = 400

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

/**
 * Prints a source's units for a prompt, one per line after its id: `[S1.12] text`, with blank lines between blocks.
 * Headings, items, captions, bylines and block quotes are marked. Related links and boilerplate are left out. A line says
 * if other units were left out or the text was cut, because a reader must not conclude that something is missing.
 */
export function printSource({ units, unitCount, isCut }: NumberedSource): string {
  const shown = units.filter(isArticleText)
  const blocks = Map.groupBy(shown, ({ block }) => block)
  const omitted = (unitCount ?? 0) - shown.filter(({ block }) => block >= 0).length
  return [
    ...[...blocks.values()].map(printBlock),
    ...(omitted > 0 ? [`[… ${omitted} more ${omitted === 1 ? 'unit is' : 'units are'} not shown]`] : []),
    ...(isCut ? ['[… the text goes on, but was not read to its end]'] : []),
  ].join('\n\n')
}

// The ids of a block of code are padded to one width, so that its lines keep their indentation.
function printBlock(units: Unit[]): string {
  const width = units[0]?.kind === 'code' ? Math.max(...units.map(({ id }) => id.length)) : 0
  const lines = units.map(({ id, kind, text, mark, quoted }) => {
    const label = `[${id.padEnd(width)}] `
    const quotation = quoted && (quoted.by === null ? 'quoted' : `quoted from ${quoted.by}`)
    const notes = [mark, quotation].map((note) => (note ? `(${note}) ` : '')).join('')
    return `${label}${LEAD[kind] ?? ''}${notes}${text.replaceAll('\n', `\n${' '.repeat(label.length)}`)}`
  })
  return lines.join('\n')
}

const LEAD: Partial<Record<Unit['kind'], string>> = { heading: '## ', item: '- ' }
