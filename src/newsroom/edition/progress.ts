import { stripVTControlCharacters } from 'node:util'

/**
 * Reports the progress of an edition. `slot` is a name such as `cybersecurity-1`, and `state` a word such as `writing`.
 */
export type Progress = {
  step(name: string, detail?: string): void
  slot(update: { slot: string; state: string; note?: string }): void
  end(summary: string[]): void
}

/** Creates a Progress that prints one line per change, prefixed with the elapsed time. */
export function createProgress({ stream, now }: { stream: NodeJS.WritableStream; now: () => Date }): Progress {
  const began = now().getTime()
  const last = new Map<string, string>()
  let ended = false

  // Skips a line if it repeats the subject's previous one.
  function print(subject: string, text: string): void {
    if (ended || last.get(subject) === text) return
    last.set(subject, text)
    const elapsed = new Date(now().getTime() - began)
      .toISOString()
      .slice('1970-01-01T'.length, '1970-01-01T00:00:00'.length)
    stream.write(`[${elapsed}] ${clean(text)}\n`)
  }

  return {
    step: (name, detail) => print('step', detail ? `${name}: ${detail}` : name),
    slot: ({ slot, state, note }) => print(`slot ${slot}`, note ? `${slot}: ${state}: ${note}` : `${slot}: ${state}`),
    end(summary) {
      if (!ended) for (const line of summary.flatMap((text) => text.split('\n'))) stream.write(`${clean(line)}\n`)
      ended = true
    },
  }
}

// Titles are untrusted, so remove characters that move the cursor or change the text direction.
function clean(text: string): string {
  const plain = stripVTControlCharacters(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
  return plain.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}
