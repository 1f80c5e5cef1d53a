import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createModelProcess } from '#newsroom/local/model-process.ts'

const program = fileURLToPath(new URL('../../../tests/fixtures/model-program.ts', import.meta.url))
const answered = z.object({ say: z.string(), settings: z.unknown(), process: z.number(), priority: z.number() })

function start({ idle = 60_000 } = {}) {
  const model = createModelProcess({ program, settings: { name: 'x' }, idle })
  const pieces: unknown[] = []
  const ask = async (say: string, { wait: pause = 0, signal }: { wait?: number; signal?: AbortSignal } = {}) =>
    answered.parse(await model.ask({ say, wait: pause }, { signal, onPiece: (piece) => pieces.push(piece) }))
  return { ask, pieces }
}

test('one process answers one question after the other, at low priority, with what it was started with', async () => {
  const { ask, pieces } = start()
  const [one, two] = await Promise.all([ask('one', { wait: 50 }), ask('two')])
  expect([one.say, two.say, pieces]).toEqual(['one', 'two', ['one', 'two']])
  expect(one).toMatchObject({ settings: { name: 'x' }, process: two.process })
  expect(one.priority).toBeGreaterThan(0)
})

test('a question that fails says why, and the process answers the next', async () => {
  const { ask } = start()
  await expect(ask('fail')).rejects.toThrow('it cannot')
  expect((await ask('again')).say).toBe('again')
})

test('a process that ends in the middle of a question says so, and the next question starts another', async () => {
  const { ask } = start()
  await expect(ask('die')).rejects.toThrow('its process was ended with status 7')
  expect((await ask('again')).say).toBe('again')
})

test('a question that is given up ends the process at once', async () => {
  const { ask } = start()
  const { process: number } = await ask('hello')
  const giveUp = new AbortController()
  const asked = ask('long', { wait: 60_000, signal: giveUp.signal })
  await wait(50)
  giveUp.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')
  await expect.poll(() => isAlive(number)).toBe(false)
  await expect(ask('never', { signal: giveUp.signal })).rejects.toThrow('enough')
})

test('a process that nobody asks gives its memory back', async () => {
  const { ask } = start({ idle: 100 })
  const { process: number } = await ask('hello')
  await expect.poll(() => isAlive(number)).toBe(false)
  expect((await ask('again')).process).not.toBe(number)
})

test('it ends with the process that started it, which does not wait for it', async () => {
  const script = `import { createModelProcess } from '#newsroom/local/model-process.ts'
    const model = createModelProcess({ program: ${JSON.stringify(program)}, settings: {}, idle: 60000 })
    console.log(JSON.stringify(await model.ask({ say: 'hello' })))`
  const began = Date.now()
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(parent.stdout)
  const [line] = await Array.fromAsync(lines)
  expect(Date.now() - began).toBeLessThan(30_000)
  const { process: number } = answered.omit({ settings: true }).parse(JSON.parse(line ?? ''))
  await expect.poll(() => isAlive(number)).toBe(false)
})

// One that ended stays on the list as a zombie until whoever adopted it looks.
function isAlive(number: number): boolean {
  try {
    process.kill(number, 0)
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${number}/status`, 'utf8'))
  } catch (error) {
    return error instanceof Error && 'path' in error && process.platform !== 'linux'
  }
}
