import { expect, test } from 'vitest'
import { fitSources } from '#newsroom/drafting/fit-sources.ts'
import { sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'

test('keeps the first units of long sources and all units of short ones', () => {
  const long = Array.from({ length: 900 }, (_, index) => `Sentence ${index} of a long text.`)
  const sources = [sourceWith('S1', long), sourceWith('S2', long), sourceWith('S3', long), sourceWith('S4', ['Short.'])]
  const fitted = fitSources(sources)
  const sizes = fitted.map(({ units }) => units.reduce((sum, { text }) => sum + text.length, 0))
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(36_100)
  for (const size of sizes.slice(0, 3)) expect(size).toBeGreaterThan(10_000)
  expect(fitted[3]).toEqual(sources[3])
  for (const [index, { units }] of fitted.entries()) expect(units).toEqual(sources[index]?.units.slice(0, units.length))
  const [alone] = fitSources([sourceWith('S1', long)])
  expect(alone?.units).toHaveLength(sources[0]?.units.length ?? 0)
})

test('leaves out boilerplate, and keeps the other fields of a source', () => {
  const [source = sourceWith('S1', [])] = ferrySources
  const units = source.units.map((unit, index) => ({ ...unit, mark: index === 3 ? ('boilerplate' as const) : null }))
  const [fitted] = fitSources([{ ...source, isCut: true, units }])
  expect(fitted).toEqual({ ...source, isCut: true, units: units.toSpliced(3, 1) })
})

test('for a small context, keeps fewer units but the title, date and author of every source', () => {
  const fitted = fitSources(ferrySources, { context: 300, about: '' })
  const length = fitted.reduce((sum, { units }) => sum + units.reduce((all, { text }) => all + text.length, 0), 0)
  expect(length).toBeLessThan(450)
  for (const { id, units } of fitted) expect(units[0]?.id).toBe(`${id}.title`)
  const long = sourceWith('S1', Array<string>(99).fill('A sentence of a text.'))
  const [source] = fitSources([long], { context: 1_000, about: '' })
  expect(source?.units.length).toBeGreaterThan(50)
})

test('for a small context, keeps the units about the event in their original order', () => {
  const other = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} tells the history of the harbour.`)
  const about = ['The new ferry left the island for the first time.', 'The ferry carries 200 passengers to the island.']
  const source = sourceWith('S1', [...other, about[0] ?? '', ...other, about[1] ?? ''])
  const [fitted] = fitSources([source], { context: 1_000, about: 'A ferry to the island' })
  expect(fitted?.units.filter(({ text }) => about.includes(text)).map(({ text }) => text)).toEqual(about)
  const numbers = fitted?.units.map(({ id }) => Number(id.slice(3))).filter(Boolean) ?? []
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
})
