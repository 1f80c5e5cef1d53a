import { request as send, type IncomingHttpHeaders } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openDesk } from '#desk/desk.ts'
import { startDeskServer } from '#desk/server.ts'
import { openBlog } from '../../tests/fixtures/blog.ts'

const KEEP = { kind: 'keep', name: 'technology/a', baseVersion: 1, by: 'Ada', note: 'Fine.' }

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }
type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: unknown }

/** Starts a desk with one published post. `ask` sends a request with an open page's cookie and token. */
async function start({ undoMs = 10_000 }: { undoMs?: number } = {}) {
  const blog = await openBlog()
  await blog.publish('a')
  const none = async () => ({ records: [], unreadable: [] })
  const revalidate = async () => ({ html: '<p>New</p>', checks: [], findings: [], evidence: [] })
  const desk = openDesk({ ...blog, readRecords: none, revalidate, announce: async () => {}, now: () => new Date() })
  const page = {
    html: '<meta name="desk-token" content="__TOKEN__">',
    files: new Map([['/assets/desk.js', { headers: { 'content-type': 'text/javascript' }, body: Buffer.from('1') }]]),
  }
  const server = await startDeskServer({ desk, page, port: 0, undoMs })
  onTestFinished(() => void server.close())
  const { host, origin } = new URL(server.address())

  function raw({ method = 'GET', path = '/', headers = {}, body }: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const [hostname, port] = host.split(':')
      const request = send({ hostname, port, method, path, headers: { host, ...headers } }, (response) => {
        let text = ''
        response.on('data', (part) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      })
      request.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  const address = server.address()
  const entered = await raw({ path: address.slice(origin.length) })
  const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
  const { body } = await raw({ headers: { cookie } })
  const token = /content="([^"]+)"/.exec(body)?.[1] ?? ''
  const own = { cookie, origin, 'x-desk-token': token, 'content-type': 'application/json' }
  const ask = ({ headers, ...rest }: Request) => raw({ ...rest, headers: { ...own, ...headers } })
  const keep = (headers: Record<string, string> = {}) => ask({ method: 'POST', path: '/verdict', body: KEEP, headers })
  const state = async () => JSON.parse((await ask({ method: 'POST', path: '/state', body: {} })).body)
  return { blog, server, raw, ask, keep, state, own, entered, address, origin, host }
}

test('the key in the URL works once and is replaced by a SameSite=Strict cookie that scripts cannot read', async () => {
  const { raw, entered, address, origin, server } = await start()
  expect([entered.status, entered.body]).toEqual([200, expect.stringContaining('content="0; url=/"')])
  expect(String(entered.headers['set-cookie'])).toMatch(/^stet-desk-\d+=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/$/)
  expect(await raw({ path: address.slice(origin.length) })).toMatchObject({ status: 401 })
  expect((await raw({ path: '/?key=' })).status).toBe(401)
  // Another browser needs a new key.
  expect(server.address()).not.toBe(address)
  expect((await raw({ path: server.address().slice(origin.length) })).status).toBe(200)
})

test('serves only the static files of the page to a browser without the cookie', async () => {
  const { raw } = await start()
  for (const path of ['/', '/list', '/state', '/post'])
    for (const method of ['GET', 'POST']) expect((await raw({ method, path })).status, path).toBe(401)
  expect((await raw({ path: '/', headers: { cookie: 'stet-desk-1=x; other=y' } })).status).toBe(401)
  expect(await raw({ path: '/assets/desk.js' })).toMatchObject({ status: 200, body: '1' })
})

test('records a verdict once it can no longer be undone', async () => {
  const { blog, keep, state } = await start({ undoMs: 50 })
  expect((await keep()).status).toBe(200)
  expect([blog.archive.sequence, (await state()).verdicts]).toMatchObject([1, [{ by: 'Ada', sentence: null }]])
  await expect.poll(() => blog.archive.sequence).toBe(2)
  await expect
    .poll(async () => (await state()).verdicts)
    .toMatchObject([{ sentence: 'Kept: technology/a, “Title of a”.' }])
  expect(blog.archive.find('technology', 'a')?.reviews).toMatchObject([{ by: 'Ada', note: 'Fine.' }])
})

test('never records an undone verdict, and records the pending verdicts when it closes', async () => {
  const { blog, ask, keep, server } = await start()
  const { ticket } = JSON.parse((await keep()).body)
  const undo = { method: 'POST', path: '/undo', body: { ticket } }
  expect((await ask(undo)).body).toBe('{"undone":true}')
  expect((await ask(undo)).body).toBe('{"undone":false}')
  await keep()
  expect(await server.close()).toEqual(['Kept: technology/a, “Title of a”.'])
  expect(blog.archive.find('technology', 'a')?.reviews).toHaveLength(1)
})

test('refuses a call from another origin', async () => {
  const { keep, state, host, raw, own } = await start()
  for (const origin of ['https://evil.example', `http://evil.${host}`, 'null', 'http://127.0.0.1', `https://${host}`])
    expect((await keep({ origin })).status, origin).toBe(403)
  const { origin: _, ...without } = own
  expect((await raw({ method: 'POST', path: '/verdict', body: KEEP, headers: without })).status).toBe(403)
  expect((await state()).verdicts).toEqual([])
})

