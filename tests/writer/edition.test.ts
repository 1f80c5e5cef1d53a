import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import { newestReport } from '#newsroom/edition/report.ts'
import { findWeights } from '#newsroom/local/weights.ts'
import { installTiny, tinyModels, writersIn } from '../fixtures/newsroom/local-writer.ts'
import { archiveOf, firstOfEach, startForTest } from '../fixtures/newsroom/newsroom.ts'
import { numberedSources, readTimelessStories } from '../fixtures/newsroom/stories.ts'

// An edition by a model that knows nothing: what it writes is worth nothing, and everything around it has to hold.

const stories = firstOfEach(readTimelessStories(), 1).slice(0, 2)
const ONLY = stories.flatMap(({ category }) => ['--category', category])
const WANTED = { repository: 'owner/tiny', revision: 'main', file: 'tiny.gguf', size: null, sha256: null }

const call = z.object({
  purpose: z.string(),
  answer: z.object({ output: z.unknown(), finishReason: z.string(), usage: z.object({ inputTokens: z.number() }) }),
})

test('a model from a bad line writes an edition that is stopped and killed: all of it is valid, nothing of it is published', async () => {
  const { hub, folder, environment } = await tinyModels()
  hub.mood.cuts = [200_000, 200_000]
  expect(await installTiny(environment)).toContain('It was not pinned, so it is stored now')
  const newsroom = await startForTest({ stories, storage: environment })
  const { desk, archive } = await archiveOf(newsroom)

  const killed = newsroom.start(ONLY)
  await untilItWrites(folder, desk, 1)
  await end(killed, 'SIGKILL', folder)
  const before = await callsIn(desk)
  const stopped = newsroom.start(ONLY)
  await untilItWrites(folder, desk, before.size + 1)
  console.log(`Stopped within ${await end(stopped, 'SIGTERM', folder)} ms.`)

  const { status, output } = await newsroom.run(ONLY)
  console.log(output)
  expect(status).toBe(1)
  const calls = await callsIn(desk)
  for (const key of before.keys()) expect(calls.get(key)).toEqual(before.get(key))
  expectOnlyWhatIs([...calls.values()])
  await archive.refresh()
  expect(archive.all()).toEqual([])
  const report = await newestReport(desk, '2999-01-01')
  expect(report?.outcomes).toHaveLength(2)
  for (const { state, rejections } of report?.outcomes ?? []) {
    expect(state).toBe('dropped')
    expect(rejections.flatMap(({ codes }) => codes).length).toBeGreaterThan(0)
  }

  // With weights that nothing can load, a question that was not kept would be seen.
  const weights = await findWeights(folder, WANTED)
  await writeFile(weights?.path ?? '', Buffer.alloc(weights?.size ?? 0))
  const again = await newsroom.run(ONLY)
  expect(again.output).not.toContain('gave no answer')
  expect([again.status, (await callsIn(desk)).size]).toEqual([1, calls.size])
})

test('weights that cannot be loaded are told of by name, and leave the slots to a later run', async () => {
  const { folder, environment } = await tinyModels()
  await installTiny(environment)
  const weights = await findWeights(folder, WANTED)
  const bytes = await readFile(weights?.path ?? '')
  bytes.fill(0, 0, 64)
  await writeFile(weights?.path ?? '', bytes)
  const newsroom = await startForTest({ stories, storage: environment })
  const { status, output } = await newsroom.run(ONLY)
  expect(status).toBe(1)
  expect(output).toMatch(/The model owner\/tiny\/tiny\.gguf on this machine gave no answer/)
})

test('without what runs it, an edition says how to install the model, and collects nothing', async () => {
  const { environment } = await tinyModels()
  const newsroom = await startForTest({ stories, storage: environment })
  const { status, output } = await newsroom.run(ONLY)
  expect(status).toBe(1)
  expect(output).toContain('The model owner/tiny/tiny.gguf is not installed on this machine')
  expect(output).toContain('run "npm run writer:install"')
  expect(newsroom.feeds.asked).toEqual([])
})

async function callsIn(desk: Bucket): Promise<Map<string, z.infer<typeof call>>> {
  const calls = new Map<string, z.infer<typeof call>>()
  for await (const key of desk.keys('notebook/')) {
    const object = key.includes('/calls/') ? await desk.get(key) : null
    if (object !== null) calls.set(key, call.parse(JSON.parse(Buffer.from(object.body).toString())))
  }
  return calls
}

async function untilItWrites(folder: string, desk: Bucket, calls: number): Promise<void> {
  await expect
    .poll(async () => (await callsIn(desk)).size, { timeout: 120_000, interval: 50 })
    .toBeGreaterThanOrEqual(calls)
  await expect.poll(async () => (await writersIn(folder)).length, { timeout: 60_000, interval: 10 }).toBe(1)
  await wait(100)
}

// In milliseconds: how long it takes until the process that asks and the one that answers are gone.
async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM', folder: string): Promise<number> {
  child.stdout?.resume()
  child.stderr?.resume()
  const began = performance.now()
  child.kill(signal)
  await once(child, 'exit')
  await expect.poll(() => writersIn(folder), { timeout: 5_000, interval: 10 }).toEqual([])
  return Math.round(performance.now() - began)
}

// Every answer of the writer is whole, and names units and sources that there are.
function expectOnlyWhatIs(calls: z.infer<typeof call>[]): void {
  const written = calls.filter(({ purpose }) => purpose === 'write')
  expect(written.length).toBeGreaterThanOrEqual(2 * 2)
  const ids = stories.flatMap((story) =>
    numberedSources(story).flatMap(({ id, units }) => [id, ...units.map((unit) => unit.id)]),
  )
  for (const { answer } of written) {
    expect(answer.finishReason).toBe('stop')
    expect(answer.output).not.toBeNull()
    const named = [...JSON.stringify(answer.output).matchAll(/"(?:from|leave_out)":\[([^\]]*)\]/g)]
    expect(named.length).toBeGreaterThan(0)
    for (const id of named.flatMap(([, list = '']) => list.split(',').filter(Boolean)))
      expect(ids).toContain(JSON.parse(id))
    expect(answer.usage.inputTokens).toBeGreaterThan(1_000)
  }
}
