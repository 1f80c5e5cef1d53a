import { isArticleText, type NumberedSource, type Unit } from '#newsroom/sources/unit.ts'

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
