import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { startEdition } from './start-edition.ts'

test('passes the error output of an edition to the server line by line', async () => {
  const lines: string[] = []
  const progress = new PassThrough()
  const edition = startEdition({
    args: ['--no-such-option'],
    output: { progress, onError: (line) => lines.push(line) },
  })
  expect(await edition.status).toBe(1)
  await expect.poll(() => lines).toContainEqual(expect.stringContaining("Unknown option '--no-such-option'"))
})
