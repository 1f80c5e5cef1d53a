import { APICallError } from 'ai'

const ATTEMPTS = 3
const FIRST_PAUSE = 2_000
// Whoever wants a longer rest than this, in milliseconds, is asked by a later run.
const LONGEST_PAUSE = 60_000

/**
 * Asks a server up to three times when it is busy (408, 409, 429), broken (5xx) or hangs up, and waits as long as its
 * `retry-after` says, else 2 and 4 seconds. Rejects with the last error.
 */
export async function withRetries<T>(
  ask: () => Promise<T>,
  { pause, signal }: { pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>; signal: AbortSignal },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!APICallError.isInstance(error) || !error.isRetryable || attempt === ATTEMPTS) throw error
      const milliseconds = wished(error.responseHeaders ?? {}) ?? FIRST_PAUSE * 2 ** (attempt - 1)
      if (milliseconds > LONGEST_PAUSE) throw error
      await pause(milliseconds, signal)
    }
  }
}

// https://www.rfc-editor.org/rfc/rfc9110#field.retry-after: seconds or a date; some servers name milliseconds.
function wished(headers: Record<string, string>): number | null {
  const { 'retry-after-ms': exact, 'retry-after': text } = headers
  if (exact !== undefined && /^\d+(?:\.\d+)?$/.test(exact)) return Number(exact)
  if (text === undefined) return null
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
