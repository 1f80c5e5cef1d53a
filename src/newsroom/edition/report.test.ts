import { expect, test } from 'vitest'
import { memoryBucket } from '#bucket/memory.ts'
import {
  exitStatus,
  isEditionComplete,
  isIncomplete,
  newestReport,
  rejectedRatio,
  rejectionsByCode,
  reportLines,
  storeReport,
  type Outcome,
  type Report,
} from '#newsroom/edition/report.ts'

function outcomeOf(state: Outcome['state'], given: Partial<Outcome> = {}): Outcome {
  const post = state === 'published' ? { category: 'technology', id: 'a', title: 'A title' } : null
  return {
    slot: 'technology-1',
    category: 'technology',
    state,
    note: '',
    post,
    writer: null,
    seconds: 1,
    rejections: [],
    told: null,
    judged: null,
    questions: [],
    notes: [],
    ...given,
  }
}

function reportOf(outcomes: Outcome[], given: Partial<Report> = {}): Report {
  return {
    date: '2026-11-21',
    run: 'r',
    dryRun: false,
    whole: true,
    started: '2026-11-21T06:00:00Z',
    ended: '2026-11-21T06:01:30Z',
    sources: 3,
    entries: 40,
    failures: [{ source: 'x', name: 'X', reason: 'X did not answer.' }],
    outcomes,
    remarks: [],
    spent: { calls: 2, tokens: 1200, cost: 0.0123 },
    ...given,
  }
}

const rejected = { story: 'S', writer: 'w', codes: ['number-not-in-sources', 'number-not-in-sources', 'copied'] }

test.for<[Outcome['state'][], number]>([
  [['published', 'already', 'elsewhere'], 0],
  [['published', 'dropped'], 3],
  [['dropped', 'failed', 'budget', 'skipped'], 1],
  [[], 1],
])('slots that are %j give the exit status %i', ([states, status]) => {
  expect(exitStatus(reportOf(states.map((state) => outcomeOf(state))))).toBe(status)
})

