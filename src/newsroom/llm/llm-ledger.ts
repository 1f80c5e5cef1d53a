import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import { createJson, readJson, sha256 } from '#newsroom/store/json-store.ts'
import type { Ask, Model, ModelAnswer } from '#newsroom/llm/model.ts'
import { costOf, priceOf, type Prices } from '#newsroom/llm/prices.ts'

/** What an edition may cost in all; null for no limit. `cost` is in the currency of the price list. */
export type Budget = { tokens: number | null; cost: number | null }

/** What an edition has cost so far; `cost` is null when a model that was used has no price. */
export type LedgerUsage = { calls: number; tokens: number; cost: number | null }

/** A question to a model, before it has its number. */
export type Question = Parameters<Ask>[0]

/** The next call would pass the budget of the edition: it was not made. */
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

/** What a run asks models through: each answer is kept, so that no question is ever paid twice. */
export type Ledger = {
  ask(model: Model, question: Question): Promise<ModelAnswer>
  usage(): Promise<LedgerUsage>
}

/**
 * The calls of an edition, under `notebook/{date}/calls/` in the desk. The hash of a question is its name there, and its
 * idempotency key on the wire. Rejects with BudgetExceeded before a call that could pass the budget.
 */
export function openLedger(options: {
  desk: Bucket
  date: string
  budget: Budget
  prices: Prices
  now: () => Date
  onUsage?: (usage: LedgerUsage) => void
}): Ledger {
  const { desk, date, budget, prices, now, onUsage } = options
  const prefix = `notebook/${date}/calls/`
  const known = new Map<string, Call>()

  async function ask(model: Model, question: Question): Promise<ModelAnswer> {
    const { purpose, ...request } = question
    const name = sha256(JSON.stringify({ provider: model.provider, model: model.model, ...request }))
    const key = `${prefix}${name}.json`
    const cached = await readJson(desk, key, call)
    if (cached !== null) return cached.answer
    await checkBudget(model, request)
    const began = now()
    const answer = await model.ask({ ...request, idempotencyKey: name })
    const seconds = (now().getTime() - began.getTime()) / 1000
    const { provider, model: modelName } = model
    const record: Call = { purpose, provider, model: modelName, answer, time: began.toISOString(), seconds }
    await createJson(desk, key, record)
    onUsage?.(await usage())
    return answer
  }

  async function checkBudget(model: Model, request: Omit<Question, 'purpose'>): Promise<void> {
    if (budget.tokens === null && budget.cost === null) return
    const before = await usage()
    // A token is rarely under three characters; too careful by a little is the right way to be wrong.
    const text = request.instructions.length + request.prompt.length + JSON.stringify(request.schema).length
    const next = { inputTokens: Math.ceil(text / 3), outputTokens: request.maxOutputTokens }
    const tokens = before.tokens + next.inputTokens + next.outputTokens
    if (budget.tokens !== null && tokens > budget.tokens)
      throw new BudgetExceeded(
        `The next call could use ${next.inputTokens + next.outputTokens} tokens; ${before.tokens} of the ${budget.tokens} that BUDGET_TOKENS allows are spent.`,
      )
    if (budget.cost === null) return
    const price = priceOf(prices, model)
    if (price === null || before.cost === null)
      throw new BudgetExceeded(
        `BUDGET_COST is set, but the model ${model.model} has no price: add it to editorial/prices.json.`,
      )
    const cost = costOf(next, price)
    if (before.cost + cost > budget.cost)
      throw new BudgetExceeded(
        `The next call could cost ${cost.toFixed(4)}; ${before.cost.toFixed(4)} of the ${budget.cost} that BUDGET_COST allows are spent.`,
      )
  }

  async function usage(): Promise<LedgerUsage> {
    for await (const key of desk.keys(prefix)) {
      if (known.has(key)) continue
      const cached = await readJson(desk, key, call)
      if (cached !== null) known.set(key, cached)
    }
    const calls = [...known.values()]
    const costs = calls.map(({ provider, model, answer }) => {
      const price = priceOf(prices, { provider, model })
      return price === null ? null : costOf(answer.usage, price)
    })
    return {
      calls: calls.length,
      tokens: calls.reduce((sum, { answer }) => sum + answer.usage.inputTokens + answer.usage.outputTokens, 0),
      cost: costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0),
    }
  }

  return { ask, usage }
}