test('checks the origin even if the path begins with a host name', async () => {
  const { ask, state } = await start()
  const headers = { origin: 'http://evil.example' }
  for (const path of ['//evil.example/verdict', 'http://evil.example/verdict', '/verdict'])
    expect((await ask({ method: 'POST', path, body: KEEP, headers })).status, path).toBeOneOf([400, 403, 404])
  expect((await state()).verdicts).toEqual([])
  expect((await ask({ path: '//[' })).status).toBe(404)
})

test('accepts only one pending verdict per reviewer on a post, but also one from another reviewer', async () => {
  const { ask, keep, state } = await start()
  expect((await keep()).status).toBe(200)
  expect(await keep()).toMatchObject({ status: 409, body: expect.stringContaining('Undo it first') })
  const other = { ...KEEP, kind: 'retract', by: 'Bo' }
  expect((await ask({ method: 'POST', path: '/verdict', body: other })).status).toBe(200)
  expect((await state()).verdicts.map(({ by }: { by: string }) => by)).toEqual(['Ada', 'Bo'])
})

test('records every pending verdict when it closes, and returns the results', async () => {
  const { ask, server } = await start()
  const names = Array.from({ length: 25 }, (_, index) => `Reviewer ${index}`)
  for (const by of names) await ask({ method: 'POST', path: '/verdict', body: { ...KEEP, by } })
  expect(await server.close()).toHaveLength(25)
})

test('refuses requests for other host names, so that DNS rebinding cannot reach the desk', async () => {
  const { ask, host, own, raw } = await start()
  for (const name of [
    'evil.example',
    'evil.example:80',
    '127.0.0.1',
    '127.0.0.1:1',
    `${host}.evil.example`,
    '[::1]:3100',
  ])
    for (const path of ['/', '/list', '/assets/desk.js'])
      expect((await ask({ path, headers: { host: name, origin: `http://${name}` } })).status, name + path).toBe(421)
  // DNS rebinding: a page from evil.example sends requests to its own host name, which now resolves to this machine.
  const rebound = { ...own, host: 'evil.example:3100', origin: 'http://evil.example:3100' }
  expect((await raw({ method: 'POST', path: '/verdict', body: KEEP, headers: rebound })).status).toBe(421)
})

test('refuses a call if the token is missing or wrong', async () => {
  const { keep, state, raw, own } = await start()
  const { 'x-desk-token': token, ...without } = own
  expect((await raw({ method: 'POST', path: '/verdict', body: KEEP, headers: without })).status).toBe(403)
  for (const wrong of ['', `${token}x`, own.cookie]) expect((await keep({ 'x-desk-token': wrong })).status).toBe(403)
  expect((await state()).verdicts).toEqual([])
})

test('accepts calls only as POST requests', async () => {
  const { ask, state } = await start()
  const query = new URLSearchParams({ ...KEEP, baseVersion: '1' })
  for (const path of ['/list', '/post', '/verdict', '/undo', '/check', `/verdict?${query}`])
    expect((await ask({ path })).status, path).toBe(405)
  for (const method of ['PUT', 'DELETE', 'OPTIONS'])
    expect((await ask({ method, path: '/verdict' })).status, method).toBe(405)
  expect((await state()).verdicts).toEqual([])
})

test('the desk cannot be framed, and its CSP allows only its own files', async () => {
  const { ask } = await start()
  for (const path of ['/', '/list', '/nothing']) {
    const { headers } = await ask({ path })
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
    )
    expect(headers['cache-control']).toBe('no-store')
  }
})

test('responds to an invalid request with the reason', async () => {
  const { ask } = await start()
  const change = (path: string, body: unknown) => ask({ method: 'POST', path, body })
  expect((await ask({ path: '/nothing' })).status).toBe(404)
  expect((await change('/verdict', undefined)).status).toBe(400)
  expect((await change('/verdict', { ...KEEP, by: ' ' })).status).toBe(400)
  expect((await change('/verdict', { ...KEEP, kind: 'retract', note: '' })).status).toBe(400)
  expect(await change('/verdict', { ...KEEP, kind: 'correct', file: 'x' })).toMatchObject({
    status: 409,
    body: expect.stringContaining('front matter'),
  })
  expect(await change('/verdict', { ...KEEP, name: 'technology/never' })).toMatchObject({
    status: 409,
    body: expect.stringContaining('There is no post technology/never.'),
  })
})

test('refuses a request that is too large, but accepts the next one', async () => {
  const { ask, keep, state } = await start()
  const body = { ...KEEP, kind: 'correct', file: 'x'.repeat(1_000_000) }
  for (const path of ['/verdict', '/check'])
    expect(await ask({ method: 'POST', path, body })).toMatchObject({
      status: 413,
      body: expect.stringContaining('larger than 1000000 bytes'),
    })
  // Without a stated size, a request could be endless.
  expect((await keep({ 'transfer-encoding': 'chunked' })).status).toBe(413)
  expect((await state()).verdicts).toEqual([])
  expect((await keep()).status).toBe(200)
})

test('does not record a verdict on a text that the reviewer did not see', async () => {
  const { ask, state, blog } = await start({ undoMs: 1 })
  await ask({ method: 'POST', path: '/verdict', body: { ...KEEP, baseVersion: 7 } })
  await expect
    .poll(async () => (await state()).verdicts)
    .toMatchObject([{ sentence: expect.stringMatching(/after you opened it/) }])
  expect(blog.archive.sequence).toBe(1)
})
