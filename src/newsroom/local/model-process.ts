import { fork, type ChildProcess } from 'node:child_process'
import * as z from 'zod'

/** What a process of a model says: a piece of an answer, the whole of it, or why there is none. */
export const processMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('piece'), id: z.number(), value: z.unknown() }),
  z.object({ kind: z.literal('answer'), id: z.number(), value: z.unknown() }),
  z.object({ kind: z.literal('failed'), id: z.number(), message: z.string() }),
])

/** A model in a process of its own, which is there while it is asked. */
export type ModelProcess = {
  /**
   * Asks one question; `onPiece` is told the answer as it comes. A signal ends the process at once. Rejects with a reason
   * (no whole sentence) when there is no answer.
   */
  ask(question: object, options?: { signal?: AbortSignal; onPiece?: (value: unknown) => void }): Promise<unknown>
}

/**
 * A process of a model: `program` is its file, `settings` what it is started with, as JSON. It starts with the first
 * question, and ends with this process, when nobody has asked for `idle` milliseconds, and when a question is given up:
 * a model that reads hears nothing else.
 */
export function createModelProcess(options: { program: string; settings: object; idle: number }): ModelProcess {
  const { program, settings, idle } = options
  let child: ChildProcess | null = null
  let [asked, open] = [0, 0]
  let sleep: NodeJS.Timeout | undefined

  function running(): ChildProcess {
    if (child !== null) return child
    const started = fork(program, [JSON.stringify(settings)], {
      // The limits of this process are not those of a model.
      execArgv: [],
      // A pipe would keep this process waiting for that one.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.once('exit', () => {
      if (child === started) child = null
    })
    child = started
    return started
  }

  function end(): void {
    child?.kill('SIGKILL')
    child = null
  }

  // Nothing waits for a process that has nothing to do.
  function hold(process: ChildProcess): void {
    clearTimeout(sleep)
    open += 1
    process.ref()
    process.channel?.ref()
  }

  function release(process: ChildProcess): void {
    open -= 1
    if (open > 0) return
    process.unref()
    process.channel?.unref()
    sleep = setTimeout(end, idle).unref()
  }

  return {
    ask: async (question, { signal, onPiece } = {}) => {
      signal?.throwIfAborted()
      const id = (asked += 1)
      const process = running()
      hold(process)
      try {
        return await answerOf(process, { ...question, id }, { signal, onPiece, end })
      } finally {
        release(process)
      }
    },
  }
}

type Listening = { signal?: AbortSignal; onPiece?: (value: unknown) => void; end: () => void }

function answerOf(process: ChildProcess, question: { id: number }, listening: Listening): Promise<unknown> {
  const { signal, onPiece, end } = listening
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      const read = processMessage.parse(message)
      if (read.id !== question.id) return
      if (read.kind === 'piece') return void onPiece?.(read.value)
      leave()
      if (read.kind === 'failed') reject(new Error(read.message))
      else resolve(read.value)
    }
    const onExit = (code: number | null, killed: string | null) => {
      leave()
      const how = killed === null ? `with status ${code}` : `by ${killed}, perhaps for want of memory`
      reject(new Error(`its process was ended ${how}`))
    }
    const onError = (error: Error) => {
      leave()
      reject(new Error(`its process cannot be asked: ${error.message}`))
    }
    const onAbort = () => {
      leave()
      end()
      reject(signal?.reason)
    }
    const leave = () => {
      process.off('message', onMessage).off('exit', onExit).off('error', onError)
      signal?.removeEventListener('abort', onAbort)
    }
    process.on('message', onMessage).once('exit', onExit).once('error', onError)
    signal?.addEventListener('abort', onAbort, { once: true })
    process.send(question, (error) => {
      if (error !== null) onError(error)
    })
  })
}
