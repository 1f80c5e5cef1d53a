import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ModelFailed } from '#newsroom/llm/model-settings.ts'
import type { Model, ModelRequest } from '#newsroom/llm/model.ts'
import { parseAnswer } from '#newsroom/llm/read-answer.ts'

/** A model whose answers are files. `unanswered` are the names of the requests that have no answer yet. */
export type FileModel = Model & { unanswered: string[] }

/**
 * Creates a model that writes each request to `requests/{name}.md` and reads the answer from `answers/{name}.json`, both in
 * `folder`. If the answer is missing, the model fails or, with `wait`, waits for the file.
 */
export function modelOfFiles({ folder, wait }: { folder: string; wait: boolean }): FileModel {
  const unanswered: string[] = []
  return {
    provider: 'trial',
    model: 'files',
    name: 'trial/files',
    window: null,
    unanswered,
    async ask(request) {
      const name = `${request.schemaName}-${hashOf(request)}`
      const answer = join(folder, 'answers', `${name}.json`)
      if (!existsSync(answer)) {
        if (!wait) unanswered.push(name)
        await mkdir(join(folder, 'requests'), { recursive: true })
        await mkdir(join(folder, 'answers'), { recursive: true })
        await writeFile(join(folder, 'requests', `${name}.md`), requestText(request))
        if (!wait) throw new ModelFailed('busy', `The request ${name} has no answer yet.`, { cause: null })
        console.log(`Waiting for ${answer}`)
        while (!existsSync(answer)) await pause(POLL_MS)
      }
      const text = await readFile(answer, 'utf8')
      const usage = { inputTokens: tokens(requestText(request)), outputTokens: tokens(text) }
      return { text, output: parseAnswer(text), finishReason: 'stop', usage }
    },
  }
}

// Interval between checks for an answer.
const POLL_MS = 500

function hashOf({ instructions, prompt }: ModelRequest): string {
  return createHash('sha256').update(`${instructions}\n${prompt}`).digest('hex').slice(0, 12)
}

function requestText({ instructions, prompt, schema }: ModelRequest): string {
  return `# Instructions\n\n${instructions}\n\n# Question\n\n${prompt}\n\n# Schema of the answer\n\n${JSON.stringify(schema)}\n`
}

// An English token has about four characters.
function tokens(text: string): number {
  return Math.ceil(text.length / 4)
}
