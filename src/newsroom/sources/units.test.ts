import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberPage, numberText, printBlocks, readPages } from '../../../tests/fixtures/newsroom/pages/pages.ts'
import { printSource } from '#newsroom/sources/units.ts'
import { anyText } from '../../../tests/fixtures/random.ts'

test.for(readPages())('splits a page into the same units as a person did: $name', (page) => {
  const source = numberPage(page)
  expect(printBlocks(source)).toEqual(page.blocks)
  expect(source.author).toBe(page.author)
})

test('adds the title, the date and the author in the byline as units', () => {
  const { units } = numberText('By Ada Byron | 3 March 2026\n\nIt rains.')
  expect(units).toEqual([
    { id: 'S1.title', kind: 'title', text: 'A title', block: -1, mark: null },
    { id: 'S1.date', kind: 'date', text: '2026-11-20', block: -1, mark: null },
    { id: 'S1.author', kind: 'author', text: 'Ada Byron', block: -1, mark: null },
    { id: 'S1.1', kind: 'sentence', text: 'By Ada Byron | 3 March 2026', block: 0, mark: 'byline' },
    { id: 'S1.2', kind: 'sentence', text: 'It rains.', block: 1, mark: null },
  ])
  const withoutByline = numberText('It rains.')
  expect(withoutByline.author).toBe(null)
  expect(withoutByline.units.map(({ id }) => id)).toEqual(['S1.title', 'S1.date', 'S1.1'])
})

test('keeps a list item up to 200 characters as one unit and splits a longer one into sentences', () => {
  const [short, long] = ['A. '.repeat(66), `${'Word '.repeat(38)}ends. Then another.`]
  expect(bodyOf(`- ${short.trim()}`)).toEqual([short.trim()])
  expect(bodyOf(`- ${long}`)).toHaveLength(2)
  const printed = printSource(numberText(`- ${long}\n- Short.`))
  expect(printed).toMatch(/^\[S1\.1\] - Word .*\n\[S1\.2\] Then another\.\n\[S1\.3\] - Short\.$/m)
})

test('splits a unit longer than 600 characters, after a clause if possible', () => {
  const [first = '', second] = bodyOf(`${'a word '.repeat(60)}here; ${'and more '.repeat(40)}.`)
  expect(first.endsWith('here;')).toBe(true)
  expect(second?.startsWith('and more')).toBe(true)
  expect(bodyOf('x'.repeat(1_300)).map(({ length }) => length)).toEqual([600, 600, 100])
  expect(bodyOf(`x${'😀'.repeat(400)}`).every((text) => text.isWellFormed())).toBe(true)
})

test('returns at most 400 units, and the total number', () => {
  const { units, unitCount } = numberText('a\n\n'.repeat(900))
  expect(units.filter(({ block }) => block >= 0)).toHaveLength(400)
  expect(unitCount).toBe(900)
})

test('adds the column names to a table row, unless they are unknown or the row or the table is long', () => {
  expect(bodyOf('Model | Price\n--- | ---\nX | 4')[1]).toBe('Model: X | Price: 4')
  expect(bodyOf('| | |\n| - | - |\n| Model | Maker |\n| X | Acme |')[1]).toBe('X | Acme')
  const long = 'word '.repeat(60).trim()
  expect(bodyOf(`Model | Price\n--- | ---\n${long} | 4`)[1]).toBe(`${long} | 4`)
  expect(bodyOf(`Model | Price\n--- | ---\n${'X | 4\n'.repeat(200)}`)[1]).toBe('X | 4')
})

