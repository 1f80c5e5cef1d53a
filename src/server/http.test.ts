import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  createResponse,
  etagMatches,
  toHttpResponse,
  weakEtag,
  type CachedResponse,
  type Conditions,
} from '#server/http.ts'

const html = '<p>text</p>'.repeat(200)
const large = '<p>text</p>'.repeat(20_000)
const nobody = { encoding: null, ifNoneMatch: null, ifModifiedSince: null }

function response({ text = html, status = 200, type = 'text/html', etag = 'W/"1"' } = {}): CachedResponse {
  const headers = { 'content-type': type, 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' }
  return createResponse({ status, headers, etag, body: text })
}

async function ask(from: CachedResponse, conditions: Partial<Conditions>) {
  const { status, headers, body } = await toHttpResponse(from, { ...nobody, ...conditions })
  const named = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []))
  return { status, body: body && Buffer.from(body), names: named.map(([name]) => name), ...Object.fromEntries(named) }
}

test('every encoding holds the same text, small or large, and says its length', async () => {
  for (const text of [html, large]) {
    const whole = response({ text })
    const [br, gzip, plain] = [
      await ask(whole, { encoding: 'br' }),
      await ask(whole, { encoding: 'gzip' }),
      await ask(whole, {}),
    ]
    expect([brotliDecompressSync(br.body ?? '').toString() === text, br['content-encoding']]).toEqual([true, 'br'])
    expect([gunzipSync(gzip.body ?? '').toString() === text, gzip['content-encoding']]).toEqual([true, 'gzip'])
    expect([plain.body?.toString() === text, plain['content-encoding']]).toEqual([true, undefined])
    for (const sent of [br, gzip, plain]) {
      expect([sent['content-length'], sent.vary]).toEqual([String(sent.body?.byteLength), 'accept-encoding'])
      expect(sent.names).toEqual([...new Set(sent.names)])
      expect(sent['x-content-type-options']).toBe('nosniff')
    }
  }
})

test('an encoding is made when somebody first asks for it, and once', async () => {
  for (const text of [html, large]) {
    const whole = response({ text })
    expect(whole.encoded).toEqual({})
    const bodies = await Promise.all(
      [1, 2, 3].map(async () => (await toHttpResponse(whole, { ...nobody, encoding: 'br' })).body),
    )
    expect(new Set(bodies).size).toBe(1)
    expect(Object.keys(whole.encoded)).toEqual(['br'])
    expect((await toHttpResponse(whole, { ...nobody, encoding: 'br' })).body).toBe(bodies[0])
  }
})

test('what is sent often is compressed as well as brotli can, once; what was sent before stays whole', async () => {
  const whole = response({ text: Array.from({ length: 900 }, (_, number) => `<p>${number * 7919} text</p>`).join('') })
  const sizes: number[] = []
  for (let number = 0; number < 3; number += 1) sizes.push((await ask(whole, { encoding: 'br' })).body?.byteLength ?? 0)
  expect(new Set(sizes).size).toBe(1)
  const sizeNow = async () => (await ask(whole, { encoding: 'br' })).body?.byteLength
  await expect.poll(sizeNow).toBeLessThan(sizes[0] ?? 0)
  expect(brotliDecompressSync((await ask(whole, { encoding: 'br' })).body ?? '')).toEqual(whole.body)
})

test('what is ready is sent without waiting', () => {
  const whole = response()
  expect(toHttpResponse(whole, { ...nobody, encoding: 'br' })).not.toBeInstanceOf(Promise)
})

test('a tag of content that goes out in several encodings is weak, that of a picture is as it was', async () => {
  expect((await ask(response({ etag: '"1"' }), { encoding: 'br' })).etag).toBe('W/"1"')
  const picture = await ask(response({ etag: '"1"', type: 'image/png' }), { encoding: 'br' })
  expect([picture.etag, picture['content-encoding'], picture.vary]).toEqual(['"1"', undefined, undefined])
})

test('who has it already gets 304 without a body; what is missing never is', async () => {
  for (const client of [{ ifNoneMatch: '"a", W/"1"' }, { ifModifiedSince: 'Sat, 21 Nov 2026 10:00:00 GMT' }]) {
    const { status, body, etag, 'content-length': length } = await ask(response(), client)
    expect([status, body, etag, length]).toEqual([304, null, 'W/"1"', undefined])
    expect((await ask(response({ status: 404 }), client)).status).toBe(404)
  }
  // A date counts only for who sends no tag.
  const both = { ifNoneMatch: '"other"', ifModifiedSince: 'Sat, 21 Nov 2026 10:00:00 GMT' }
  expect((await ask(response(), both)).status).toBe(200)
})

test('the same body has the same tag, another body another', () => {
  expect(weakEtag('a')).toBe(weakEtag(Buffer.from('a')))
  expect(weakEtag('a')).not.toBe(weakEtag('b'))
  expect(weakEtag('a')).toMatch(/^W\/"[\w-]{22}"$/)
})

test.for([
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a" ,"c"', true],
  ['*', true],
  ['"aa"', false],
  ['', false],
] as const)('who sends If-None-Match: %s has W/"a": %s', ([sent, matches]) => {
  expect(etagMatches('W/"a"', sent)).toBe(matches)
})
