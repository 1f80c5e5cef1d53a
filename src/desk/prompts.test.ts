import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPrompts } from '#desk/prompts.ts'

beforeEach(() => {
  for (const name of ['NO_COLOR', 'NODE_DISABLE_COLORS', 'FORCE_COLOR', 'CI', 'TMUX']) vi.stubEnv(name, undefined)
  vi.stubEnv('TERM', 'xterm-256color')
})

afterEach(() => {
  vi.unstubAllEnvs()
})

test('colours need a terminal that supports them, and NO_COLOR turns them off', () => {
  expect(sheetOf({ isTTY: true }).colour).toBe(true)
  expect(sheetOf({ isTTY: false }).colour).toBe(false)
  vi.stubEnv('TERM', 'dumb')
  expect(sheetOf({ isTTY: true }).colour).toBe(false)
  vi.stubEnv('TERM', 'xterm-256color')
  vi.stubEnv('NO_COLOR', '1')
  expect(sheetOf({ isTTY: true }).colour).toBe(false)
})

test('the width is that of the terminal, or 80 columns if it is unknown', () => {
  const output = Object.assign(new PassThrough(), { columns: 120 })
  const prompts = createPrompts({ input: new PassThrough(), output })
  expect(prompts.sheet().columns).toBe(120)
  output.columns = 60
  expect(prompts.sheet().columns).toBe(60)
  expect(createPrompts({ input: new PassThrough(), output: new PassThrough() }).sheet().columns).toBe(80)
})

function sheetOf({ isTTY }: { isTTY: boolean }) {
  const { getColorDepth } = WriteStream.prototype
  const output = Object.assign(new PassThrough(), { isTTY, getColorDepth })
  return createPrompts({ input: new PassThrough(), output }).sheet()
}
