import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeMissingModel, whyUnreachable } from './models.ts'

const KEY = 'sk-secret-1234567890'
const OLLAMA = {
  '/api/tags': {
    models: [
      { name: 'nomic-embed-text:latest', details: { parameter_size: '137M' } },
      { name: 'gpt-oss:120b-cloud', details: { parameter_size: '' } },
      { name: 'qwen3:latest', details: { parameter_size: '8.2B' } },
      { name: 'llama3.2:3b', details: { parameter_size: '3.2B' } },
      { name: 'qwen2.5-coder:32b', details: { parameter_size: '32.8B' } },
    ],
  },
}

// Starts a server that returns the given JSON responses by path. Other paths return 404.
async function start(paths: Record<string, unknown>) {
  const requests: { path: string; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, authorization: request.headers.authorization })
    const found = Object.hasOwn(paths, path)
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(paths[path]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  onTestFinished(close)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/v1`, requests, close }
}

test('succeeds if one writer is reachable, without sending a request to its server', async () => {
  const [server, other] = [await start({}), await start({})]
  await other.close()
  const here = { kind: 'compatible' as const, model: 'qwen3', url: server.url, key: KEY }
  expect(await whyUnreachable([{ ...here, url: other.url }, here])).toBeNull()
  expect(await whyUnreachable([here, { ...here, url: other.url }])).toBeNull()
  expect(server.requests).toEqual([])
})

test('treats a server behind a proxy as reachable if the proxy is reachable', async () => {
  const proxy = await start({})
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('HTTPS_PROXY', new URL(proxy.url).origin)
  vi.stubEnv('https_proxy', undefined)
  const model = { kind: 'compatible' as const, model: 'm', url: 'https://models.invalid/v1' }
  expect(await whyUnreachable([model])).toBeNull()
  for (const direct of ['*', '.invalid', 'models.invalid:443', 'other.test, MODELS.invalid']) {
    vi.stubEnv('NO_PROXY', direct)
    expect(await whyUnreachable([model])).toContain('cannot be reached')
  }
})

test('the error message for unreachable servers contains their addresses, the reasons and advice, but no key', async () => {
  const server = await start({})
  await server.close()
  const model = { kind: 'google' as const, model: 'm', url: server.url, key: KEY }
  const reason = `The model m at ${server.host} cannot be reached (connect ECONNREFUSED ${server.host}): check its URL and that its server is running, or raise its timeout (WRITER_TIMEOUT, JUDGE_TIMEOUT …, in seconds).`
  expect(await whyUnreachable([model, model])).toBe(`${reason} ${reason}`)
  const port = server.host.split(':')[1]
  expect(await whyUnreachable([{ ...model, url: `http://[::1]:${port}/v1` }])).toContain(`[::1]:${port}`)
})

test("the error message for a missing model lists Ollama's models and recommends the largest that can write", async () => {
  const server = await start(OLLAMA)
  for (const url of [server.url, `http://${server.host}`]) {
    expect(await describeMissingModel('WRITER_MODEL', { kind: 'ollama', url })).toBe(
      `WRITER_MODEL is missing. The server at ${server.host} has these models: nomic-embed-text:latest, gpt-oss:120b-cloud, qwen3:latest, llama3.2:3b, qwen2.5-coder:32b. Use the largest that can write: WRITER_MODEL=qwen3:latest`,
    )
  }
})

test('reads the models of an OpenAI-compatible server from /v1/models, with the key', async () => {
  const ids = ['Mixtral-8x7B-Instruct', 'Qwen3-30B-A3B', 'Qwen3-72B-Base', 'bge-m3']
  const server = await start({ '/v1/models': { object: 'list', data: ids.map((id) => ({ id, object: 'model' })) } })
  const message = await describeMissingModel('JUDGE_MODEL', { kind: 'compatible', url: server.url, key: KEY })
  expect(message).toContain(`has these models: ${ids.join(', ')}. Use the largest that can write: JUDGE_MODEL=Mixtral`)
  expect(server.requests).toEqual([{ path: '/v1/models', authorization: `Bearer ${KEY}` }])
  expect(message).not.toContain(KEY)
})

test('the error message contains advice if no models are installed, none can write, or they cannot be listed', async () => {
  const describe = async (kind: 'ollama' | 'compatible', paths: Record<string, unknown>) => {
    const { url } = await start(paths)
    return await describeMissingModel('WRITER_MODEL', { kind, url })
  }
  expect(await describe('ollama', { '/api/tags': { models: [] } })).toMatch(
    /has no models\. Install one, .*ollama pull/,
  )
  expect(await describe('compatible', { '/v1/models': { data: [] } })).toMatch(/has no models\.$/)
  expect(await describe('compatible', { '/v1/models': { data: [{ id: 'bge-m3' }] } })).toContain(
    'None of them can write',
  )
  expect(await describe('compatible', {})).toMatch(
    /did not list its models \(status 404\)\. Check .* set WRITER_MODEL\.$/,
  )
  expect(await describe('ollama', { '/api/tags': { data: [] } })).toMatch(/did not list its models \(/)
  const closed = await start({})
  await closed.close()
  expect(await describeMissingModel('WRITER_MODEL', { kind: 'ollama', url: closed.url })).toMatch(
    /did not list its models \(ECONNREFUSED\)/,
  )
})
