import { expect, test } from 'vitest'
import { relevantUnits } from '#newsroom/drafting/relevant-units.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'
import { sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'

const idsOf = (sources: NumberedSource[]) => sources.flatMap(({ units }) => units.map(({ id }) => id))

test('with room for all of it, nothing is left out and nothing is changed', () => {
  const sources = ferrySources.map((source) => ({ ...source, firstSeen: true as const }))
  expect(relevantUnits(sources, { units: 100, characters: 10_000 })).toEqual(sources)
})

test('heads and openings stay, then what tells of the event, in its order and with its ids', () => {
  const [first = sourceWith('S1', [])] = ferrySources
  const weather = Array.from({ length: 20 }, () => 'Clouds drifted over some distant hills.')
  const source = { ...first, units: [...first.units, ...sourceWith('S1', [...weather]).units.slice(2)].map(renumbered) }
  const shown = idsOf(relevantUnits([source], { units: 9, characters: 10_000 }))
  expect(shown.slice(0, 5)).toEqual(['S1.title', 'S1.date', 'S1.1', 'S1.2', 'S1.3'])
  expect(idsOf(relevantUnits([source], { units: 5, characters: 10_000 }))).toEqual(shown.slice(0, 5))
  expect(shown).toHaveLength(9)
  // The first nine sentences are the ferry's.
  expect(shown.slice(5).every((id) => Number(id.split('.')[1]) <= 9)).toBe(true)
})

test('neither units nor characters are more than there is room for, and code and tables are left out', () => {
  const long = sourceWith(
    'S1',
    Array.from({ length: 300 }, (_, index) => `Sentence ${index} tells of a ferry in a bay.`),
  )
  expect(idsOf(relevantUnits([long], { units: 100, characters: 1e6 }))).toHaveLength(100)
  const few = relevantUnits([long], { units: 100, characters: 500 })
  expect(few.flatMap(({ units }) => units.map(({ text }) => text)).join('').length).toBeLessThanOrEqual(500)
  const code = {
    ...long,
    units: long.units.map((unit, index) => (index % 2 === 0 ? { ...unit, kind: 'code' as const } : unit)),
  }
  expect(relevantUnits([code], { units: 500, characters: 1e6 })[0]?.units.some(({ kind }) => kind === 'code')).toBe(
    false,
  )
})

test('an opening stays whatever its words are', () => {
  const texts = [
    'It is what it was.',
    'A ferry crossed the bay.',
    'Its battery lasted.',
    'The ferry crossed the bay again.',
  ]
  expect(idsOf(relevantUnits([sourceWith('S1', texts)], { units: 5, characters: 1e6 }))).toContain('S1.1')
})

function renumbered(unit: NumberedSource['units'][number], index: number) {
  return unit.block < 0 ? unit : { ...unit, id: `S1.${index - 1}` }
}
