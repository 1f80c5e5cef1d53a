import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memoryBucket } from '#bucket/memory.ts'
import { BudgetExceeded, openLedger, priceList, priceOf, type Budget, type Question } from '#newsroom/llm/llm-ledger.ts'
import type { Model } from '#newsroom/llm/model.ts'
import { modelOf } from '../../../tests/fixtures/newsroom/assignment.ts'

const prices = { note: '', asOf: '2026-01-01', currency: 'USD', models: [{ model: 'priced', input: 1, output: 2 }] }
const question: Question = {
  purpose: 'write',
  instructions: 'Write.',
  prompt: 'Something.',
  schema: {},
  schemaName: 'draft',
  maxOutputTokens: 1_000,
  temperature: 0,
}

// Each request to this model uses 500,000 tokens.
function largeModel(name: string) {
  const keys: string[] = []
  const usage = { inputTokens: 400_000, outputTokens: 100_000 }
  const ask: Model['ask'] = async ({ idempotencyKey }) => {
    keys.push(idempotencyKey)
    return { text: '{}', output: {}, finishReason: 'stop', usage }
  }
  return { ...modelOf(name, () => ({})), ask, keys }
}

function ledgerOf(budget: Partial<Budget> = {}, desk = memoryBucket()) {
  return openLedger({ desk, date: '2026-11-21', prices, budget: { tokens: null, cost: null, ...budget } })
}

test('reuses a stored response, even one from another process with the same desk', async () => {
  const desk = memoryBucket()
  const model = largeModel('priced')
  const first = await ledgerOf({}, desk).ask(model, question)
  expect(await ledgerOf({}, desk).ask(model, question)).toEqual(first)
  expect(model.keys).toHaveLength(1)
  await ledgerOf({}, desk).ask(model, { ...question, prompt: 'Something else.' })
  expect(new Set(model.keys).size).toBe(2)
})

test('counts all requests of the edition, and reports an unknown cost if a model has no price', async () => {
  const desk = memoryBucket()
  await ledgerOf({}, desk).ask(largeModel('priced'), question)
  expect(await ledgerOf({}, desk).usage()).toEqual({ calls: 1, tokens: 500_000, cost: 0.6 })
  await ledgerOf({}, desk).ask(largeModel('unpriced'), question)
  expect(await ledgerOf({}, desk).usage()).toEqual({ calls: 2, tokens: 1_000_000, cost: null })
})

test.for<[string, Partial<Budget>]>([
  ['tokens', { tokens: 500_900 }],
  ['cost', { cost: 0.601 }],
])('rejects a request that could exceed the budget of %s', async ([, budget]) => {
  const model = largeModel('priced')
  const ledger = ledgerOf(budget)
  await ledger.ask(model, question)
  await expect(ledger.ask(model, { ...question, prompt: 'Else.' })).rejects.toThrow(BudgetExceeded)
  // Reusing a stored response is free.
  await ledger.ask(model, question)
  expect(model.keys).toHaveLength(1)
})

test('sends as many simultaneous requests as the budget allows, and a later run sends no more', async () => {
  const desk = memoryBucket()
  const model = largeModel('priced')
  for (let run = 0; run < 2; run += 1) {
    const ledger = ledgerOf({ tokens: 1_900_000 }, desk)
    const asked = ['One.', 'Two.', 'Three.', 'Four.'].map((prompt) =>
      ledger.ask(model, { ...question, prompt, maxOutputTokens: 800_000 }),
    )
    await Promise.allSettled(asked)
    expect(model.keys).toHaveLength(3)
  }
})

test('rejects a model with no known price when a cost limit is set', async () => {
  const asked = ledgerOf({ cost: 1 }).ask(largeModel('unpriced'), question)
  await expect(asked).rejects.toThrow('the model unpriced has no price. Add it to editorial/prices.json')
})

test('does not store or charge a failed request', async () => {
  const ledger = ledgerOf()
  const failing: Model = { ...largeModel('priced'), ask: () => Promise.reject(new Error('busy')) }
  await expect(ledger.ask(failing, question)).rejects.toThrow('busy')
  expect(await ledger.usage()).toEqual({ calls: 0, tokens: 0, cost: 0 })
})

const listed = priceList.parse(JSON.parse(readFileSync('editorial/prices.json', 'utf8')))

test('lists each model once, with prices in dollars', () => {
  expect(listed.currency).toBe('USD')
  expect(new Set(listed.models.map(({ model }) => model)).size).toBe(listed.models.length)
  // These limits catch a wrong unit: a million tokens cost between a few cents and some tens of dollars, and output
  // costs more than input.
  for (const { model, input, output } of listed.models) {
    expect([input > 0, output > input, output <= 75], model).toEqual([true, true, true])
  }
})

test.for([
  ['claude-sonnet-4-5', { input: 3, output: 15 }],
  ['claude-sonnet-4-5-20250929', { input: 3, output: 15 }],
  ['claude-opus-4-20250514', { input: 15, output: 75 }],
  ['claude-opus-4-5-20251101', { input: 5, output: 25 }],
  ['gpt-4o-2024-08-06', { input: 2.5, output: 10 }],
  // This version has its own price.
  ['gpt-4o-2024-05-13', { input: 5, output: 15 }],
  ['gemini-2.5-flash-lite-001', { input: 0.1, output: 0.4 }],
  ['claude-3-5-haiku-latest', { input: 0.8, output: 4 }],
  ...['claude-sonnet-4-9', 'gpt-5.4', 'gpt-5-codex', 'gpt-4o-audio-preview', 'gpt', '', 'qwen3'].map(
    (model) => [model, null] as const,
  ),
] as const)('the price of %s is %j, but on Ollama it is free', ([model, price]) => {
  expect(priceOf(listed, { provider: 'compatible', model })).toEqual(price)
  expect(priceOf(listed, { provider: 'ollama', model })).toEqual({ input: 0, output: 0 })
})
