import { expect, test } from 'vitest'
import { createAnswerCache, type FreshAnswer } from '#server/answer-cache.ts'
import { finish, messageFor } from '#server/finished-answer.ts'

const html = `<!doctype html>${'<p>text</p>'.repeat(200)}`

function page({ keep = true, text = html, type = 'text/html' } = {}): () => Promise<FreshAnswer> {
  const body = Buffer.from(text)
  return async () => ({ answer: finish({ status: 200, headers: { 'content-type': type }, etag: '"1"', body }), keep })
}

test('an answer is made once, however many ask for it at the same time', async () => {
  const cache = createAnswerCache({ bytes: 1e6 })
  let renders = 0
  const render = () => {
    renders += 1
    return page()()
  }
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.make('/', '1', render)))
  expect([renders, new Set(answers).size]).toEqual([1, 1])
})

test('an answer of an older generation is not given any more', async () => {
  const cache = createAnswerCache({ bytes: 1e6 })
  await cache.make('/', '1', page())
  expect(cache.get('/', '1')).not.toBeNull()
  expect(cache.get('/', '2')).toBeNull()
})

test('an answer that is not to be kept is made anew', async () => {
  const cache = createAnswerCache({ bytes: 1e6 })
  await cache.make('/', '1', page({ keep: false }))
  expect(cache.get('/', '1')).toBeNull()
})

test('a rendering that fails is not remembered', async () => {
  const cache = createAnswerCache({ bytes: 1e6 })
  await expect(cache.make('/', '1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await cache.make('/', '1', page())).status).toBe(200)
})

test('the cache is bounded by its bytes: the answers that nobody asked for lately go first', async () => {
  const cache = createAnswerCache({ bytes: 10_000 })
  for (let number = 0; number < 20; number += 1) await cache.make(`/${number}`, '1', page())
  const kept = Array.from({ length: 20 }, (_, number) => cache.get(`/${number}`, '1')).filter((found) => found !== null)
  // Room for its codings counts, as these are made later.
  expect(kept).toHaveLength(Math.floor(10_000 / (2 * html.length + 1)))
  expect(cache.get('/19', '1')).not.toBeNull()
})

test('a picture, which is sent as it is, counts once', async () => {
  const cache = createAnswerCache({ bytes: 10_000 })
  await cache.make('/a', '1', page({ type: 'image/png', text: 'x'.repeat(9_000) }))
  expect(cache.get('/a', '1')).not.toBeNull()
})

test('what is the same in the next generation is not compressed again; what changed is', async () => {
  const cache = createAnswerCache({ bytes: 1e6 })
  const brotli = async (generation: string, text: string) => {
    const answer = await cache.make('/', generation, page({ text }))
    return (await messageFor(answer, { coding: 'br', ifNoneMatch: null, ifModifiedSince: null })).body
  }
  const first = await brotli('1', html)
  expect(await brotli('2', html)).toBe(first)
  expect(await brotli('3', html.replace('text', 'Text'))).not.toBe(first)
})
