import type { Readable, Writable } from 'node:stream'
import { styleText } from 'node:util'
import * as clack from '@clack/prompts'
import type { Sheet } from '#desk/show-item.ts'
import { plain, plainLine, wrapped } from '#desk/terminal-text.ts'

/** The streams of a terminal. */
export type Terminal = { input: Readable; output: Writable & { columns?: number } }

/** A choice. The hint is shown while the choice is selected. */
export type Choice<Value> = { value: Value; label: string; hint?: string }

/** Prompts of the session. */
export type Prompts = ReturnType<typeof createPrompts>

/**
 * Creates prompts on a terminal. A question returns null after Ctrl+C, Ctrl+D or Escape, or if the terminal is closed. Texts
 * are made safe to print, except the lines of `print`, which must already be safe.
 */
export function createPrompts({ input, output }: Terminal) {
  // By default Ctrl+D closes the input, and the question never returns.
  clack.updateSettings({ aliases: { [CTRL_D]: 'cancel' } })

  async function ask<Value>(
    prompt: (streams: { input: Readable; output: Writable; signal: AbortSignal }) => Promise<Value | symbol>,
  ): Promise<Value | null> {
    const closed = new AbortController()
    const close = (): void => closed.abort()
    if (input.readableEnded || input.destroyed) close()
    input.once('end', close).once('close', close)
    try {
      const answer = await prompt({ input, output, signal: closed.signal })
      return typeof answer === 'symbol' ? null : answer
    } finally {
      input.off('end', close).off('close', close)
    }
  }

  const columns = () => output.columns ?? DEFAULT_COLUMNS
  const fitting = (text: string) => wrapped(plain(text), columns() - GUIDE_COLUMNS).join('\n')

  return {
    /** `chosen` is true for the choice that is selected first. */
    async choose<Value>(given: {
      message: string
      choices: Choice<Value>[]
      chosen?: (value: Value) => boolean
    }): Promise<Value | null> {
      const { message, choices, chosen } = given
      const options = choices.map(({ label, hint }, value) => ({
        value,
        label: plainLine(label),
        ...(hint ? { hint: plainLine(hint) } : {}),
      }))
      const initialValue = Math.max(chosen === undefined ? 0 : choices.findIndex(({ value }) => chosen(value)), 0)
      const index = await ask<number>((streams) =>
        clack.select({ ...streams, message: plainLine(message), options, initialValue, maxItems: MAX_CHOICES_SHOWN }),
      )
      return index === null ? null : (choices[index]?.value ?? null)
    },
    /** `missing` is the error for an empty answer. Without it, the answer may be empty. `initial` is the text to edit. */
    async write(given: { message: string; missing?: string; initial?: string }): Promise<string | null> {
      const { message, missing, initial = '' } = given
      const validate = (value = '') => (missing !== undefined && value.trim() === '' ? missing : undefined)
      const answer = await ask<string | undefined>((streams) =>
        clack.text({ ...streams, message: fitting(message), initialValue: initial, validate }),
      )
      return answer === null ? null : (answer ?? '').trim()
    },
    /** No is selected first. */
    async agree({ message, yes, no }: { message: string; yes: string; no: string }): Promise<boolean> {
      const answer = await ask<boolean>((streams) =>
        clack.confirm({ ...streams, message: plainLine(message), active: yes, inactive: no, initialValue: false }),
      )
      return answer === true
    },
    say: (kind: 'info' | 'success' | 'warn' | 'error' | 'step', text: string) =>
      clack.log[kind](fitting(text), { output }),
    print: (lines: string[]) => void output.write(lines.map((line) => `${line}\n`).join('')),
    begin: (title: string) => clack.intro(title, { output }),
    end: (sentence: string) => clack.outro(sentence, { output }),
    sheet: (): Sheet => ({ columns: columns(), colour: styleText('bold', 'x', { stream: output }) !== 'x' }),
  }
}

const CTRL_D = '\u0004'

const DEFAULT_COLUMNS = 80

// The width of the guide before each line.
const GUIDE_COLUMNS = 3

const MAX_CHOICES_SHOWN = 12
