import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { createModelProcess } from '#newsroom/local/model-process.ts'
import {
  writerAnswer,
  type WriterAnswer,
  type WriterOptions,
  type WriterQuestion,
} from '#newsroom/local/writer-messages.ts'

/** A writer on this machine, in a process of its own that is there while it is asked. */
export type Writer = {
  /**
   * Asks one question; `onPiece` is told the answer as it comes. A signal ends the process at once. Rejects with a reason
   * (no whole sentence) when there is no answer.
   */
  ask(
    question: WriterQuestion,
    options: { signal?: AbortSignal; onPiece?: (text: string) => void },
  ): Promise<WriterAnswer>
}

// How long a model that nobody asks keeps its memory, in milliseconds.
const IDLE = 120_000

/** A writer on this machine. Its process starts with the first question, and reads one after the other. */
export function createWriter(settings: WriterOptions, { idle = IDLE }: { idle?: number } = {}): Writer {
  const program = fileURLToPath(new URL('./writer-process.ts', import.meta.url))
  const process = createModelProcess({ program, settings, idle })
  return {
    ask: async (question, { signal, onPiece }) => {
      const told = onPiece && ((value: unknown) => onPiece(z.string().parse(value)))
      return writerAnswer.parse(await process.ask(question, { signal, onPiece: told }))
    },
  }
}
