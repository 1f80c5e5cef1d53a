import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createProgress } from '#newsroom/edition/progress.ts'

test('prints lines with the time since the start, and escapes control characters', () => {
  const stream = new PassThrough({ encoding: 'utf8' })
  let seconds = 0
  const now = () => new Date(Date.parse('2026-11-21T06:00:00Z') + seconds * 1000)
  const progress = createProgress({ stream, now })
  progress('Collecting: sources: 3')
  seconds = 3_725
  progress('technology-1: published: A\u001b[2J title with \u202eeverything in it')
  expect(stream.read()).toBe(`[00:00:00] Collecting: sources: 3
[01:02:05] technology-1: published: A\\u001B[2J title with \\u202Eeverything in it
`)
})
