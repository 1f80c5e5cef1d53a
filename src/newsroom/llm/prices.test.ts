import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { costOf, priceList, priceOf } from '#newsroom/llm/llm-ledger.ts'

const prices = priceList.parse(JSON.parse(readFileSync('editorial/prices.json', 'utf8')))

test('lists each model once, with prices in dollars', () => {
  expect(prices.currency).toBe('USD')
  expect(new Set(prices.models.map(({ model }) => model)).size).toBe(prices.models.length)
  // These limits catch a wrong unit: a million tokens cost between a few cents and some tens of dollars, and output
  // costs more than input.
  for (const { model, input, output } of prices.models) {
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
] as const)('gives %s the price of the listed model', ([model, price]) => {
  expect(priceOf(prices, { provider: 'compatible', model })).toEqual(price)
})

test.for(['claude-sonnet-4-9', 'gpt-5.4', 'gpt-5-codex', 'gpt-4o-audio-preview', 'gpt', '', 'qwen3'])(
  'gives the unlisted model "%s" no price',
  (model) => {
    expect(priceOf(prices, { provider: 'compatible', model })).toBeNull()
  },
)

test('adds the costs of input and output tokens, and treats Ollama models as free', () => {
  expect(priceOf(prices, { provider: 'ollama', model: 'anything' })).toEqual({ input: 0, output: 0 })
  expect(costOf({ inputTokens: 2_000_000, outputTokens: 500_000 }, { input: 3, output: 15 })).toBe(13.5)
})
