import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, createResponse, toHttpResponse, type CachedResponse } from '#server/http.ts'

const html = '<p>text</p>'.repeat(200)
const large = '<p>text</p>'.repeat(20_000)

function response({ text = html, status = 200, type = 'text/html', etag = 'W/"1"' } = {}): CachedResponse {
  return createResponse({ status, headers: { 'content-type': type }, etag, body: text })
}

async function ask(from: CachedResponse, request: { 'accept-encoding'?: string; 'if-none-match'?: string }) {
  const { status, headers, body } = await toHttpResponse(from, request)
  const named = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []))
  return {
    status,
    sent: body,
    body: body && Buffer.from(body),
    names: named.map(([name]) => name),
    ...Object.fromEntries(named),
  }
}

test('compresses a body once per encoding, and sends its length', async () => {
  for (const text of [html, large]) {
    const cached = response({ text })
    expect(cached.encoded).toEqual({})
    const [br, again, gzip, plain] = await Promise.all([
      ask(cached, { 'accept-encoding': 'br' }),
      ask(cached, { 'accept-encoding': 'br' }),
      ask(cached, { 'accept-encoding': 'gzip' }),
      ask(cached, {}),
    ])
    expect([brotliDecompressSync(br.body ?? '').toString() === text, br['content-encoding']]).toEqual([true, 'br'])
    expect([gunzipSync(gzip.body ?? '').toString() === text, gzip['content-encoding']]).toEqual([true, 'gzip'])
    expect([plain.body?.toString() === text, plain['content-encoding']]).toEqual([true, undefined])
    expect([again.sent === br.sent, (await cached.encoded.br) === br.sent]).toEqual([true, true])
    for (const sent of [br, gzip, plain]) {
      expect([sent['content-length'], sent.vary]).toEqual([String(sent.body?.byteLength), 'accept-encoding'])
      expect(sent.names).toEqual([...new Set(sent.names)])
      expect(sent['x-content-type-options']).toBe('nosniff')
    }
  }
})

test.for([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['deflate', null],
  ['gzip, br;q=0.5', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['*', 'br'],
  ['identity;q=0, *', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['identity, br;q=0.5', null],
  ['br ; Q=0 , gzip ; q=0.1', 'gzip'],
  ['gzip; q=0.000', null],
  ['', null],
  [undefined, null],
] as const)('a client that accepts %s gets %s', ([accepted, encoding]) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test('sends a weak ETag with a compressible body, but a strong one with a picture', async () => {
  expect((await ask(response({ etag: '"1"' }), { 'accept-encoding': 'br' })).etag).toBe('W/"1"')
  const picture = await ask(response({ etag: '"1"', type: 'image/png' }), { 'accept-encoding': 'br' })
  expect([picture.etag, picture['content-encoding'], picture.vary]).toEqual(['"1"', undefined, undefined])
})

test('responds with 304 and no body if the client already has the response, but never instead of a 404', async () => {
  const client = { 'if-none-match': '"a", W/"1"' }
  const { status, body, etag, 'content-length': length } = await ask(response(), client)
  expect([status, body, etag, length]).toEqual([304, null, 'W/"1"', undefined])
  expect((await ask(response({ status: 404 }), client)).status).toBe(404)
})
