import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The instructions of the newsroom's models, and the SHA-256 of all of them in hex for the record. */
export type Prompts = { edit: string; write: string; revise: string; judge: string; hash: string }

/** Reads `edit.md`, `write.md`, `revise.md` and `judge.md` of a folder. Rejects with the name of a missing or empty file. */
export async function readPrompts(folder: string): Promise<Prompts> {
  const [edit, write, revise, judge] = await Promise.all([
    readPrompt(join(folder, 'edit.md')),
    readPrompt(join(folder, 'write.md')),
    readPrompt(join(folder, 'revise.md')),
    readPrompt(join(folder, 'judge.md')),
  ])
  const hash = createHash('sha256')
    .update(JSON.stringify([edit, write, revise, judge]))
    .digest('hex')
  return { edit, write, revise, judge, hash }
}

async function readPrompt(file: string): Promise<string> {
  let text: string
  try {
    text = (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The prompt ${file} cannot be read: ${reason}. Restore the file, or start Stet in the folder that contains editorial/.`,
      {
        cause,
      },
    )
  }
  if (text === '') throw new Error(`The prompt ${file} is empty, so a model would have no instructions.`)
  return text
}
