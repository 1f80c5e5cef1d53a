import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './site-server.ts'

test.for<[string, string]>([
  ['::1', 'http://[::1]:'],
  ['127.0.0.1', 'http://localhost:'],
])('the URL of a server that listens on %s begins with %s', async ([host, beginning]) => {
  const server = createServer()
  onTestFinished(() => void server.close())
  const address = await listen(server, { host, port: 0 })
  expect(address.startsWith(beginning) && URL.canParse(address)).toBe(true)
})

test.for(['no-such-host.invalid', '192.0.2.1'])(
  'the error for a HOST of %s names the setting to change',
  async (host) => {
    const start = listen(createServer(), { host, port: 0 })
    await expect(start).rejects.toThrow(`HOST is "${host}", but this machine cannot listen there`)
  },
)
