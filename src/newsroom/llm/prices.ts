import { readFile } from 'node:fs/promises'
import * as z from 'zod'

const prices = z.object({
  note: z.string(),
  asOf: z.iso.date(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  models: z.array(
    z.object({ model: z.string().min(1), input: z.number().nonnegative(), output: z.number().nonnegative() }),
  ),
})

/** The prices of models per million tokens of input and output, in one currency, on the day `asOf`. */
export type Prices = z.infer<typeof prices>

/** The price of a model per million tokens. */
export type Price = { input: number; output: number }

/** Reads a list of prices. Rejects if the file cannot be read or is invalid. */
export async function readPrices(file: string): Promise<Prices> {
  let list: unknown
  try {
    list = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The list of prices ${file} cannot be read: ${reason}`, { cause })
  }
  const { success, data, error } = prices.safeParse(list)
  if (!success) throw new Error(`The list of prices ${file} is invalid:\n${z.prettifyError(error)}`)
  return data
}

// Suffixes of a version of the same model: a date, a version of three digits, "latest".
const VERSION = /^[-@](?:\d{4}-?\d{2}-?\d{2}|\d{3}|latest)$/

/**
 * Returns the price of a model, by its name or as a dated version of a listed model. Returns null if it is not listed.
 * A model of your own Ollama server is free.
 */
export function priceOf({ models }: Prices, { provider, model }: { provider: string; model: string }): Price | null {
  if (provider === 'ollama') return { input: 0, output: 0 }
  const found =
    models.find((listed) => model === listed.model) ??
    models.find((listed) => model.startsWith(listed.model) && VERSION.test(model.slice(listed.model.length)))
  return found === undefined ? null : { input: found.input, output: found.output }
}

/** Returns the cost of a call, in the currency of its price. */
export function costOf(usage: { inputTokens: number; outputTokens: number }, { input, output }: Price): number {
  return (usage.inputTokens * input + usage.outputTokens * output) / 1_000_000
}
