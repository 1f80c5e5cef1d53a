import { expect, test } from 'vitest'
import { columnFault } from '#newsroom/checks/evidence/numbers/numbers.ts'
import { claimOf } from '../../../../../tests/fixtures/newsroom/evidence/claim-over.ts'
import { evidenced } from '../../../../../tests/fixtures/newsroom/evidence/number-pairs.ts'

const rows = ['Ship: Wren | Length: 41.2 | Width: 9.5', 'Ship: Gull | Length: 38.6 | Width: 8.1'].map((text) => ({
  kind: 'row' as const,
  text,
}))

test.each([
  ['the order of the source', 'Wren | 41.2 | 9.5', 'Gull | 38.6 | 8.1', null],
  ['another order in every row', 'Wren | 9.5 | 41.2', 'Gull | 8.1 | 38.6', null],
  ['the order of the source, which the row before has not', 'Wren | 9.5 | 41.2', 'Gull | 38.6 | 8.1', null],
  ['a column less', 'Wren | 41.2', 'Gull | 38.6 | 8.1', null],
  [
    'two cells exchanged',
    'Wren | 41.2 | 9.5',
    'Gull | 8.1 | 38.6',
    '"8.1" is "Width" in S1.1, where the row before has "Length": keep the columns.',
  ],
])('a row has its cells where the row before it has them: %s', (_, before, text, message) => {
  const [first, second] = rows
  if (first === undefined || second === undefined) return expect.fail('no rows')
  const subject = evidenced({ claim: { kind: 'row', text }, cited: [second], beside: [first] })
  const found = columnFault({ ...subject, before: claimOf({ kind: 'row', text: before, from: ['S1.2'] }) })
  expect(found?.message ?? null).toBe(message)
  expect(columnFault(subject)).toBeNull()
})
