import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { finish } from '#server/finished-answer.ts'
import { createListener } from '#server/listener.ts'

const nothing = finish({ status: 404, headers: {}, etag: null, body: Buffer.alloc(0) })

/** A listener with one ready page and one ready feed, whose every other answer is made and counted; pages fail below /bad. */
async function startListener() {
  const made: string[] = []
  const reported: unknown[] = []
  const text = (body: string) => finish({ status: 200, headers: {}, etag: 'W/"1"', body: Buffer.from(body) })
  const listener = createListener({
    assets: new Map([['/assets/a.css', text('style')]]),
    pages: {
      ready: (path) => (path === '/ready' ? text('page') : null),
      async page(path) {
        made.push(`page ${path}`)
        if (path === '/bad') throw new Error('broken')
        return text('made page')
      },
    },
    answers: {
      ready: (address) => (address === '/rss.xml?a' ? text('feed') : null),
      async answer(address) {
        made.push(`answer ${address}`)
        return address === '/made.xml?b' ? text('made feed') : nothing
      },
    },
    report: (error) => reported.push(error),
  })
  const server = createServer(listener)
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return { get, made, reported }
}

test('what is ready is sent without asking the framework or the renderer', async () => {
  const { get, made } = await startListener()
  for (const [path, body] of [
    ['/assets/a.css?v', 'style'],
    ['/ready?utm', 'page'],
    ['/rss.xml?a', 'feed'],
  ] as const) {
    const answer = await get(path)
    expect([await answer.text(), answer.headers.get('x-content-type-options')]).toEqual([body, 'nosniff'])
    expect((await get(path, { headers: { 'if-none-match': '"1"' } })).status).toBe(304)
  }
  expect(made).toEqual([])
})

test('what is not ready is asked of the framework with its query, and is a page where that has nothing', async () => {
  const { get, made } = await startListener()
  expect(await (await get('/made.xml?b')).text()).toBe('made feed')
  expect(await (await get('/post/a/b?c')).text()).toBe('made page')
  expect(made).toEqual(['answer /made.xml?b', 'answer /post/a/b?c', 'page /post/a/b'])
})

test('a page that fails is 503, to be tried again, kept by nobody, and reported', async () => {
  const { get, reported } = await startListener()
  const { status, headers } = await get('/bad')
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '30', 'no-store'])
  expect(reported).toHaveLength(1)
})
