/** What a number counts; it stands behind it, and `x` is a ratio. */
export type Unit = 'ms' | 's' | 'kB' | 'MB' | '/s' | 'x' | '%' | ''

/** One thing that was measured: every sample, their median and their ends. */
export type Measure = { unit: Unit; median: number; min: number; max: number; samples: number[] }

/** What stands in a table: a measure, words, or null for what was not measured. */
export type Cell = Measure | string | null

/** A table of results. */
export type Table = { title: string; columns: string[]; rows: { name: string; cells: Cell[] }[] }

/** Bars with their spread: one group a line, one bar a series. `name` is the file's, without its ending. */
export type Plot = {
  name: string
  title: string
  groups: { name: string; bars: { series: string; measure: Measure }[] }[]
}

/** What a section found, with a sentence on how. */
export type Result = { section: string; sentence: string; tables: Table[]; plots: Plot[] }

/** The measure of some samples. Throws when there is none: nothing is told that was not measured. */
export function measured(samples: number[], unit: Unit): Measure {
  const sorted = samples.toSorted((a, b) => a - b)
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (min === undefined || max === undefined || sorted.some((sample) => !Number.isFinite(sample)))
    throw new Error(
      `A measure in "${unit}" needs numbers, and has ${samples.length === 0 ? 'none' : samples.join(', ')}.`,
    )
  return { unit, median: percentile(sorted, 50), min, max, samples }
}

/** The smallest sample that `share` per cent of all are not above; of an even number, the median is the mean of the middle two. */
export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  if (share === 50) return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2
  return at(Math.max(0, Math.ceil((sorted.length * share) / 100) - 1))
}

/** The pairwise ratios of two series that were measured in turn. */
export function ratio(own: number[], reference: number[]): Measure {
  if (own.length !== reference.length)
    throw new Error(`A ratio needs pairs, and has ${own.length} and ${reference.length} samples.`)
  return measured(
    own.map((sample, index) => sample / (reference[index] ?? Number.NaN)),
    'x',
  )
}
