import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import type { Ask, Model, ModelAnswer } from '#newsroom/llm/model.ts'
import { createJson, readJson, sha256 } from '#newsroom/store/json-store.ts'

/** An edition's spending limits. Null means no limit. `cost` uses the currency of the price list. */
export type Budget = { tokens: number | null; cost: number | null }

/** An edition's usage so far. `cost` is null if one of its models has no price. */
export type LedgerUsage = { calls: number; tokens: number; cost: number | null }

/** A request to a model, and the step that sends it. */
export type Question = Parameters<Ask>[0]

/** Thrown instead of sending a request that could exceed the edition's budget. */
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

/** Sends requests to models and stores the responses so that an identical request is charged only once. */
export type Ledger = { ask(model: Model, question: Question): Promise<ModelAnswer>; usage(): Promise<LedgerUsage> }

/**
 * Opens an edition's ledger. It stores each response in the desk as `notebook/{date}/calls/{hash}.json`, where the hash
 * of the request is also its idempotency key. `ask` rejects with BudgetExceeded if the request could exceed the budget.
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
  // Estimates for open requests, whose responses are not stored yet. Several requests can be open at once.
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
      // Store the response before dropping the estimate so that other requests always count one of the two.
      await createJson(desk, key, record)
      return answer
    } finally {
      open.delete(estimate)
      end()
    }
  }

  // Waits until the budget has room for a request. Open requests often cost less than estimated, so wait for them
  // before rejecting. Otherwise a later run could find room for a request that this run rejected.
  async function reserve(model: Model, estimate: Estimate, ended: Promise<void>): Promise<void> {
    for (;;) {
      const before = [...open.keys()]
      const spent = await usage()
      // The usage may lack a request that ended while it was read, so count that request's estimate.
      const others = new Set([...before, ...open.keys()])
      const exceeded = exceedsBudget(model, [estimate, ...others], spent)
      if (exceeded === null) break
      if (others.size === 0) throw exceeded
      if (open.size > 0) await Promise.race(open.values())
    }
    open.set(estimate, ended)
  }

  function estimateOf(model: Model, request: Omit<Question, 'purpose'>): Estimate {
    // Tokens are rarely shorter than three characters, so this errs on the high side.
    const characters = request.instructions.length + request.prompt.length + JSON.stringify(request.schema).length
    const usage = { inputTokens: Math.ceil(characters / 3), outputTokens: request.maxOutputTokens }
    const price = priceOf(prices, model)
    return { tokens: usage.inputTokens + usage.outputTokens, cost: price === null ? 0 : costOf(usage, price) }
  }

  function exceedsBudget(model: Model, expected: Estimate[], spent: LedgerUsage): BudgetExceeded | null {
    const tokens = expected.reduce((sum, call) => sum + call.tokens, 0)
    if (budget.tokens !== null && spent.tokens + tokens > budget.tokens)
      return new BudgetExceeded(
        `The next request could use ${tokens} tokens, but ${spent.tokens} of BUDGET_TOKENS=${budget.tokens} are already used.`,
      )
    if (budget.cost === null) return null
    if (priceOf(prices, model) === null || spent.cost === null)
      return new BudgetExceeded(
        `BUDGET_COST is set, but the model ${model.model} has no price. Add it to editorial/prices.json.`,
      )
    const cost = expected.reduce((sum, call) => sum + call.cost, 0)
    if (spent.cost + cost > budget.cost)
      return new BudgetExceeded(
        `The next request could cost ${cost.toFixed(4)}, but ${spent.cost.toFixed(4)} of BUDGET_COST=${budget.cost} is already spent.`,
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

/** Model prices per million input and output tokens, in one currency, as of a given day. */
export type Prices = z.infer<typeof prices>

/** A model's price per million input and output tokens. */
export type Price = { input: number; output: number }

/** Reads a price list. Rejects if the file is unreadable or invalid. */
export async function readPrices(file: string): Promise<Prices> {
  let list: unknown
  try {
    list = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The price list ${file} cannot be read: ${reason}`, { cause })
  }
  const { success, data, error } = prices.safeParse(list)
  if (!success) throw new Error(`The price list ${file} is invalid:\n${z.prettifyError(error)}`)
  return data
}

// The version suffix of a model name: a date, three digits or "latest".
const VERSION = /^[-@](?:\d{4}-?\d{2}-?\d{2}|\d{3}|latest)$/

/**
 * Returns the price of a model that is in the list, or that is a dated version of a listed model. Returns null for any
 * other model. Models on an Ollama server are free.
 */
export function priceOf({ models }: Prices, { provider, model }: { provider: string; model: string }): Price | null {
  if (provider === 'ollama') return { input: 0, output: 0 }
  const found =
    models.find((listed) => model === listed.model) ??
    models.find((listed) => model.startsWith(listed.model) && VERSION.test(model.slice(listed.model.length)))
  return found === undefined ? null : { input: found.input, output: found.output }
}

/** Returns what a request costs, in the currency of the price. */
export function costOf(usage: { inputTokens: number; outputTokens: number }, { input, output }: Price): number {
  return (usage.inputTokens * input + usage.outputTokens * output) / 1_000_000
}
