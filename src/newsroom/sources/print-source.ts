import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

/**
 * A source's units for a prompt, one a line after its id: `[S1.12] text`, blocks apart by a blank line, headings
 * and items marked. The ids of a block of code are filled up to one width: its lines begin one blank after the bracket.
 * Captions and bylines are labelled; related links and boilerplate are left out.
 */
export function printSource({ units }: NumberedSource): string {
  const shown = units.filter(({ mark }) => mark !== 'related' && mark !== 'boilerplate')
  const blocks = Map.groupBy(shown, ({ block }) => block)
  return [...blocks.values()].map(printBlock).join('\n\n')
}

function printBlock(units: Unit[]): string {
  const width = units[0]?.kind === 'code' ? Math.max(...units.map(({ id }) => id.length)) : 0
  return units
    .map(({ id, kind, text, mark }) => {
      const label = `[${id.padEnd(width)}] `
      return `${label}${LEAD[kind] ?? ''}${mark === null ? '' : `(${mark}) `}${text.replaceAll('\n', `\n${' '.repeat(label.length)}`)}`
    })
    .join('\n')
}

const LEAD: Partial<Record<Unit['kind'], string>> = { heading: '## ', item: '- ' }
