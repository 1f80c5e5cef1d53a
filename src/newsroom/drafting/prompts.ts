import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The instructions for the newsroom's models. */
export type Prompts = Record<'edit' | 'write' | 'rewrite' | 'cite' | 'revise' | 'judge', string>

/**
 * Reads `edit.md`, `write.md`, `rewrite.md`, `cite.md`, `revise.md` and `judge.md` from a folder. If a file is missing
 * or empty, rejects with its path.
 */
export async function readPrompts(folder: string): Promise<Prompts> {
  const names = ['edit', 'write', 'rewrite', 'cite', 'revise', 'judge']
  const [edit = '', write = '', rewrite = '', cite = '', revise = '', judge = ''] = await Promise.all(
    names.map((name) => readPrompt(join(folder, `${name}.md`))),
  )
  return { edit, write, rewrite, cite, revise, judge }
}

async function readPrompt(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const hint = 'Restore the file, or start Stet in the folder that contains editorial/.'
    throw new Error(`The prompt ${file} cannot be read: ${reason}. ${hint}`, { cause })
  })
  if (text.trim() === '')
    throw new Error(`The prompt ${file} is empty, so the model would have no instructions. Restore the file.`)
  return text.trim()
}
