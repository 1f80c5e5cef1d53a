import { expect, test } from 'vitest'
import type { Claim } from '#newsroom/article/draft.ts'
import { checkClaim } from '../../../../tests/fixtures/newsroom/evidence/claim-over.ts'
import { sourceOf } from '../../../../tests/fixtures/newsroom/evidence/written-source.ts'

const source = sourceOf('S1', {
  blocks: [
    ['The ferry lay idle.', 'The council paid for the repair of the hull.', 'It cost more than the last one.'],
    ['Some 4,200 passengers had to wait.', 'Welders replaced 31 plates.', 'Sailing resumes on 4 May.'],
    [
      'The council has not said why the old pilot left.',
      'Ada Moss paid the welders.',
      'It is slow.',
      'The port has not said how many plates welders replaced.',
      'The mayor would not say how many of the 31 welders slept.',
    ],
  ],
})
const check = (parts: Partial<Claim>) => checkClaim(parts, [source])
const ids = (count: number) => Array.from({ length: count }, (_, index) => `S1.${index + 1}`)

test.each<[Claim['kind'], boolean]>([
  ['title', true],
  ['lead', true],
  ['sentence', true],
  ['item', true],
  ['row', true],
  ['change', true],
  ['quote', true],
  ['code', true],
  ['heading', false],
  ['caption', false],
])('a %s without evidence is a fault: %s', (kind, isFault) => {
  expect(check({ kind, text: 'It is slow', from: [] }).errors).toEqual(isFault ? ['no-evidence'] : [])
})

test('each id that does not exist is a fault', () => {
  expect(check({ text: 'It is slow.', from: ['S1.9', 'S1.12', 'S2.1'] }).errors).toEqual([
    'unknown-evidence',
    'unknown-evidence',
  ])
  expect(check({ text: 'It is slow.', from: ['S1.9', 'S1.title'] }).errors).toEqual([])
})

test.each<[Claim['kind'], number]>([
  ['title', 4],
  ['lead', 4],
  ['sentence', 3],
  ['item', 3],
  ['change', 3],
])('a %s names at most %i sentences', (kind, most) => {
  const codes = (count: number) => check({ kind, text: 'The ferry is slow', from: ids(count) }).errors
  expect(codes(most)).toEqual([])
  expect(codes(most + 1)).toEqual(['form-too-much-evidence'])
})

test('a list of facts, a computation, a row and code may name more, and one id counts once', () => {
  expect(check({ text: 'It was idle, repaired, dear, and slow.', from: ids(8) }).errors).toEqual([])
  expect(check({ text: 'It was idle, repaired, dear, and slow.', from: ids(9) }).errors).toEqual([
    'form-too-much-evidence',
  ])
  expect(check({ text: 'It is slow.', from: ids(5), compute: '31 - 31' }).errors).not.toContain(
    'form-too-much-evidence',
  )
  expect(check({ kind: 'row', text: 'Ferry | slow', from: ids(9) }).errors).toEqual([])
  expect(check({ text: 'It is slow.', from: ['S1.9', 'S1.9', 'S1.9', 'S1.9'] }).errors).toEqual([])
})

test('related links and boilerplate are no evidence to rest on', () => {
  const units = source.units.map((unit) => (unit.id === 'S1.9' ? { ...unit, mark: 'related' as const } : unit))
  const { warnings } = checkClaim({ text: 'It is slow.', from: ['S1.9'] }, [{ ...source, units }])
  expect(warnings).toEqual(['evidence-outside-text'])
})

test.each([
  ['how many', 'The council does not say how many passengers had to wait.', 'S1.1'],
  ['when', 'The council gives no date on which sailing resumes.', 'S1.1'],
  ['who', 'The port does not say who paid the welders.', 'S1.1'],
  ['a number', 'The port gives no number of plates that welders replaced.', 'S1.1'],
])('what is said to be missing is found where a source tells it: %s', (_, text, id) => {
  expect(check({ text, from: [id] }).errors).toEqual(['not-absent'])
})

test.each([
  ['what no sentence tells', 'The council does not say how many welders there were.', 'S1.5'],
  ['what a sentence only speaks of', 'The council gives no price for the repair of the hull.', 'S1.2'],
  ['what a source says is not told', 'The port does not say how many plates welders replaced.', 'S1.10'],
  ['what a source says somebody would not tell', 'The mayor does not say how many welders slept.', 'S1.11'],
])('what is missing may be told so: %s', (_, text, id) => {
  expect(check({ text, from: [id] }).errors).toEqual([])
})
