import { expect, test } from 'vitest'
import { createResponse, textResponse } from '#server/http.ts'
import { createResponseCache, type Render } from '#server/response-cache.ts'

const DAY_MS = 86_400_000

/**
 * Creates a cache with a test clock and a test sequence, and a function for pages that count how often they are
 * rendered.
 */
function startCache({ maxBytes = 1e6, maxEntries = 100, timeout = 1_000 } = {}) {
  const state = { sequence: 0, now: Date.UTC(2026, 10, 21), rendered: 0 }
  const errors: string[] = []
  const cache = createResponseCache({
    maxBytes,
    maxEntries,
    sequence: () => state.sequence,
    now: () => new Date(state.now),
    report: (error) => errors.push(String(error)),
    timeout,
  })
  const page = (options: { text?: string; type?: string; keepFor?: number; gate?: Promise<void> } = {}): Render => {
    const { text = 'page', type = 'text/html', keepFor = DAY_MS, gate } = options
    return async () => {
      state.rendered += 1
      await gate
      return { response: createResponse({ headers: { 'content-type': type }, body: text }), keepFor }
    }
  }
  const textOf = async (render: Render) => (await cache.respond({ key: '/', render })).body.toString()
  return { ...cache, state, errors, page, textOf }
}

function startGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { gate: promise, release: resolve }
}

test('concurrent and later requests share one rendering', async () => {
  const { respond, get, page, state } = startCache()
  const responses = await Promise.all(Array.from({ length: 50 }, () => respond({ key: '/', render: page() })))
  expect([state.rendered, new Set(responses).size]).toEqual([1, 1])
  expect([get('/'), await respond({ key: '/', render: page() })]).toEqual([responses[0], responses[0]])
  expect(state.rendered).toBe(1)
})

test('an event in the journal makes all responses stale', async () => {
  const { textOf, get, page, state } = startCache()
  expect(await textOf(page({ text: 'one' }))).toBe('one')
  state.sequence += 1
  expect(get('/')).toBeNull()
  expect(await textOf(page({ text: 'two' }))).toBe('two')
})

test('a request after an event does not get a response that was rendered before the event', async () => {
  const { textOf, page, state } = startCache()
  const { gate, release } = startGate()
  const render: Render = async () => await page({ text: `after event ${state.sequence}`, gate })()
  const before = textOf(render)
  state.sequence += 1
  const after = textOf(render)
  release()
  expect(await Promise.all([before, after])).toEqual(['after event 1', 'after event 1'])
})

test('caches a response for the time that it specifies', async () => {
  const { respond, get, page, state } = startCache()
  await respond({ key: '/a', render: page({ keepFor: 1_000 }) })
  await respond({ key: '/b', render: page({ keepFor: 0 }) })
  expect([get('/a') === null, get('/b')]).toEqual([false, null])
  state.now += 1_000
  expect(get('/a')).toBeNull()
})

test('does not cache errors or responses with a status other than 200', async () => {
  const { respond, get, page } = startCache()
  const missing = textResponse(404, 'No')
  await respond({ key: '/a', render: async () => ({ response: missing, keepFor: DAY_MS }) })
  expect(get('/a')).toBeNull()
  await expect(respond({ key: '/a', render: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
  expect((await respond({ key: '/a', render: page() })).status).toBe(200)
})

test.each<[string, Render]>([
  ['fails', () => Promise.reject(new Error('The storage is away.'))],
  ['is a 503', async () => ({ response: textResponse(503, 'Sorry'), keepFor: 0 })],
])('serves the last good response for 5 s if the new one %s, then renders again', async (_, broken) => {
  const { textOf, get, page, state, errors } = startCache()
  await textOf(page({ text: 'one' }))
  state.sequence += 1
  expect(await textOf(broken)).toBe('one')
  expect(errors.length).toBeLessThan(2)
  expect(get('/')?.body.toString()).toBe('one')
  state.now += 5_000
  expect(get('/')).toBeNull()
  expect(await textOf(broken)).toBe('one')
  state.now += 5_000
  expect(await textOf(page({ text: 'two' }))).toBe('two')
  expect(get('/')?.body.toString()).toBe('two')
})

test('serves the last good response if rendering a new one takes too long', async () => {
  const { textOf, get, page, state } = startCache({ timeout: 10 })
  await textOf(page({ text: 'one' }))
  state.sequence += 1
  const { gate, release } = startGate()
  expect(await textOf(page({ text: 'two', gate }))).toBe('one')
  release()
  await expect.poll(() => get('/')?.body.toString()).toBe('two')
})

test('a 404 replaces the cached response', async () => {
  const { respond, textOf, get, page, state } = startCache()
  await textOf(page())
  state.sequence += 1
  const gone: Render = async () => ({ response: textResponse(404, 'No'), keepFor: 0 })
  expect((await respond({ key: '/', render: gone })).status).toBe(404)
  expect(get('/')).toBeNull()
  await expect(textOf(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('the byte limit includes bodies, their encodings, keys and a fixed size per entry', async () => {
  const html = 'x'.repeat(10_000)
  const { respond, get, page } = startCache({ maxBytes: 100_000 })
  const countCached = async (key: (number: number) => string, options: Parameters<typeof page>[0]) => {
    for (let number = 0; number < 100; number += 1) await respond({ key: key(number), render: page(options) })
    return Array.from({ length: 100 }, (_, number) => get(key(number))).filter((found) => found !== null).length
  }
  expect(await countCached((number) => `/html/${number}`, { text: html })).toBe(4)
  expect(await countCached((number) => `/png/${number}`, { text: html, type: 'image/png' })).toBe(8)
  expect(await countCached((number) => `/empty/${number}`, { text: '' })).toBeLessThan(50)
  expect(await countCached((number) => `/${'long'.repeat(3_000)}${number}`, { text: '' })).toBeLessThan(5)
})
