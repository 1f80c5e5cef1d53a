import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { finish, messageFor, type Client, type FinishedAnswer } from '#server/finished-answer.ts'

const html = '<p>text</p>'.repeat(200)
const large = '<p>text</p>'.repeat(20_000)
const nobody = { coding: null, ifNoneMatch: null, ifModifiedSince: null }

function answer({ text = html, status = 200, type = 'text/html', etag = 'W/"1"' } = {}): FinishedAnswer {
  const headers = { 'content-type': type, 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' }
  return finish({ status, headers, etag, body: Buffer.from(text) })
}

async function ask(from: FinishedAnswer, client: Partial<Client>) {
  const { status, headers, body } = await messageFor(from, { ...nobody, ...client })
  const named = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []))
  return { status, body: body && Buffer.from(body), names: named.map(([name]) => name), ...Object.fromEntries(named) }
}

test('every coding holds the same text, small or large, and says its length', async () => {
  for (const text of [html, large]) {
    const whole = answer({ text })
    const [br, gzip, plain] = [
      await ask(whole, { coding: 'br' }),
      await ask(whole, { coding: 'gzip' }),
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

test('a coding is made when somebody first asks for it, and once', async () => {
  for (const text of [html, large]) {
    const whole = answer({ text })
    expect(whole.coded).toEqual({})
    const bodies = await Promise.all(
      [1, 2, 3].map(async () => (await messageFor(whole, { ...nobody, coding: 'br' })).body),
    )
    expect(new Set(bodies).size).toBe(1)
    expect(Object.keys(whole.coded)).toEqual(['br'])
    expect((await messageFor(whole, { ...nobody, coding: 'br' })).body).toBe(bodies[0])
  }
})

test('what is ready is sent without waiting', () => {
  const whole = answer()
  expect(messageFor(whole, { ...nobody, coding: 'br' })).not.toBeInstanceOf(Promise)
})

test('a tag of content that goes out in several codings is weak, that of a picture is as it was', async () => {
  expect((await ask(answer({ etag: '"1"' }), { coding: 'br' })).etag).toBe('W/"1"')
  const picture = await ask(answer({ etag: '"1"', type: 'image/png' }), { coding: 'br' })
  expect([picture.etag, picture['content-encoding'], picture.vary]).toEqual(['"1"', undefined, undefined])
})

test('who has it already gets 304 without a body; what is missing never is', async () => {
  for (const client of [{ ifNoneMatch: '"a", W/"1"' }, { ifModifiedSince: 'Sat, 21 Nov 2026 10:00:00 GMT' }]) {
    const { status, body, etag, 'content-length': length } = await ask(answer(), client)
    expect([status, body, etag, length]).toEqual([304, null, 'W/"1"', undefined])
    expect((await ask(answer({ status: 404 }), client)).status).toBe(404)
  }
  // A date counts only for who sends no tag.
  const both = { ifNoneMatch: '"other"', ifModifiedSince: 'Sat, 21 Nov 2026 10:00:00 GMT' }
  expect((await ask(answer(), both)).status).toBe(200)
})
