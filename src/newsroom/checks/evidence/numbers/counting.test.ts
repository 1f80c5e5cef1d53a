import { expect, test } from 'vitest'
import { itemsOf, listedIn } from '#newsroom/checks/evidence/numbers/counting.ts'
import { sourceOf } from '../../../../../tests/fixtures/newsroom/evidence/written-source.ts'

test.each([
  ['New modernizers cover loops, strings, imports and dates.', [4]],
  ['Four modernizers: loops, strings, imports, and dates.', [4]],
  ['It runs on Linux, macOS or FreeBSD.', [3]],
  ['Ilse Brandt and Omar Reyes found it.', [2]],
  ['A round led by Norte and joined by Quay Capital.', [2]],
  ['Salt and pepper.', []],
  ['It sank.', []],
  ['It left, after a night that nobody on board will ever forget, and came back.', []],
])('"%s" lists %j things', (text, counts) => {
  expect([...listedIn(text)]).toEqual(counts)
})

test('a unit has the items of its own list and of the one that it announces, a table also without its head', () => {
  const source = sourceOf('S1', {
    blocks: [
      ['Affected are:'],
      { items: ['hull', 'keel', 'mast'] },
      ['Prices:'],
      { rows: ['A | B', '1 | 2', '3 | 4'] },
      ['End.'],
    ],
  })
  const counts = (id: string) => source.units.filter((unit) => unit.id === id).map((unit) => [...itemsOf(unit, source)])
  expect(counts('S1.1')).toEqual([[3]])
  expect(counts('S1.2')).toEqual([[3]])
  expect(counts('S1.5')).toEqual([[3, 2]])
  expect(counts('S1.9')).toEqual([[]])
})
