import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'

test('a request to a model goes through HTTP_PROXY, unless NO_PROXY contains its host', async () => {
  const proxy = createServer(({ url }, response) => response.end(`at ${url}`)).listen(0, '127.0.0.1')
  onTestFinished(() => void proxy.close().closeAllConnections())
  await once(proxy, 'listening')
  const address = proxy.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${port}`)
  vi.stubEnv('NO_PROXY', '127.0.0.1')
  // The module reads the settings of the proxy when it is loaded.
  vi.resetModules()
  const { modelFetch } = await import('#newsroom/llm/provider.ts')
  const textOf = async (url: string) => await (await modelFetch(url)).text()
  expect(await textOf('http://model.test/v1/models')).toBe('at http://model.test/v1/models')
  expect(await textOf(`http://127.0.0.1:${port}/v1/models`)).toBe('at /v1/models')
})
