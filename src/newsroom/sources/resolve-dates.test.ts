import { expect, test } from 'vitest'
import { resolveDates } from '#newsroom/sources/resolve-dates.ts'
import { numberSource } from '#newsroom/sources/units.ts'

// A Friday.
const NOON = '2026-11-20T12:00:00Z'

test.for([
  ['The company said on Tuesday that it will ship in March.', 'on Tuesday 2026-11-17'],
  ['Acme said Tuesday it was hit.', 'Tuesday 2026-11-17'],
  ['Acme released the patch on Wednesday.', 'on Wednesday 2026-11-18'],
  ['On Monday, Acme shipped it.', 'On Monday 2026-11-16'],
  ['They told reporters late Thursday that it fell.', 'Thursday 2026-11-19'],
  ['The service has failed since Saturday and was restored.', 'since Saturday 2026-11-14'],
  ['It fell on Friday.', 'on Friday 2026-11-20'],
  ['Yesterday, the team won.', 'Yesterday 2026-11-19'],
  ['Acme today announced a model.', 'today 2026-11-20'],
  ['Today we are releasing a model.', 'Today 2026-11-20'],
  ['The model is available today.', 'today 2026-11-20'],
  ['It was closed on Monday, and reopened on Tuesday.', 'on Monday 2026-11-16, on Tuesday 2026-11-17'],
])('a day that has passed is resolved: %s', ([text, dates]) => {
  expect(resolved(text ?? '', NOON)).toBe(dates)
})

test.for([
  'The patch will be released on Tuesday.',
  'The patch is to be published on Thursday.',
  'It ships on Tuesday.',
  'Acme will show what it built on Tuesday.',
  'On Tuesday the plan approved in May will start.',
  'It was available on Tuesday.',
  'Acme announced today’s winners.',
  'Acme released a beta in March and ships the final version on Tuesday.',
  'The vote on Tuesday was expected to fail.',
  'It was closed until Tuesday.',
  'It was found next Tuesday.',
  'It was found last Tuesday.',
  'It was released this week, on a Tuesday.',
  'It was removed on Tuesdays.',
  'Tuesday’s release failed.',
  'It was found on Tuesday, 3 November.',
  'It was announced on Tuesday 3.',
  'It was fixed on Patch Tuesday.',
  '“We fixed it on Tuesday,” she said.',
  '"We fixed it yesterday," she said.',
  'Most people use phones today.',
  'Today’s models are large.',
  'Yesterday’s outage was long.',
  'It was found last month.',
  'A week ago it was lost.',
])('what may lie elsewhere is left open: %s', (text) => {
  expect(resolved(text, NOON)).toBe('')
})

test('at night in London it may be another day where the text was written', () => {
  const text = 'Acme said on Friday. Acme said on Thursday. Yesterday it rained.'
  expect(resolved(text, '2026-11-20T03:00:00Z')).toBe('on Thursday 2026-11-19')
  // A date without a time is midnight.
  expect(resolved(text, '2026-11-20')).toBe('on Friday 2026-11-20, on Thursday 2026-11-19, Yesterday 2026-11-19')
})

test('days are counted over the end of a year', () => {
  expect(resolved('Acme said on Wednesday.', '2027-01-01T12:00:00Z')).toBe('on Wednesday 2026-12-30')
})

test('what is no prose, or no part of the account, has no dates; nor has a source without one', () => {
  expect(resolved('```\nreleased on Tuesday\n```', NOON)).toBe('')
  expect(resolved('Related: Acme said on Tuesday', NOON)).toBe('')
  expect(resolved('Acme said on Tuesday.', 'unknown')).toBe('')
})

test('dates stand under the ids of their units', () => {
  expect([...resolveDates(source('It rains. Acme said on Tuesday.', NOON)).keys()]).toEqual(['S1.2'])
})

function source(text: string, date: string) {
  return numberSource({ id: 'S1', hash: '', publisher: '', url: '', title: '', date, text })
}

function resolved(text: string, date: string): string {
  const dates = [...resolveDates(source(text, date)).values()].flat()
  return dates.map(({ text: mention, date: day }) => `${mention} ${day}`).join(', ')
}
