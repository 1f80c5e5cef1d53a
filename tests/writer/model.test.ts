import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createModel } from '#newsroom/llm/model.ts'
import { listOf, objectOf, oneOf, TEXT } from '#newsroom/llm/strict-json-schema.ts'
import { createWriter } from '#newsroom/local/writer.ts'
import { tinyModels, writersIn } from '../fixtures/newsroom/local-writer.ts'
import { tinyGguf } from '../fixtures/tiny-gguf.ts'

const REQUEST = {
  instructions: 'You write.',
  prompt: 'Say something. '.repeat(60),
  schema: objectOf({ verdict: oneOf('yes', 'no'), ids: { ...listOf(oneOf('S1.1', 'S1.2')), maxItems: 3 } }),
  schemaName: 'answer',
  maxOutputTokens: 300,
  temperature: 0.3,
  idempotencyKey: 'k',
}
const FREE = {
  instructions: 'You write.',
  prompt: 'Go on.',
  schema: null,
  maxOutputTokens: 8_000,
  temperature: 0,
  seed: 1,
}

async function scene({ context = 8_192, idle }: { context?: number; idle?: number } = {}) {
  const { folder: models } = await tinyModels()
  const path = join(models, 'tiny.gguf')
  await writeFile(path, tinyGguf({ seed: 3 }))
  const named = { name: 'tiny.gguf', known: null, path }
  return {
    models,
    writer: createWriter({ models, path, threads: 1, context }, { idle }),
    model: createModel({ kind: 'local', model: 'tiny.gguf', named, models, threads: 1, context }),
  }
}

test('an answer fits its schema, whatever the model, and its tokens are counted', async () => {
  const { model } = await scene()
  const { output, finishReason, usage } = await model.ask(REQUEST)
  expect(finishReason).toBe('stop')
  expect(output).toEqual({
    verdict: expect.stringMatching(/^(?:yes|no)$/),
    ids: expect.toSatisfy((ids: string[]) => ids.length <= 3 && ids.every((id) => ['S1.1', 'S1.2'].includes(id))),
  })
  expect(usage.inputTokens).toBeGreaterThan(200)
  expect(usage.outputTokens).toBeGreaterThan(10)
})

test('an enum of hundreds of ids is a grammar like any other', async () => {
  const { model } = await scene()
  const ids = Array.from({ length: 900 }, (_, index) => `S${1 + (index % 5)}.${index}`)
  const schema = objectOf({ first: oneOf(...ids), second: oneOf(...ids), third: oneOf(...ids) })
  const began = performance.now()
  const { output } = await model.ask({ ...REQUEST, schema })
  console.log(`2,700 values in enums: ${Math.round(performance.now() - began)} ms.`)
  for (const id of Object.values(output ?? {})) expect(ids).toContain(id)
})

test('the beginning that two questions share is read once', async () => {
  const { writer } = await scene()
  const long = { ...FREE, prompt: 'Say something. '.repeat(200), maxOutputTokens: 4 }
  const first = await writer.ask(long, {})
  const second = await writer.ask({ ...long, prompt: `${long.prompt} Else.` }, {})
  expect(first.cachedTokens).toBeLessThan(first.inputTokens / 2)
  expect(second.cachedTokens).toBeGreaterThan(second.inputTokens / 2)
})

test('a question that is too long is refused, not cut', async () => {
  const { model } = await scene()
  const asked = model.ask({ ...REQUEST, prompt: 'Say something. '.repeat(4_000) })
  await expect(asked).rejects.toThrow(
    /on this machine gave no answer \(the question has \d+ tokens, and question and answer have 8192/,
  )
})

test('what is cut off says so', async () => {
  const { model } = await scene()
  const schema = objectOf({ text: TEXT })
  const { finishReason } = await model.ask({ ...REQUEST, schema: { ...schema }, maxOutputTokens: 5 })
  expect(finishReason).toBe('length')
})

test('a question that is given up ends at once and gives the memory back; the next one is answered', async () => {
  const { models, writer } = await scene()
  const given = new AbortController()
  let pieces = 0
  const asked = writer
    .ask(FREE, { signal: given.signal, onPiece: () => (pieces += 1) })
    .catch((error: unknown) => error)
  await expect.poll(() => pieces, { timeout: 60_000, interval: 5 }).toBeGreaterThan(3)
  const began = performance.now()
  given.abort(new Error('enough'))
  expect(await asked).toEqual(new Error('enough'))
  await expect.poll(() => writersIn(models), { interval: 10 }).toEqual([])
  expect(performance.now() - began).toBeLessThan(1_000)
  expect((await writer.ask({ ...FREE, maxOutputTokens: 4 }, {})).outputTokens).toBeGreaterThan(0)
})

test('a model that nobody asks gives its memory back', async () => {
  const { models, writer } = await scene({ idle: 200 })
  await writer.ask({ ...FREE, maxOutputTokens: 4 }, {})
  expect(await writersIn(models)).toHaveLength(1)
  await wait(400)
  expect(await writersIn(models)).toEqual([])
  await writer.ask({ ...FREE, maxOutputTokens: 4 }, {})
})
