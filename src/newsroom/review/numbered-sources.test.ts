import { expect, test } from 'vitest'
import { currentRecord, numberListed } from '#newsroom/review/numbered-sources.ts'

const source = { title: 'On rain', publisher: 'The Kiln', url: 'https://kiln.example/rain' }
const other = { title: 'On snow', publisher: 'The Kiln', url: 'https://kiln.example/snow' }
const entry = (unit: string, quote: string) => ({ text: 'T', compute: '', citation: 1, source: 0, unit, quote })
const texts = new Map([
  [source.url, { ...source, hash: '', date: '2026-11-20', text: 'It rains. It snows. It rains.' }],
])

test('what was read is numbered by its text, of what was not there is what the record quotes', () => {
  const record = { sources: [other], evidence: [entry('S1.7', 'It snows.')] }
  const numbered = numberListed([source, other], { texts, record })
  expect(numbered.map(({ units }) => units.map(({ id, text }) => `${id} ${text}`))).toEqual([
    ['S1.title On rain', 'S1.date 2026-11-20', 'S1.1 It rains.', 'S1.2 It snows.', 'S1.3 It rains.'],
    ['S2.7 It snows.'],
  ])
})

test('a unit on record is the one of its id, or else one that has its quote; one that nothing has is none', () => {
  const unitsOf = (unit: string, quote: string) =>
    currentRecord({ sources: [source], evidence: [entry(unit, quote)] }, texts).evidence.map((found) => found.unit)
  expect(unitsOf('S1.3', 'It rains.')).toEqual(['S1.3'])
  expect(unitsOf('S1.9', 'It rains.')).toEqual(['S1.1'])
  expect(unitsOf('S1.1', 'It snows.')).toEqual(['S1.2'])
  expect(unitsOf('S1.1', 'It thunders.')).toEqual([])
})
