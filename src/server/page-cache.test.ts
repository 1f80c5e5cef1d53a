import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPageCache, respondWith, type FreshPage } from '#server/page-cache.ts'

const html = `<!doctype html>${'<p>text</p>'.repeat(200)}`

function page(over: Partial<FreshPage> = {}): () => Promise<FreshPage> {
  return async () => ({ status: 200, headers: { 'content-type': 'text/html' }, html, keep: true, ...over })
}

test('a page is made once, however many ask for it at the same time', async () => {
  const cache = createPageCache({ bytes: 1e6 })
  let renders = 0
  const render = () => {
    renders += 1
    return page()()
  }
  const pages = await Promise.all(Array.from({ length: 50 }, () => cache.make('/', '1', render)))
  expect([renders, new Set(pages).size]).toEqual([1, 1])
})

test('a page of an older generation is not given any more', async () => {
  const cache = createPageCache({ bytes: 1e6 })
  await cache.make('/', '1', page())
  expect(cache.get('/', '1')).not.toBeNull()
  expect(cache.get('/', '2')).toBeNull()
})

test('a page that is not to be kept is made anew', async () => {
  const cache = createPageCache({ bytes: 1e6 })
  await cache.make('/', '1', page({ keep: false }))
  expect(cache.get('/', '1')).toBeNull()
})

test('a rendering that fails is not remembered', async () => {
  const cache = createPageCache({ bytes: 1e6 })
  await expect(cache.make('/', '1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await cache.make('/', '1', page())).status).toBe(200)
})

test('the cache is bounded by its bytes: the pages that nobody asked for lately go first', async () => {
  const cache = createPageCache({ bytes: 10_000 })
  for (let number = 0; number < 20; number += 1) await cache.make(`/${number}`, '1', page())
  expect(cache.get('/0', '1')).toBeNull()
  expect(cache.get('/19', '1')).not.toBeNull()
})

test('every coding holds the same page', async () => {
  const made = await createPageCache({ bytes: 1e6 }).make('/', '1', page())
  const ask = (coding: 'br' | 'gzip' | null) => respondWith(made, { coding, ifNoneMatch: null })
  expect(brotliDecompressSync(ask('br').body ?? '').toString()).toBe(html)
  expect(gunzipSync(ask('gzip').body ?? '').toString()).toBe(html)
  expect(Buffer.from(ask(null).body ?? '').toString()).toBe(html)
  expect(ask('br').headers['content-encoding']).toBe('br')
  expect(ask(null).headers['content-encoding']).toBeUndefined()
})

test('who has the page already gets 304; a missing page never is one', async () => {
  const cache = createPageCache({ bytes: 1e6 })
  const found = await cache.make('/', '1', page())
  const missing = await cache.make('/x', '1', page({ status: 404 }))
  expect(respondWith(found, { coding: 'br', ifNoneMatch: `"a", ${found.etag}` })).toMatchObject({
    status: 304,
    body: null,
  })
  expect(respondWith(missing, { coding: 'br', ifNoneMatch: missing.etag }).status).toBe(404)
})
