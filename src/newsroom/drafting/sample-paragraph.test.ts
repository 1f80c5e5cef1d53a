import { expect, test } from 'vitest'
import type { ModelRequest } from '#newsroom/llm/model.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'
import { editionMinutes, writeSample } from '#newsroom/drafting/sample-paragraph.ts'

test('the speeds of reading and writing are measured over the same source, after the model is loaded', async () => {
  const asked: ModelRequest[] = []
  let time = 0
  const output = {
    sentences: [
      { text: 'It "runs".', from: ['S1.1'] },
      { text: 'Well.', from: [] },
    ],
  }
  const ask = async (request: ModelRequest) => {
    asked.push(request)
    time += request.maxOutputTokens === 1 ? 4_000 : 10_000
    return { text: '', output, finishReason: 'stop', usage: { inputTokens: 2_000, outputTokens: 50 } }
  }
  const model = { provider: 'ollama', model: 'm', name: 'ollama/m', window: null, ask }
  const sample = await writeSample({ model, prompts: await readPrompts('editorial/prompts'), now: () => time })
  expect(sample).toEqual({ text: 'It "runs". Well.', readSpeed: 500, writeSpeed: 5 })
  expect(asked).toHaveLength(3)
  expect(asked[1]?.prompt).toBe(asked[2]?.prompt)
  expect(asked[2]?.prompt).toContain('[S1.1] The port authority')
  expect(Math.round(editionMinutes(5, sample))).toBe(97)
})
