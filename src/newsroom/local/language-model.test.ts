import { streamText } from 'ai'
import { expect, test } from 'vitest'
import { localLanguageModel } from '#newsroom/local/language-model.ts'
import type { Writer } from '#newsroom/local/writer.ts'

const ANSWER = { text: 'ab', finishReason: 'stop', inputTokens: 10, cachedTokens: 4, outputTokens: 2 } as const
const PROMPT = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'text', text: 'Say it.' }] },
] as const

function modelWith(ask: Writer['ask']) {
  return localLanguageModel({ name: 'tiny', writer: { ask } })
}

test('a question reaches the writer as it was asked, and its tokens are counted', async () => {
  const asked: unknown[] = []
  const model = modelWith(async (question) => {
    asked.push(question)
    return ANSWER
  })
  const schema = { type: 'object' } as const
  const { content, usage, finishReason } = await model.doGenerate({
    prompt: [PROMPT[0], { role: 'user', content: [...PROMPT[1].content] }],
    maxOutputTokens: 7,
    temperature: 0.3,
    responseFormat: { type: 'json', schema },
  })
  expect(asked).toEqual([
    { instructions: 'Be brief.', prompt: 'Say it.', schema, maxOutputTokens: 7, temperature: 0.3, seed: 1 },
  ])
  expect([content, finishReason.unified]).toEqual([[{ type: 'text', text: 'ab' }], 'stop'])
  expect(usage.inputTokens).toMatchObject({ total: 10, noCache: 6, cacheRead: 4 })
  expect(usage.outputTokens.total).toBe(2)
})

test('an answer is streamed piece by piece', async () => {
  const model = modelWith(async (_, { onPiece }) => {
    onPiece?.('a')
    onPiece?.('b')
    return ANSWER
  })
  const { textStream, usage } = streamText({ model, prompt: 'Say it.' })
  const pieces: string[] = []
  for await (const piece of textStream) pieces.push(piece)
  expect(pieces).toEqual(['a', 'b'])
  expect((await usage).outputTokens).toBe(2)
})

test('whoever stops listening ends the question', async () => {
  let reason: unknown = null
  const model = modelWith(async (_, { signal, onPiece }) => {
    onPiece?.('a')
    return await new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        reason = signal.reason
        reject(signal.reason)
      })
    })
  })
  const { stream } = await model.doStream({ prompt: [PROMPT[0]] })
  const reader = stream.getReader()
  await reader.read()
  await reader.cancel()
  expect(reason).toEqual(new Error('nobody listens'))
})