test.for([
  [
    'code that begins with a comment written in sentences',
    '// Prior to Go 1.27, a separate method on Rand had to be added for each type',
    '// (unsigned integer methods omitted for brevity).',
    'func (r *Rand) Int32N(n int32) int32',
    '// Go 1.27 adds a new generic method that works for all integer types.',
  ],
  ['a fence inside code', '```', 'code', '```'],
  [
    'long lines of words that form no sentences',
    ...Array(4).fill('adding package with its own dependencies to the list'),
  ],
])('keeps %s as lines of code', ([, ...lines]) => {
  const { units } = numberText(`\`\`\`\`\n${lines.join('\n')}\n\`\`\`\`\n\nRain.`)
  expect(units.filter(({ kind }) => kind === 'code').map(({ text }) => text)).toEqual(lines)
})

test('splits prose after an unclosed fence into sentences', () => {
  const paragraph = 'The maintainers say that the release was tested for three weeks by nine people in four countries. '
  const { units } = numberText(`\`\`\`\n\n${`${paragraph.repeat(2)}\n\n`.repeat(4)}`)
  expect(units.slice(2).map(({ kind }) => kind)).toEqual(Array(8).fill('sentence'))
})

test('marks the units of a block quote, with its author if known', () => {
  const quotedOf = (text: string) =>
    numberText(text).units.flatMap(({ text, quoted }) => (quoted ? [[text, quoted.by]] : []))
  expect(quotedOf('It rains.\n\n> We are sorry.\n\nSo it goes.')).toEqual([['We are sorry.', null]])
  expect(quotedOf('> We are sorry.\n\n— Ada Byron, Acme')).toEqual([['We are sorry.', 'Ada Byron, Acme']])
  expect(quotedOf('> We are sorry.\n>\n> — Ada Byron')).toEqual([
    ['We are sorry.', 'Ada Byron'],
    ['— Ada Byron', 'Ada Byron'],
  ])
})

test('returns units that together have at most four times the length of any text', () => {
  fc.assert(
    fc.property(anyText(400), fc.nat(40), (text, times) => {
      const hostile = `${text}\n`.repeat(times)
      const body = bodyOf(hostile)
      expect(body.length).toBeLessThanOrEqual(400)
      expect(body.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(4 * hostile.length)
    }),
    { numRuns: 30 },
  )
})

test("prints a source's units by block, and aligns lines of code", () => {
  const text = [
    'By Ada Byron',
    '## What changed',
    'It is fast. It is small.',
    '- one\n- two',
    'Model | Price\n--- | ---\nX | 4',
    '```\ndef f():\n    return 1\n```',
    'Related: Another article',
    'Subscribe to our newsletter',
  ].join('\n\n')
  expect(printSource(numberText(text, 'Coral 8'))).toBe(`[S1.title] Coral 8
[S1.date] 2026-11-20
[S1.author] Ada Byron

[S1.1] (byline) By Ada Byron

[S1.2] ## What changed

[S1.3] It is fast.
[S1.4] It is small.

[S1.5] - one
[S1.6] - two

[S1.7] Model | Price
[S1.8] Model: X | Price: 4

[S1.9 ] def f():
[S1.10]     return 1`)
})

test('prints markers for block quotes, omissions and cuts', () => {
  const quoted = numberText('> We are sorry.\n\n— Ada Byron\n\n> It rains.\n\n[…]')
  expect(printSource(quoted).split('\n\n').slice(1)).toEqual([
    '[S1.1] (quoted from Ada Byron) We are sorry.',
    '[S1.2] — Ada Byron',
    '[S1.3] (quoted) It rains.',
    '[… the text goes on, but was not read to its end]',
  ])
  const source = numberText('One.\n\nTwo.\n\nShare this article\n\nThree.')
  const trimmed = { ...source, units: source.units.filter(({ mark, id }) => mark === null && id !== 'S1.4') }
  expect(printSource(trimmed).split('\n\n').at(-1)).toBe('[… 1 more unit is not shown]')
  expect([source.unitCount, source.isCut]).toEqual([3, undefined])
})

function bodyOf(text: string): string[] {
  return numberText(text)
    .units.filter(({ block }) => block >= 0)
    .map(({ text }) => text)
}