test('an edition is incomplete if a slot failed, belongs to another newsroom, or was left out', () => {
  const of = (...states: Outcome['state'][]) => isIncomplete(reportOf(states.map((state) => outcomeOf(state))))
  expect(of('published', 'dropped', 'budget')).toBe(false)
  expect([of('published', 'failed'), of('elsewhere'), of('published', 'skipped'), of()]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(isIncomplete(reportOf([outcomeOf('published')], { whole: false }))).toBe(true)
})

test('a code is counted once per draft, and the ratio is of all drafts', () => {
  const report = reportOf([outcomeOf('published', { rejections: [rejected, { ...rejected, codes: ['copied'] }] })])
  expect(rejectionsByCode(report)).toEqual([
    ['copied', 2],
    ['number-not-in-sources', 1],
  ])
  expect([rejectedRatio(report), rejectedRatio(reportOf([outcomeOf('failed')]))]).toEqual([2 / 3, null])
})

test('the lines contain the outcomes, the cost and the failed sources', () => {
  const lines = reportLines(reportOf([outcomeOf('published'), outcomeOf('failed', { note: 'no writer' })]))
  expect(lines[0]).toBe(
    'Edition of 2026-11-21: 1 of 2 slots filled in 90 s; 2 model calls, 1200 tokens, cost 0.0123 USD.',
  )
  expect(lines).toContain('  technology-1: published “A title”')
  expect(lines).toContain('  technology-1: failed (no writer)')
  expect(lines).toContain('  40 entries from 2 of 3 sources.')
  expect(lines).toContain('  X: X did not answer.')
  expect(reportLines(reportOf([], { spent: { calls: 1, tokens: 1, cost: null } }))[0]).toContain('cost unknown')
})

test('the lines contain the joined entries, the reason for the choice, and the errors that the judge found', () => {
  const told = { titles: ['One', 'Two'], by: 'editor', why: 'Everybody must update.', worth: 5 } as const
  const notes = ['S2 was left out, as it reports another event: P, "Three".']
  const alone = { titles: ['Four'], by: 'code', why: '', worth: null } as const
  const lines = reportLines(
    reportOf(
      [
        outcomeOf('published', {
          told: { ...told, titles: [...told.titles] },
          judged: { planted: 8, found: 7, cut: 1, kinds: [{ kind: 'lost negation', planted: 3, found: 2 }] },
          notes,
        }),
        outcomeOf('published', {
          told: { ...alone, titles: [...alone.titles] },
          judged: { planted: 2, found: 2, cut: 0, kinds: [{ kind: 'lost negation', planted: 2, found: 2 }] },
        }),
      ],
      { remarks: ['The editor chose 2 stories.'] },
    ),
  )
  expect(lines).toContain('  Planted errors found: lost negation 4 of 5.')
  expect(lines.slice(1, 7)).toEqual([
    '  technology-1: published “A title”',
    '    From 2 entries about one event: “One”, “Two” (chosen by the editor, worth 5 of 5: Everybody must update).',
    '    The judge found 7 of 8 planted errors; 1 sentence was cut.',
    '    S2 was left out, as it reports another event: P, "Three".',
    '  technology-1: published “A title”',
    '    From one entry: “Four” (chosen by code).',
  ])
  expect(lines).toContain('  The editor chose 2 stories.')
})

test('a report of an earlier version with fewer fields can be read', async () => {
  const desk = memoryBucket()
  const { told: _, judged: __, notes: ___, ...outcome } = outcomeOf('published')
  const { remarks: ____, ...report } = reportOf([])
  const before = { ...report, outcomes: [outcome] }
  await desk.put('reports/2026-11-21/1-r.json', Buffer.from(JSON.stringify(before)), {
    contentType: 'application/json',
  })
  expect(await newestReport(desk)).toEqual({ ...before, remarks: [], outcomes: [outcomeOf('published')] })
})

test('the lines say that no source answered', () => {
  const failures = ['X', 'Y', 'Z'].map((name) => ({ source: name, name, reason: `${name} did not answer.` }))
  const lines = reportLines(reportOf([outcomeOf('failed')], { entries: 0, failures }))
  expect(lines).toContain('  0 of 3 sources answered.')
  expect(lines.at(-1)).toBe('  Incomplete: another run will retry the slots that failed.')
  expect(reportLines(reportOf([outcomeOf('dropped')])).join()).not.toMatch(/Incomplete|sources answered/)
})

test('the newest report is from the newest run of the newest day, and all reports are kept', async () => {
  const desk = memoryBucket()
  expect(await newestReport(desk)).toBeNull()
  const started = '2026-11-21T09:00:00Z'
  await storeReport(desk, reportOf([outcomeOf('published')], { date: '2026-11-21', started, run: 'a' }))
  await storeReport(desk, reportOf([], { date: '2026-11-21', run: 'z' }))
  await storeReport(desk, reportOf([], { date: '2026-11-20', started: '2026-11-21T10:00:00Z' }))
  expect(await newestReport(desk)).toMatchObject({ date: '2026-11-21', outcomes: [{ state: 'published' }] })
  expect(await Array.fromAsync(desk.keys('reports/'))).toHaveLength(3)
})

test('a report with a future date does not hide earlier reports', async () => {
  const desk = memoryBucket()
  await storeReport(desk, reportOf([outcomeOf('published')], { date: '2062-11-21' }))
  expect(await newestReport(desk, '2026-11-22')).toBeNull()
  await storeReport(desk, reportOf([], { date: '2026-11-20' }))
  await storeReport(desk, reportOf([], { date: '2026-11-22' }))
  expect((await newestReport(desk, '2026-11-21'))?.date).toBe('2026-11-20')
  expect((await newestReport(desk, '2026-11-22'))?.date).toBe('2026-11-22')
  expect((await newestReport(desk))?.date).toBe('2062-11-21')
})

test('an edition is complete if one of its runs completed it', async () => {
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
