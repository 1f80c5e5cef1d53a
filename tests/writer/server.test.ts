import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { installTiny, tinyModels, writersIn } from '../fixtures/newsroom/local-writer.ts'
import { firstOfEach, startForTest } from '../fixtures/newsroom/newsroom.ts'
import { readTimelessStories } from '../fixtures/newsroom/stories.ts'

const SECONDS = 4

test('readers hardly notice that a model writes beside them, and stopping the server stops it within a second', async () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  const { folder, environment } = await tinyModels()
  await installTiny(environment)
  const newsroom = await startForTest({ stories: firstOfEach(readTimelessStories(), 1), storage: environment })
  const common = { ...newsroom.environment, PORT: '0', EDITION_TIME: '00:00' }

  const quiet = await startServer({ ...common, NEWSROOM: 'off' })
  const idle = await slowestOfHundred(quiet.url, async () => true)
  await quiet.stop()

  const server = await startServer(common)
  await expect.poll(async () => (await writersIn(folder)).length, { timeout: 120_000, interval: 50 }).toBe(1)
  const busy = await slowestOfHundred(server.url, async () => (await writersIn(folder)).length === 1)
  const began = performance.now()
  const ended = server.stop()
  await expect.poll(() => writersIn(folder), { timeout: 5_000, interval: 10 }).toEqual([])
  const stopped = performance.now() - began
  // The server itself lets its readers finish.
  await ended
  console.log(
    `The home page, 99th percentile: ${idle.toFixed(2)} ms idle, ${busy.toFixed(2)} ms while a model writes; the model was gone within ${Math.round(stopped)} ms.`,
  )
  expect(stopped).toBeLessThan(1_000)
})

async function startServer(environment: Record<string, string>): Promise<{ url: string; stop(): Promise<void> }> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['dist/app/start.js'], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^Stet is at (\S+)/.exec(line) ?? []
    if (url === undefined) continue
    child.stdout.resume()
    return {
      url,
      stop: async () => {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error('The server ended before it said where it is.')
}

// In milliseconds: what 99 of 100 answers take at most, over some seconds in which the condition holds.
async function slowestOfHundred(url: string, holds: () => Promise<boolean>): Promise<number> {
  for (let count = 0; count < 50; count += 1) await (await fetch(url)).bytes()
  const times: number[] = []
  const end = performance.now() + SECONDS * 1_000
  while (performance.now() < end && (times.length % 200 !== 0 || (await holds()))) {
    const began = performance.now()
    await (await fetch(url)).bytes()
    times.push(performance.now() - began)
  }
  expect(times.length).toBeGreaterThan(200)
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity
}
