import type { Readable, Writable } from 'node:stream'
import { styleText } from 'node:util'
import * as clack from '@clack/prompts'
import { plain, plainLine } from '#desk/plain.ts'
import type { Sheet } from '#desk/show-item.ts'
import { wrapped } from '#desk/side-by-side.ts'

/** Where a person types and reads: standard input and output, or streams that stand for them. */
export type Terminal = { input: Readable; output: Writable & { columns?: number } }

/** One thing to choose; `hint` is shown beside it while it is the one that Enter would take. */
export type Choice<Value> = { value: Value; label: string; hint?: string }

/** What a person is asked and told. Every question gives null when it is not answered: Ctrl+C, Ctrl+D, Escape, or a closed terminal. */
export type Prompts = {
  /** `chosen` tells which choice stands first under the cursor. */
  choose<Value>(options: {
    message: string
    choices: Choice<Value>[]
    chosen?: (value: Value) => boolean
  }): Promise<Value | null>
  /** `missing` is what an empty answer is told; without it, an empty answer is one. `initial` stands there to be changed. */
  write(options: { message: string; missing?: string; initial?: string }): Promise<string | null>
  /** Whether the person said yes; no stands under the cursor. */
  agree(options: { message: string; yes: string; no: string }): Promise<boolean>
  say(kind: 'info' | 'success' | 'warn' | 'error' | 'step', text: string): void
  print(lines: string[]): void
  begin(title: string): void
  end(sentence: string): void
  /** Asked anew each time: a window changes its size. */
  sheet(): Sheet
}

/** Prompts on a terminal. No text that is given to them can command it; lines of `print` have to be plain already. */
export function createPrompts({ input, output }: Terminal): Prompts {
  // Unlike Ctrl+C, it would close the input and leave the question open for ever.
  clack.updateSettings({ aliases: { [END_OF_INPUT]: 'cancel' } })

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

  const columns = () => output.columns ?? USUAL_COLUMNS
  const fitting = (text: string) => wrapped(plain(text), columns() - GUIDE).join('\n')

  return {
    async choose({ message, choices, chosen }) {
      const options = choices.map(({ label, hint }, value) => ({
        value,
        label: plainLine(label),
        ...(hint ? { hint: plainLine(hint) } : {}),
      }))
      const initialValue = Math.max(chosen === undefined ? 0 : choices.findIndex(({ value }) => chosen(value)), 0)
      const index = await ask<number>((streams) =>
        clack.select({ ...streams, message: plainLine(message), options, initialValue, maxItems: MOST_SHOWN }),
      )
      return index === null ? null : (choices[index]?.value ?? null)
    },
    async write({ message, missing, initial = '' }) {
      const validate = (value = '') => (missing !== undefined && value.trim() === '' ? missing : undefined)
      const answer = await ask<string | undefined>((streams) =>
        clack.text({ ...streams, message: fitting(message), initialValue: initial, validate }),
      )
      return answer === null ? null : (answer ?? '').trim()
    },
    async agree({ message, yes, no }) {
      const answer = await ask<boolean>((streams) =>
        clack.confirm({ ...streams, message: plainLine(message), active: yes, inactive: no, initialValue: false }),
      )
      return answer === true
    },
    say: (kind, text) => clack.log[kind](fitting(text), { output }),
    print: (lines) => void output.write(lines.map((line) => `${line}\n`).join('')),
    begin: (title) => clack.intro(title, { output }),
    end: (sentence) => clack.outro(sentence, { output }),
    sheet: () => ({ columns: columns(), colour: styleText('bold', 'x', { stream: output }) !== 'x' }),
  }
}

// Ctrl+D.
const END_OF_INPUT = '\u0004'

const USUAL_COLUMNS = 80

// What stands before each line of what is said.
const GUIDE = 3

const MOST_SHOWN = 12
