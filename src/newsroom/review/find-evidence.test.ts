import { expect, test } from 'vitest'
import { evidenceFinder } from '#newsroom/review/find-evidence.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import { ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'
import { sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'

const claim = (text: string, kind: Claim['kind'] = 'sentence') => ({ text, kind })

test('the units that most likely bear a claim are those of the sources that it cites, or of any where it cites none', () => {
  const find = evidenceFinder(ferrySources)
  const text = 'Voltmark, which built the chargers, was paid 11 million euros.'
  expect(find(claim(text), ['S1'])).toEqual(['S1.5'])
  expect(find(claim(text), ['S2'])).toEqual(['S2.3'])
  expect(find(claim('The Halcyon carries 140 passengers and ran 412 test crossings.'), [])).toEqual(['S2.1', 'S1.2'])
  expect(find(claim('Nobody likes brooms.'), ['S1'])).toEqual([])
})

test('every source that is cited has a part where it has any, and three units are the most', () => {
  const find = evidenceFinder([
    ...ferrySources,
    sourceWith('S3', ['It rains on the grid.', 'A crossing costs 6 euros.']),
  ])
  const text =
    'The Halcyon carries 140 passengers and 24 cars, holds 4,300 kWh, costs 6 euros a crossing, and ran 412 test crossings in October.'
  expect(find(claim(text), ['S1', 'S2', 'S3'])).toEqual(['S1.2', 'S2.1', 'S3.2'])
  expect(find(claim(text), ['S1'])).toHaveLength(3)
})

test('what stands around a text bears nothing', () => {
  const [source] = ferrySources
  if (source === undefined) throw new Error('The ferry has sources.')
  const related = source.units.map((unit) => (unit.block < 0 ? unit : { ...unit, mark: 'related' as const }))
  expect(evidenceFinder([{ ...source, units: related }])(claim('Its battery holds 4,300 kWh.'), ['S1'])).toEqual([])
})

test('code is found by its lines, which need no words; a command also in a sentence', () => {
  const source = sourceWith('S1', ['{', '  run()', '}', 'Type cargo test to check the 12 modules.'])
  const units = source.units.map((unit, index) =>
    index < 5 && unit.block >= 0 ? { ...unit, kind: 'code' as const } : unit,
  )
  const find = evidenceFinder([{ ...source, units }])
  expect(find(claim('{\nrun()\n}', 'code'), ['S1'])).toEqual(['S1.1', 'S1.2', 'S1.3'])
  expect(find(claim('cargo test', 'code'), ['S1'])).toEqual(['S1.4'])
})
