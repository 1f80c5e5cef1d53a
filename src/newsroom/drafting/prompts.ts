import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '#newsroom/store/json-store.ts'

/** The instructions for the newsroom's models. Posts record `hash`, the SHA-256 hash of all of them in hex. */
export type Prompts = { edit: string; write: string; revise: string; judge: string; hash: string }

/**
 * Reads `edit.md`, `write.md`, `revise.md` and `judge.md` from a folder. If a file is missing or empty, rejects with
 * its path.
 */
export async function readPrompts(folder: string): Promise<Prompts> {
  const names = ['edit', 'write', 'revise', 'judge']
  const texts = await Promise.all(names.map((name) => readPrompt(join(folder, `${name}.md`))))
  const [edit = '', write = '', revise = '', judge = ''] = texts
  return { edit, write, revise, judge, hash: sha256(JSON.stringify(texts)) }
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
