import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import type { Ask, Model, ModelAnswer } from '#newsroom/llm/model.ts'
import { createJson, readJson, sha256 } from '#newsroom/store/json-store.ts'

/** The limits of an edition. Null means no limit. `cost` is in the currency of the price list. */
export type Budget = { tokens: number | null; cost: number | null }

/** The usage of an edition so far. `cost` is null if a used model has no price. */
export type LedgerUsage = { calls: number; tokens: number; cost: number | null }

/** A question to a model. */
export type Question = Parameters<Ask>[0]

/** The next call could exceed the budget of the edition, so it was not made. */
export class BudgetExceeded extends Error {
  override name = 'BudgetExceeded'
}

const call = z.object({
  purpose: z.string(),
  provider: z.string(),
  model: z.string(),
  answer: z.object({
    text: z.string(),
    output: z.unknown(),
    finishReason: z.string(),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  }),
  time: z.string(),
  seconds: z.number(),
})

type Call = z.infer<typeof call>
type Estimate = { tokens: number; cost: number }

/** Asks models and stores their answers, so that no question is paid twice. */
export type Ledger = { ask(model: Model, question: Question): Promise<ModelAnswer>; usage(): Promise<LedgerUsage> }

/**
 * Opens the ledger of an edition. Answers are stored in the desk under `notebook/{date}/calls/`. The hash of a question is
 * its name there and its idempotency key. `ask` rejects with BudgetExceeded before a call that could exceed the budget.
 */
export function openLedger(options: {
  desk: Bucket
  date: string
  budget: Budget
  prices: Prices
  now: () => Date
}): Ledger {
  const { desk, date, budget, prices, now } = options
  const prefix = `notebook/${date}/calls/`
  const known = new Map<string, Call>()
  // Estimates of the calls whose answers are not stored yet, because several may be open at the same time.
  const open = new Map<Estimate, Promise<void>>()

  async function ask(model: Model, { purpose, ...request }: Question): Promise<ModelAnswer> {
    const { provider, model: modelName } = model
    const hash = sha256(JSON.stringify({ provider, model: modelName, ...request }))
    const key = `${prefix}${hash}.json`
    const stored = await readJson(desk, key, call)
    if (stored !== null) return stored.answer
    const estimate = estimateOf(model, request)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    await reserve(model, estimate, ended)
    try {
      const began = now()
      const answer = await model.ask({ ...request, idempotencyKey: hash })
      const seconds = (now().getTime() - began.getTime()) / 1000
      const record: Call = { purpose, provider, model: modelName, answer, time: began.toISOString(), seconds }
      await createJson(desk, key, record)
      return answer
    } finally {
      open.delete(estimate)
      end()
    }
  }

  // Adds a call to the open ones when the budget has room for it. Open calls often cost less than their estimates. Without
  // waiting for them, a later run would find room for a call that this run did not make.
  async function reserve(model: Model, estimate: Estimate, ended: Promise<void>): Promise<void> {
    for (;;) {
      const before = [...open.keys()]
      const spent = await usage()
      // A call that ended while the usage was read may be missing from it.
      const others = new Set([...before, ...open.keys()])
      const exceeded = exceedsBudget(model, [estimate, ...others], spent)
      if (exceeded === null) break
      if (others.size === 0) throw exceeded
      if (open.size > 0) await Promise.race(open.values())
    }
    open.set(estimate, ended)
  }

  function estimateOf(model: Model, request: Omit<Question, 'purpose'>): Estimate {
    // A token rarely has fewer than three characters. Overestimating slightly is safe.
    const characters = request.instructions.length + request.prompt.length + JSON.stringify(request.schema).length
    const usage = { inputTokens: Math.ceil(characters / 3), outputTokens: request.maxOutputTokens }
    const price = priceOf(prices, model)
    return { tokens: usage.inputTokens + usage.outputTokens, cost: price === null ? 0 : costOf(usage, price) }
  }

  function exceedsBudget(model: Model, expected: Estimate[], spent: LedgerUsage): BudgetExceeded | null {
    const tokens = expected.reduce((sum, call) => sum + call.tokens, 0)
    if (budget.tokens !== null && spent.tokens + tokens > budget.tokens)
      return new BudgetExceeded(
        `The next call could use ${tokens} tokens. ${spent.tokens} of the ${budget.tokens} tokens of BUDGET_TOKENS are used.`,
      )
    if (budget.cost === null) return null
    if (priceOf(prices, model) === null || spent.cost === null)
      return new BudgetExceeded(
        `BUDGET_COST is set, but the model ${model.model} has no price. Add it to editorial/prices.json.`,
      )
    const cost = expected.reduce((sum, call) => sum + call.cost, 0)
    if (spent.cost + cost > budget.cost)
      return new BudgetExceeded(
        `The next call could cost ${cost.toFixed(4)}. ${spent.cost.toFixed(4)} of the ${budget.cost} of BUDGET_COST is spent.`,
      )
    return null
  }

  async function usage(): Promise<LedgerUsage> {
    for await (const key of desk.keys(prefix)) {
      const stored = known.has(key) ? null : await readJson(desk, key, call)
      if (stored !== null) known.set(key, stored)
    }
    const total: LedgerUsage = { calls: known.size, tokens: 0, cost: 0 }
    for (const { answer, ...model } of known.values()) {
      const price = priceOf(prices, model)
      total.tokens += answer.usage.inputTokens + answer.usage.outputTokens
      total.cost = total.cost === null || price === null ? null : total.cost + costOf(answer.usage, price)
    }
    return total
  }

  return { ask, usage }
}

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
