import { expect, test } from 'vitest'
import { memoryBucket } from '#bucket/memory.ts'
import {
  exitStatus,
  isEditionComplete,
  isIncomplete,
  newestReport,
  rejectedRatio,
  reportLines,
  storeReport,
  type Outcome,
} from '#newsroom/edition/report.ts'
import { outcomeOf, reportOf } from '../../../tests/fixtures/newsroom/report.ts'

const rejected = { story: 'S', writer: 'w', codes: ['number-not-in-sources', 'number-not-in-sources', 'copied'] }

test.for<[states: Outcome['state'][], status: number, incomplete: boolean]>([
  [['published', 'already'], 0, false],
  [['published', 'elsewhere'], 0, true],
  [['published', 'dropped', 'budget'], 3, false],
  [['published', 'failed'], 3, true],
  [['published', 'skipped'], 3, true],
  [['dropped', 'budget'], 1, false],
  [[], 1, true],
])('for slots with states %j, the exit status is %i and incomplete is %s', ([states, status, incomplete]) => {
  const report = reportOf(states.map((state) => outcomeOf(state)))
  expect([exitStatus(report), isIncomplete(report)]).toEqual([status, incomplete])
  expect(isIncomplete({ ...report, whole: false })).toBe(true)
})

test('divides rejected drafts by all drafts', () => {
  const report = reportOf([outcomeOf('published', { rejections: [rejected, rejected] })])
  expect([rejectedRatio(report), rejectedRatio(reportOf([outcomeOf('failed')]))]).toEqual([2 / 3, null])
})

test('prints outcomes, usage, choices, planted errors, rejections and failed sources', () => {
  const told = { titles: ['One', 'Two'], by: 'editor' as const, why: 'Everybody must update.', worth: 5 }
  const outcomes = [
    outcomeOf('published', {
      told,
      judged: { cut: 1, kinds: [{ kind: 'lost negation', planted: 8, found: 7 }] },
      notes: ['S2 was left out because it reports another event: P, "Three".'],
      rejections: [rejected, { ...rejected, codes: ['copied'] }],
    }),
    outcomeOf('published', {
      told: { titles: ['Four'], by: 'code', why: '', worth: null },
      judged: { cut: 0, kinds: [{ kind: 'lost negation', planted: 2, found: 2 }] },
    }),
    outcomeOf('failed', { note: 'no \u001b[2Jwriter' }),
  ]
  expect(reportLines(reportOf(outcomes, { remarks: ['The editor chose 2 stories.'] }))).toEqual([
    'Edition of 2026-11-21: 2 of 3 slots filled in 90 s. All runs of this edition: 2 model requests, 1200 tokens, cost 0.0123 USD.',
    '  technology-1: published “A title”',
    '    From 2 entries about one event: “One”, “Two” (chosen by the editor, worth 5 of 5: Everybody must update).',
    '    The judge found 7 of 8 planted errors. Sentences that were cut: 1.',
    '    S2 was left out because it reports another event: P, "Three".',
    '  technology-1: published “A title”',
    '    From one entry: “Four” (chosen by code).',
    '    The judge found 2 of 2 planted errors. Sentences that were cut: 0.',
    '  technology-1: failed (no \\u001B[2Jwriter)',
    '  Entries: 40, from 2 of 3 sources.',
    '  The editor chose 2 stories.',
    '  X: X did not respond.',
    '  Planted errors found: lost negation 9 of 10.',
    '  Drafts rejected for: copied 2, number-not-in-sources 1.',
    '  Incomplete: another run retries the failed slots.',
  ])
  expect(reportLines(reportOf([], { spent: { calls: 1, tokens: 1, cost: null } }))[0]).toContain('cost unknown')
  const failures = ['X', 'Y', 'Z'].map((name) => ({ source: name, name, reason: `${name} did not respond.` }))
  expect(reportLines(reportOf([], { entries: 0, failures }))).toContain('  Entries: 0, from 0 of 3 sources.')
})

test('returns the newest report of the newest day, ignoring days after `until`', async () => {
  const desk = memoryBucket()
  expect(await newestReport(desk)).toBeNull()
  await storeReport(desk, reportOf([], { run: 'a', started: '2026-11-21T09:00:00Z' }))
  await storeReport(desk, reportOf([], { run: 'z' }))
  await storeReport(desk, reportOf([], { date: '2026-11-20', started: '2026-11-21T10:00:00Z' }))
  await storeReport(desk, reportOf([], { date: '2062-11-21' }))
  expect(await Array.fromAsync(desk.keys('reports/'))).toHaveLength(4)
  expect(await newestReport(desk, '2026-11-22')).toMatchObject({ date: '2026-11-21', run: 'a' })
  expect((await newestReport(desk, '2026-11-20'))?.date).toBe('2026-11-20')
  expect((await newestReport(desk))?.date).toBe('2062-11-21')
  expect(await newestReport(desk, '2026-11-19')).toBeNull()
})

test('treats an edition as complete if one of its runs completed it', async () => {
  const desk = memoryBucket()
  const date = '2026-11-21'
  await storeReport(desk, reportOf([outcomeOf('published')], { date: '2062-11-21' }))
  await storeReport(desk, reportOf([outcomeOf('published')], { date: '2026-11-20' }))
  await storeReport(desk, reportOf([outcomeOf('failed')], { date, run: 'a' }))
  await desk.put(`reports/${date}/20261121060500-b.json`, Buffer.from('{"x":'), { contentType: 'application/json' })
  expect(await isEditionComplete(desk, date)).toBe(false)
  await storeReport(desk, reportOf([outcomeOf('published')], { date, run: 'c' }))
  await storeReport(desk, reportOf([outcomeOf('skipped')], { date, run: 'd', started: '2026-11-21T09:00:00Z' }))
  expect(await isEditionComplete(desk, date)).toBe(true)
})
