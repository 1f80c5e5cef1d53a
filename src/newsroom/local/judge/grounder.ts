import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Grounder } from '#newsroom/judging/support-judge.ts'
import { ModelFailed } from '#newsroom/llm/model-failed.ts'
import type { JudgeFiles } from '#newsroom/local/judge/judge-files.ts'
import { createModelProcess } from '#newsroom/local/model-process.ts'

const scored = z.array(z.array(z.object({ text: z.string(), doubt: z.number() })))

// How long a model that nobody asks keeps its memory, in milliseconds; to load it takes a second.
const IDLE = 15_000

/**
 * A support model on this machine, in a process of its own with so many `threads`; `models` is the folder of what runs it.
 * When it fails, or takes longer than `timeout` milliseconds over a batch, `onFailure` is told once, and each such question
 * rejects with ModelFailed.
 */
export function createGrounder(options: {
  name: string
  models: string
  files: JudgeFiles
  threads: number
  timeout: number
  onFailure: (failure: ModelFailed) => void
  idle?: number
}): Grounder {
  const { name: model, models, files, threads, timeout, onFailure, idle = IDLE } = options
  const program = fileURLToPath(new URL('./grounder-process.ts', import.meta.url))
  const process = createModelProcess({ program, settings: { models, ...files, threads }, idle })
  let isBroken = false
  return {
    provider: 'local',
    model,
    name: `local/${model}`,
    score: async (claims, { signal } = {}) => {
      const deadline = AbortSignal.timeout(timeout)
      try {
        const either = AbortSignal.any([deadline, ...(signal === undefined ? [] : [signal])])
        return scored.parse(await process.ask({ claims }, { signal: either }))
      } catch (cause) {
        signal?.throwIfAborted()
        const late = `it took more than ${timeout / 1000} seconds`
        const reason = deadline.aborted ? late : cause instanceof Error ? cause.message : String(cause)
        const message = `The support model ${model} on this machine gave no answer: ${reason}.`
        const failure = new ModelFailed('failed', message, { cause })
        if (!isBroken) onFailure(failure)
        isBroken = true
        throw failure
      }
    },
  }
}
