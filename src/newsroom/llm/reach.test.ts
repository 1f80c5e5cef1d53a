import { createServer, type LookupFunction, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { whyUnreachable } from '#newsroom/llm/reach.ts'
import { startModelServer } from '../../../tests/fixtures/newsroom/model-server.ts'

const KEY = 'sk-secret-1234567890'
const ADVICE = 'check its address, and that its server runs and is quick enough.'

test('a model whose server takes connections is reached, and asked for nothing', async () => {
  const server = await startModelServer({ protocol: 'openai', answer: () => ({ status: 500 }) })
  onTestFinished(() => server.close())
  const model = { kind: 'compatible' as const, model: 'qwen3', url: server.url, key: KEY }
  expect(await whyUnreachable([model])).toBeNull()
  expect(server.calls).toEqual([])
})

test('one writer that can be reached is enough, wherever it stands', async () => {
  const [here, gone] = [await portOf(await listening()), await closedPort()]
  const [reached, away] = [here, gone].map((port) => modelAt(`http://127.0.0.1:${port}/v1`))
  if (reached === undefined || away === undefined) throw new Error('There are two.')
  expect(await whyUnreachable([away, reached])).toBeNull()
  expect(await whyUnreachable([reached, away])).toBeNull()
})

test('when none can be reached, each is named with its address, the reason and what to do, and without its key', async () => {
  const port = await closedPort()
  const lookup: LookupFunction = (host, _, done) => done(new Error(`getaddrinfo ENOTFOUND ${host}`), '')
  const models = [modelAt(`http://127.0.0.1:${port}/v1`), modelAt('http://nowhere.example/v1')]
  const sentence = await whyUnreachable(models, { lookup })
  expect(sentence).toBe(
    [
      `The model qwen3 at 127.0.0.1:${port} cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}): ${ADVICE}`,
      `The model qwen3 at nowhere.example cannot be reached (getaddrinfo ENOTFOUND nowhere.example): ${ADVICE}`,
    ].join(' '),
  )
})

test('a host that takes no connection in time is given up', async () => {
  const sentence = await whyUnreachable([modelAt('https://slow.example/v1')], { timeout: 20, lookup: () => {} })
  expect(sentence).toBe(`The model qwen3 at slow.example cannot be reached (no answer within 0.02 seconds): ${ADVICE}`)
})

test('a name is looked up, and an address is not, in brackets either', async () => {
  const asked: string[] = []
  const lookup: LookupFunction = (host, _, done) => {
    asked.push(host)
    done(null, [{ address: '127.0.0.1', family: 4 }])
  }
  const port = await portOf(await listening())
  const google = { kind: 'google' as const, model: 'm', key: KEY, url: `http://api.example:${port}/v1` }
  expect(await whyUnreachable([google], { lookup })).toBeNull()
  expect(await whyUnreachable([{ ...google, url: `http://[::1]:${await closedPort()}/v1` }], { lookup })).toMatch(
    /\[::1\]/,
  )
  expect(asked).toEqual(['api.example'])
})

function modelAt(url: string) {
  return { kind: 'compatible' as const, model: 'qwen3', url, key: KEY }
}

async function listening(): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return server
}

async function portOf(server: Server): Promise<number> {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = await portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
