import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import type { Machine } from './machine.ts'
import { plotSvg } from './plot.ts'
import type { Result } from './result.ts'
import { markdownTable } from './show.ts'

/** Writes plots into `performance/` of a folder, and the tables and the machine into its `performance.md`, each where a comment marks its place. */
export async function writeResults(options: {
  machine: Machine
  results: Result[]
  date: Date
  folder: string
}): Promise<void> {
  const { machine, results, date, folder } = options
  const file = join(folder, 'performance.md')
  let text = await readFile(file, 'utf8')
  await mkdir(join(folder, 'performance'), { recursive: true })
  for (const result of results) {
    for (const plot of result.plots) await writeFile(join(folder, 'performance', `${plot.name}.svg`), plotSvg(plot))
    text = place(text, { name: result.section, words: sectionText(result, { machine, date }) })
  }
  await writeFile(file, await format(text, { ...(await resolveConfig(file)), filepath: file }))
}

/** A text with other words between the two comments of a name. Throws where the text has no such place. */
export function place(text: string, { name, words }: { name: string; words: string }): string {
  const [open, close] = [`<!-- bench: ${name} -->`, `<!-- /bench: ${name} -->`]
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from)
    throw new Error(`docs/performance.md has no place for ${name}: put "${open}" and "${close}" there.`)
  return `${text.slice(0, from + open.length)}\n\n${words}\n\n${text.slice(to)}`
}

// Sections may be measured on different days: each says its own.
function sectionText({ sentence, tables, plots }: Result, { machine, date }: { machine: Machine; date: Date }): string {
  const { load, ...what } = machine
  const measured = `_Measured on ${date.toISOString().slice(0, 10)}: ${Object.values(what).join(', ')}; load average before it ${load}._`
  const pictures = plots.map(({ name, title }) => `![${title}](performance/${name}.svg)`)
  return [sentence, ...tables.map(markdownTable), ...pictures, measured].join('\n\n')
}
