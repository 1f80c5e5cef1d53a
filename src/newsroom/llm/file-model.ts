import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ModelFailed } from '#newsroom/llm/model-settings.ts'
import type { Model, ModelRequest } from '#newsroom/llm/model.ts'
import { parseAnswer } from '#newsroom/llm/read-answer.ts'
import { sha256 } from '#newsroom/store/json-store.ts'

/** A model whose responses are files. `unanswered` contains the names of requests that have no response yet. */
export type FileModel = Model & { unanswered: string[] }

/**
 * Creates a model that writes each request to `requests/{name}.md` in `folder` and reads the response from
 * `answers/{name}.json`. If that file is missing, the request fails or, with `wait`, waits for the file.
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
      const hash = sha256(`${request.instructions}\n${request.prompt}`).slice(0, HASH_LENGTH)
      const name = `${request.schemaName}-${hash}`
      const answer = join(folder, 'answers', `${name}.json`)
      if (!existsSync(answer)) {
        if (!wait) unanswered.push(name)
        await mkdir(join(folder, 'requests'), { recursive: true })
        await mkdir(join(folder, 'answers'), { recursive: true })
        await writeFile(join(folder, 'requests', `${name}.md`), requestText(request))
        if (!wait) throw new ModelFailed(`There is no response to the request ${name} yet.`)
        console.log(`Waiting for ${answer}`)
        while (!existsSync(answer)) await pause(POLL_MS)
      }
      const text = await readFile(answer, 'utf8')
      const usage = { inputTokens: tokens(requestText(request)), outputTokens: tokens(text) }
      return { text, output: parseAnswer(text), finishReason: 'stop', usage }
    },
  }
}

// Interval between checks for a missing response.
const POLL_MS = 500

const HASH_LENGTH = 12

function requestText({ instructions, prompt, schema }: ModelRequest): string {
  return `# Instructions\n\n${instructions}\n\n# Question\n\n${prompt}\n\n# Schema of the answer\n\n${JSON.stringify(schema)}\n`
}

// Estimates the number of tokens. One token is about four characters of English.
function tokens(text: string): number {
  return Math.ceil(text.length / 4)
}
