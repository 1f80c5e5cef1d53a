import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { startEdition } from './start-edition.ts'

test('what an edition complains about is told line by line to the server that started it', async () => {
  const lines: string[] = []
  const progress = new PassThrough()
  const edition = startEdition({
    args: ['--no-such-option'],
    output: { progress, onError: (line) => lines.push(line) },
  })
  expect(await edition.status).toBe(1)
  await expect.poll(() => lines).toContainEqual(expect.stringContaining('There is no option --no-such-option'))
})
