import { constants, getPriority, setPriority } from 'node:os'
import * as z from 'zod'
import type { processMessage } from '#newsroom/local/model-process.ts'

const asked = z.looseObject({ id: z.number() })

/**
 * Makes this process one of a model: at low priority it answers one question after the other, and ends with the process
 * that started it. What it holds is gone then; there is nothing to put in order first. Answers with what it was started with.
 */
export function serveModel(
  answer: (question: unknown, onPiece: (value: unknown) => void) => Promise<unknown>,
): unknown {
  // Whoever started it with a lower one meant it, and nobody may raise it.
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  // A model that is thinking hears no gentler signal before its batch is done.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // Ctrl-C in a terminal tells this process, too; it is ended by whoever started it.
  process.on('SIGINT', () => {})
  let turn: Promise<void> = Promise.resolve()
  process.on('message', (message) => {
    const { id } = asked.parse(message)
    turn = turn.then(() => reply(id, message))
  })

  async function reply(id: number, message: unknown): Promise<void> {
    try {
      say({ kind: 'answer', id, value: await answer(message, (value) => say({ kind: 'piece', id, value })) })
    } catch (error) {
      say({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) })
    }
  }

  const settings: unknown = JSON.parse(process.argv[2] ?? '')
  return settings
}

function say(message: z.infer<typeof processMessage>): void {
  process.send?.(message)
}
