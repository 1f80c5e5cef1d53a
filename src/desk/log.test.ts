import { expect, test } from 'vitest'
import type { EventDraft, JournalEvent } from '#archive/event.ts'
import { oversightLog, summaryLine } from '#desk/log.ts'

const now = new Date('2026-11-21T12:00:00Z')

function journal(...drafts: [day: string, EventDraft][]): JournalEvent[] {
  return drafts.map(([day, draft], index) => ({
    ...draft,
    sequence: index + 1,
    writeId: `w${index}`,
    time: `${day}T08:30:00.000Z`,
  }))
}

const post = (id: string) => ({
  id,
  category: 'technology',
  title: `Title of ${id}`,
  excerpt: 'E',
  date: '2026-11-20T00:00:00Z',
  tags: [],
  prefix: `posts/technology/${id}/`,
})
const published = (id: string): EventDraft => ({ kind: 'published', post: post(id) })

test('the log contains all verdicts and a 30-day summary', () => {
  const events = journal(
    ['2026-10-01', published('old')],
    ['2026-11-01', published('kept')],
    ['2026-11-02', published('corrected')],
    ['2026-11-03', published('retracted')],
    ['2026-11-04', published('untouched')],
    ['2026-11-05', { kind: 'reviewed', post: post('old'), seen: 1, by: 'Ada', note: '' }],
    ['2026-11-05', { kind: 'reviewed', post: post('kept'), seen: 2, by: 'Ada', note: 'Fine.' }],
    ['2026-11-06', { kind: 'reviewed', post: post('corrected'), seen: 3, by: 'Ada', note: '' }],
    ['2026-11-07', { kind: 'corrected', post: post('corrected'), seen: 3, by: 'Lin', note: 'A name.', revision: 'r' }],
    ['2026-11-08', { kind: 'retracted', post: post('retracted'), by: 'Ada', reason: 'Not so.' }],
    ['2026-11-09', published('kept')],
  )
  const log = oversightLog(events, now)
  expect(log.summary).toMatchObject({ days: 30, published: 4, kept: 1, corrected: 1, retracted: 1, withoutVerdict: 1 })
  expect(log.verdicts.map(({ verdict, id, by, note }) => [verdict, id, by, note])).toEqual([
    ['kept', 'old', 'Ada', ''],
    ['kept', 'kept', 'Ada', 'Fine.'],
    ['kept', 'corrected', 'Ada', ''],
    ['corrected', 'corrected', 'Lin', 'A name.'],
    ['retracted', 'retracted', 'Ada', 'Not so.'],
  ])
  expect(summaryLine(log.summary)).toBe(
    'Of 4 articles published in the last 30 days, 3 (75%) have a verdict: 1 kept, 1 corrected, 1 retracted. Without a verdict: 1.',
  )
})

test('the log omits verdicts on outdated texts and duplicate retractions', () => {
  const events = journal(
    ['2026-11-01', published('a')],
    ['2026-11-02', { kind: 'corrected', post: post('a'), seen: 1, by: 'Lin', note: 'n', revision: 'r' }],
    ['2026-11-03', { kind: 'reviewed', post: post('a'), seen: 1, by: 'Ada', note: 'of the old text' }],
    ['2026-11-04', { kind: 'retracted', post: post('a'), by: 'Ada', reason: 'first' }],
    ['2026-11-05', { kind: 'retracted', post: post('a'), by: 'Lin', reason: 'second' }],
    ['2026-11-06', { kind: 'reviewed', post: post('never'), seen: 1, by: 'Ada', note: '' }],
  )
  const { verdicts, summary } = oversightLog(events, now)
  expect(verdicts.map(({ verdict, note }) => [verdict, note])).toEqual([
    ['corrected', 'n'],
    ['retracted', 'first'],
  ])
  expect(summary).toMatchObject({ published: 1, retracted: 1, corrected: 0 })
})

test('the log lists the retraction of a held post, but the summary does not count it', () => {
  const events = journal(['2026-11-04', { kind: 'retracted', post: post('held'), by: 'Ada', reason: 'No news.' }])
  const { verdicts, summary } = oversightLog(events, now)
  expect([verdicts.length, summary.published, summary.retracted]).toEqual([1, 0, 0])
})

test('the log of an empty journal is empty', () => {
  const { verdicts, summary } = oversightLog([], now)
  expect(verdicts).toEqual([])
  expect(summaryLine(summary)).toBe(
    'Of 0 articles published in the last 30 days, 0 have a verdict: 0 kept, 0 corrected, 0 retracted. Without a verdict: 0.',
  )
})
