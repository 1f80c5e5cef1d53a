import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createProgress } from '#newsroom/edition/progress.ts'

test('prints each change once, with the time since the start and without control characters', () => {
  const stream = new PassThrough({ encoding: 'utf8' })
  let seconds = 0
  const now = () => new Date(Date.parse('2026-11-21T06:00:00Z') + seconds * 1000)
  const progress = createProgress({ stream, now })
  progress.step('Collecting', '3 sources')
  seconds = 2
  progress.slot({ slot: 'technology-1', state: 'waiting' })
  progress.slot({ slot: 'technology-1', state: 'waiting' })
  seconds = 3_725
  progress.slot({
    slot: 'technology-1',
    state: 'published',
    note: 'A\u001b[2J title\r\nwith \u202eeverything\u2028in it',
  })
  progress.end(['1 of 1 slots filled.\n  All is well.'])
  progress.end(['Twice.'])
  progress.step('Late')
  expect(stream.read()).toBe(`[00:00:00] Collecting: 3 sources
[00:00:02] technology-1: waiting
[01:02:05] technology-1: published: A title  with everything in it
1 of 1 slots filled.
  All is well.
`)
})
