import { expect, test } from 'vitest'
import { createResponse, textResponse } from '#server/http.ts'
import { createResponseCache, type Render } from '#server/response-cache.ts'

const DAY = 86_400_000

/** A cache over an archive that moves when it is told to, and a resource that counts how often it is made. */
function startCache({ maxBytes = 1e6, maxEntries = 100, patience = 1_000 } = {}) {
  const state = { sequence: 0, now: Date.UTC(2026, 10, 21) }
  const errors: string[] = []
  const cache = createResponseCache({
    maxBytes,
    maxEntries,
    sequence: () => state.sequence,
    now: () => new Date(state.now),
    onError: (error) => errors.push(String(error)),
    patience,
  })
  let made = 0
  const page = (options: { text?: string; type?: string; keepFor?: number } = {}): Render => {
    const { text = 'page', type = 'text/html', keepFor = DAY } = options
    return async () => {
      made += 1
      return { response: createResponse({ headers: { 'content-type': type }, body: text }), keepFor }
    }
  }
  return { ...cache, state, errors, page, made: () => made }
}

test('a response is made once, however many ask for it and however often', async () => {
  const { respond, get, page, made } = startCache()
  const responses = await Promise.all(Array.from({ length: 50 }, () => respond({ key: '/', render: page() })))
  expect([made(), new Set(responses).size]).toEqual([1, 1])
  expect([get('/'), await respond({ key: '/', render: page() })]).toEqual([responses[0], responses[0]])
  expect(made()).toBe(1)
})

test('an event about something that a response was not made from leaves it as it is', async () => {
  const { respond, get, page, state } = startCache()
  const versions = { own: 1, other: 1 }
  await respond({ key: '/', render: async (depend) => (depend(() => versions.own), await page()(depend)) })
  Object.assign(versions, { other: 2 })
  state.sequence += 1
  expect(get('/')).not.toBeNull()
  versions.own = 2
  state.sequence += 1
  expect(get('/')).toBeNull()
})

test('who asks after an event is not told what was being made before it', async () => {
  const { respond, page, state, made } = startCache()
  let version = 1
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const render: Render = async (depend) => {
    depend(() => version)
    const text = `version ${version}`
    await gate
    return await page({ text })(depend)
  }
  const before = respond({ key: '/', render })
  version = 2
  state.sequence += 1
  const after = respond({ key: '/', render })
  release()
  expect([(await before).body.toString(), (await after).body.toString()]).toEqual(['version 2', 'version 2'])
  expect(made()).toBe(2)
})

test('a response is kept for as long as it says, and one that says nothing only for whoever waits for it', async () => {
  const { respond, get, page, state } = startCache()
  await respond({ key: '/a', render: page({ keepFor: 1_000 }) })
  await respond({ key: '/b', render: page({ keepFor: 0 }) })
  expect([get('/a') === null, get('/b')]).toEqual([false, null])
  state.now += 1_000
  expect(get('/a')).toBeNull()
})

test('only a 200 is kept, and a failure is not remembered', async () => {
  const { respond, get, page } = startCache()
  const missing = textResponse(404, 'No')
  await respond({ key: '/a', render: async () => ({ response: missing, keepFor: DAY }) })
  expect(get('/a')).toBeNull()
  await expect(respond({ key: '/a', render: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
  expect((await respond({ key: '/a', render: page() })).status).toBe(200)
})

test.each<[string, Render]>([
  ['fails', () => Promise.reject(new Error('The storage is away.'))],
  ['is a 503', async () => ({ response: textResponse(503, 'Sorry'), keepFor: 0 })],
])('where a new response %s the last good one serves, and a new one is tried after a while', async (_, broken) => {
  const { respond, get, page, state, errors } = startCache()
  let version = 1
  const good =
    (text: string): Render =>
    async (depend) => (depend(() => version), await page({ text })(depend))
  await respond({ key: '/', render: good('one') })
  version = 2
  state.sequence += 1
  expect((await respond({ key: '/', render: broken })).body.toString()).toBe('one')
  expect(errors.length).toBeLessThan(2)
  // It is not made for every reader while that lasts.
  expect(get('/')?.body.toString()).toBe('one')
  state.now += 5_000
  expect(get('/')).toBeNull()
  expect((await respond({ key: '/', render: broken })).body.toString()).toBe('one')
  state.now += 5_000
  expect((await respond({ key: '/', render: good('two') })).body.toString()).toBe('two')
  expect(get('/')?.body.toString()).toBe('two')
})

test('what takes too long is waited for by nobody who can be shown the last good one', async () => {
  const { respond, get, page, state } = startCache({ patience: 10 })
  await respond({ key: '/', render: page({ text: 'one', keepFor: 1_000 }) })
  state.now += 1_000
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const slow: Render = async (depend) => (await gate, await page({ text: 'two' })(depend))
  expect((await respond({ key: '/', render: slow })).body.toString()).toBe('one')
  release()
  await expect.poll(() => get('/')?.body.toString()).toBe('two')
})

test('what is gone for good is no failure: the one before it does not serve', async () => {
  const { respond, get, page, state } = startCache()
  await respond({ key: '/', render: page({ keepFor: 1_000 }) })
  state.now += 1_000
  const gone: Render = async () => ({ response: textResponse(404, 'No'), keepFor: 0 })
  expect((await respond({ key: '/', render: gone })).status).toBe(404)
  expect(get('/')).toBeNull()
  await expect(respond({ key: '/', render: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
})

test('what has no key is made for everybody anew', async () => {
  const { respond, page, made } = startCache()
  for (const _ of [1, 2]) await respond({ key: null, render: page() })
  expect(made()).toBe(2)
})

test('bodies, with room for their encodings, keys and a fixed cost of each entry are within the bytes', async () => {
  const html = 'x'.repeat(10_000)
  const { respond, get, page } = startCache({ maxBytes: 100_000 })
  const kept = async (key: (number: number) => string, options: Parameters<typeof page>[0]) => {
    for (let number = 0; number < 100; number += 1) await respond({ key: key(number), render: page(options) })
    return Array.from({ length: 100 }, (_, number) => get(key(number))).filter((found) => found !== null).length
  }
  expect(await kept((number) => `/html/${number}`, { text: html })).toBe(4)
  expect(await kept((number) => `/png/${number}`, { text: html, type: 'image/png' })).toBe(8)
  expect(await kept((number) => `/empty/${number}`, { text: '' })).toBeLessThan(50)
  expect(await kept((number) => `/${'long'.repeat(3_000)}${number}`, { text: '' })).toBeLessThan(5)
})

test('the number of entries is bounded: those that nobody asked for lately go first', async () => {
  const { respond, get, page } = startCache({ maxEntries: 10, maxBytes: 1e9 })
  for (let number = 0; number < 50_000; number += 1) await respond({ key: `/${number}`, render: page() })
  const kept = Array.from({ length: 50_000 }, (_, number) => number).filter((number) => get(`/${number}`) !== null)
  expect(kept).toEqual(Array.from({ length: 10 }, (_, number) => 49_990 + number))
})

test('who waits for a response gets it, though others have taken its place meanwhile', async () => {
  const { respond, page } = startCache({ maxEntries: 2 })
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const waiting = Array.from({ length: 5 }, (_, number) =>
    respond({ key: `/${number}`, render: async (depend) => (await gate, await page({ text: `${number}` })(depend)) }),
  )
  release()
  expect((await Promise.all(waiting)).map(({ body }) => body.toString())).toEqual(['0', '1', '2', '3', '4'])
})
