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

test('the error message for a port in use contains the setting to change', async () => {
  const taken = createServer()
  onTestFinished(() => void taken.close())
  const port = Number(new URL(await listen(taken, { host: '127.0.0.1', port: 0 })).port)
  const second = listen(createServer(), { host: '127.0.0.1', port, setting: 'METRICS_PORT' })
  await expect(second).rejects.toThrow(`Port ${port} is in use. Stop the process that uses it, or set METRICS_PORT`)
})
