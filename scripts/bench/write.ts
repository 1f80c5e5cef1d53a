import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import type { Machine } from './programs.ts'
import { markdownOf, type Result } from './table.ts'

/** Writes the tables and the machine into a Markdown file, each section where two comments mark its place. */
export async function writeResults(options: {
  machine: Machine
  results: Result[]
  date: Date
  file: string
}): Promise<void> {
  const { machine, results, date, file } = options
  let text = await readFile(file, 'utf8')
  const { load, ...what } = machine
  // Sections may be measured on different days: each says its own.
  const measured = `_Measured on ${date.toISOString().slice(0, 10)}: ${Object.values(what).join(', ')}; load average before it ${load}._`
  for (const result of results)
    text = place(text, { name: result.section, words: `${markdownOf(result)}\n\n${measured}` })
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
