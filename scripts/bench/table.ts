/** What a number counts; it stands behind it, and `x` is a ratio. */
export type Unit = 'ms' | 's' | 'kB' | 'MB' | '/s' | 'x' | '%' | ''

/** One thing that was measured: every sample, their median and their ends. */
export type Measure = { unit: Unit; median: number; min: number; max: number; samples: number[] }

/** A table of results; a cell is null where nothing was measured. */
export type Table = { title: string; columns: string[]; rows: { name: string; cells: (Measure | null)[] }[] }

/** What a section found, with a sentence on how. */
export type Result = { section: string; sentence: string; tables: Table[] }

/** Samples on their way into a table: a value a column, in the order of the columns, for each row and build. */
export type Samples = {
  add(place: { row: string; build: string }, values: (number | null)[]): void
  table(): Table
}

/**
 * Collects samples by the columns' units, a row of the table for each name and build. Where two builds were measured, a third row has the
 * ratio of the first to the second, made sample by sample, as they were measured in turn.
 */
export function collectSamples(title: string, units: Record<string, Unit>): Samples {
  const columns = Object.entries(units)
  const rows = new Map<string, Map<string, (number | null)[][]>>()

  function cellsOf(samples: (number | null)[][]): (Measure | null)[] {
    return columns.map(([, unit], column) =>
      measureOf(
        samples.map((values) => values[column] ?? null),
        unit,
      ),
    )
  }

  function rowsOf([name, builds]: [string, Map<string, (number | null)[][]>]): Table['rows'] {
    const [first, second] = [...builds.values()]
    if (first === undefined || second === undefined)
      return [...builds.values()].map((samples) => ({ name, cells: cellsOf(samples) }))
    const ratios = columns.map((_, column) => {
      const pairs = first.map((values, index) => ratioOf(values[column], second[index]?.[column]))
      return measureOf(pairs, 'x')
    })
    return [
      ...[...builds].map(([build, samples]) => ({ name: `${name}, ${build}`, cells: cellsOf(samples) })),
      { name: `${name}, ratio`, cells: ratios },
    ]
  }

  return {
    add({ row, build }, values) {
      const builds = rows.get(row) ?? new Map<string, (number | null)[][]>()
      rows.set(row, builds.set(build, [...(builds.get(build) ?? []), values]))
    },
    table: () => ({ title, columns: columns.map(([name]) => name), rows: [...rows].flatMap(rowsOf) }),
  }
}

/** The measure of some samples. Throws when there is none, or one is no number: nothing is told that was not measured. */
export function measured(samples: number[], unit: Unit): Measure {
  const sorted = samples.toSorted((a, b) => a - b)
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (min === undefined || max === undefined || sorted.some((sample) => !Number.isFinite(sample)))
    throw new Error(`A measure in "${unit}" needs numbers, and has ${samples.join(', ') || 'none'}.`)
  return { unit, median: percentile(sorted, 50), min, max, samples }
}

/** The smallest sample that `share` per cent of all are not above; of an even number, the median is the mean of the middle two. */
export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  if (share === 50) return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2
  return at(Math.max(0, Math.ceil((sorted.length * share) / 100) - 1))
}

/** A cell as text: the median, and behind it the ends of the samples when they differ. */
export function cellText(cell: Measure | null): string {
  if (cell === null) return '–'
  const { unit, median, min, max } = cell
  const text = `${numberText(median, unit)}${unit === 'x' ? ' ×' : unit && ` ${unit}`}`
  const ends = [numberText(min, unit), numberText(max, unit)]
  return ends[0] === ends[1] ? text : `${text} (${ends.join('–')})`
}

/** What a section found, in Markdown. */
export function markdownOf({ sentence, tables }: Result): string {
  return [sentence, ...tables.map(markdownTable)].join('\n\n')
}

function markdownTable({ title, columns, rows }: Table): string {
  const lines = [
    ['', ...columns],
    ['---', ...columns.map(() => '---:')],
  ]
  lines.push(...rows.map(({ name, cells }) => [name.replaceAll('|', '\\|'), ...cells.map(cellText)]))
  return [`**${title}**\n`, ...lines.map((line) => `| ${line.join(' | ')} |`)].join('\n')
}

// In as many digits as it is worth.
function numberText(value: number, unit: Unit): string {
  if (unit === 'x') return value.toFixed(2)
  if (value !== 0 && Math.abs(value) < 10 && !Number.isInteger(value)) return value.toFixed(Math.abs(value) < 1 ? 3 : 1)
  return Math.round(value).toLocaleString('en')
}

function measureOf(samples: (number | null)[], unit: Unit): Measure | null {
  const numbers = samples.filter((sample) => sample !== null)
  return numbers.length === 0 ? null : measured(numbers, unit)
}

function ratioOf(own: number | null | undefined, reference: number | null | undefined): number | null {
  return typeof own === 'number' && typeof reference === 'number' && reference !== 0 ? own / reference : null
}
