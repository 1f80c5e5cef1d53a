import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createProgress } from '#newsroom/edition/progress.ts'

function open() {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk))
      done()
    },
  })
  const clock = { seconds: 0 }
  const now = () => new Date(Date.parse('2026-11-21T06:00:00Z') + clock.seconds * 1000)
  const progress = createProgress({ stream, now })
  return {
    progress,
    clock,
    lines: () => chunks.join('').split('\n').slice(0, -1),
  }
}

test('prints each change once, with the time since the start', () => {
  const { progress, clock, lines } = open()
  progress.step('Collecting', '3 sources')
  clock.seconds = 2
  progress.slot({ slot: 'technology-1', state: 'waiting' })
  progress.slot({ slot: 'technology-1', state: 'waiting' })
  clock.seconds = 3_725
  progress.slot({ slot: 'technology-1', state: 'published', note: 'A lock without a key' })
  progress.end(['1 of 1 slots filled.\n  All is well.'])
  progress.end(['Twice.'])
  progress.step('Late')
  expect(lines()).toEqual([
    '[00:00:00] Collecting: 3 sources',
    '[00:00:02] technology-1: waiting',
    '[01:02:05] technology-1: published: A lock without a key',
    '1 of 1 slots filled.',
    '  All is well.',
  ])
})

test('removes control characters from titles', () => {
  const { progress, lines } = open()
  progress.step('Reading', 'A\u001b[2J title\r\nwith \u202eeverything\u2028in it')
  expect(lines()).toEqual(['[00:00:00] Reading: A title  with everything in it'])
})
