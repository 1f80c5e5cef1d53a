import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  writerMessage,
  type WriterAnswer,
  type WriterMessage,
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
    question: Omit<WriterQuestion, 'id'>,
    options: { signal?: AbortSignal; onPiece?: (text: string) => void },
  ): Promise<WriterAnswer>
}

// How long a model that nobody asks keeps its memory, in milliseconds.
const IDLE = 120_000

/**
 * A writer on this machine. Its process starts with the first question, at low priority, and ends with this one, when
 * nobody has asked for a while, and when a question is given up: a model that reads hears nothing else.
 */
export function createWriter(options: WriterOptions, { idle = IDLE }: { idle?: number } = {}): Writer {
  let child: ChildProcess | null = null
  let [asked, open] = [0, 0]
  let sleep: NodeJS.Timeout | undefined

  function running(): ChildProcess {
    if (child !== null) return child
    const started = fork(fileURLToPath(new URL('./writer-process.ts', import.meta.url)), [JSON.stringify(options)], {
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
    ask: async (question, { signal, onPiece }) => {
      signal?.throwIfAborted()
      const id = (asked += 1)
      const process = running()
      hold(process)
      try {
        return await new Promise<WriterAnswer>((resolve, reject) => {
          const onMessage = (message: unknown) => {
            const read: WriterMessage = writerMessage.parse(message)
            if (read.id !== id) return
            if (read.kind === 'piece') return void onPiece?.(read.text)
            leave()
            if (read.kind === 'failed') return void reject(new Error(read.message))
            const { kind: _, id: __, ...answer } = read
            resolve(answer)
          }
          const onExit = (code: number | null, killed: string | null) => {
            leave()
            const how = killed === null ? `with status ${code}` : `by ${killed}, perhaps for want of memory`
            reject(new Error(`its process was ended ${how}`))
          }
          const onAbort = () => {
            leave()
            end()
            reject(signal?.reason)
          }
          const leave = () => {
            process.off('message', onMessage).off('exit', onExit)
            signal?.removeEventListener('abort', onAbort)
          }
          process.on('message', onMessage).once('exit', onExit)
          signal?.addEventListener('abort', onAbort, { once: true })
          process.send({ ...question, id }, (error) => {
            if (error === null) return
            leave()
            reject(error)
          })
        })
      } finally {
        release(process)
      }
    },
  }
}
