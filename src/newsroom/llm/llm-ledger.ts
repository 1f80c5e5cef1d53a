import pLimit from 'p-limit'
import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import type { Ask, Model, ModelAnswer } from '#newsroom/llm/model.ts'
import { createJson, readJson, sha256 } from '#newsroom/store/json-store.ts'

/** An edition's spending limits. A limit of null means no limit. `cost` uses the currency of the price list. */
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
})

type Call = z.infer<typeof call>

/** Sends requests to models and stores the responses so that an identical request is charged only once. */
export type Ledger = { ask(model: Model, question: Question): Promise<ModelAnswer>; usage(): Promise<LedgerUsage> }

/**
 * Opens an edition's ledger. It stores each response in the desk as `notebook/{date}/calls/{hash}.json`, where the hash
 * of the request is also its idempotency key. `ask` rejects with BudgetExceeded if the request could exceed the budget.
 * With a budget, it sends one request at a time, because the cost of an open request is not known yet.
 */
export function openLedger(options: { desk: Bucket; date: string; budget: Budget; prices: Prices }): Ledger {
  const { desk, date, budget, prices } = options
  const prefix = `notebook/${date}/calls/`
  const known = new Map<string, Call>()
  const hasBudget = budget.tokens !== null || budget.cost !== null
  const limit = pLimit(hasBudget ? 1 : Infinity)

  async function ask(model: Model, { purpose, ...request }: Question): Promise<ModelAnswer> {
    const { provider, model: modelName } = model
    const hash = sha256(JSON.stringify({ provider, model: modelName, ...request }))
    const key = `${prefix}${hash}.json`
    const stored = await readJson(desk, key, call)
    if (stored !== null) return stored.answer
    if (hasBudget) await assertAffordable(model, request)
    const answer = await model.ask({ ...request, idempotencyKey: hash })
    const record: Call = { purpose, provider, model: modelName, answer }
    await createJson(desk, key, record)
    return answer
  }

  async function assertAffordable(model: Model, request: Omit<Question, 'purpose'>): Promise<void> {
    const { instructions, prompt, schema, maxOutputTokens: outputTokens } = request
    const spent = await usage()
    // Tokens are rarely shorter than three characters, so this errs on the high side.
    const inputTokens = Math.ceil((instructions.length + prompt.length + JSON.stringify(schema).length) / 3)
    const tokens = inputTokens + outputTokens
    if (budget.tokens !== null && spent.tokens + tokens > budget.tokens)
      throw new BudgetExceeded(
        `The next request could use ${tokens} tokens, but ${spent.tokens} of BUDGET_TOKENS=${budget.tokens} are already used.`,
      )
    if (budget.cost === null) return
    const price = priceOf(prices, model)
    if (price === null || spent.cost === null)
      throw new BudgetExceeded(
        `BUDGET_COST is set, but the model ${model.model} has no price. Add it to editorial/prices.json.`,
      )
    const cost = costOf({ inputTokens, outputTokens }, price)
    if (spent.cost + cost > budget.cost)
      throw new BudgetExceeded(
        `The next request could cost ${cost.toFixed(4)}, but ${spent.cost.toFixed(4)} of BUDGET_COST=${budget.cost} is already spent.`,
      )
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

  return { ask: (model, question) => limit(() => ask(model, question)), usage }
}

/** Schema for `prices.json`. */
export const priceList = z.object({
  note: z.string(),
  asOf: z.iso.date(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  models: z.array(
    z.object({ model: z.string().min(1), input: z.number().nonnegative(), output: z.number().nonnegative() }),
  ),
})

/** Model prices per million input and output tokens, in one currency, as of a given day. */
export type Prices = z.infer<typeof priceList>

/** A model's price per million input and output tokens. */
export type Price = { input: number; output: number }

// The version suffix in a model name: a date, three digits or "latest".
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

// Returns a request's cost in the currency of the price.
function costOf(usage: { inputTokens: number; outputTokens: number }, { input, output }: Price): number {
  return (usage.inputTokens * input + usage.outputTokens * output) / 1_000_000
}
