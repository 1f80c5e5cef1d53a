import { expect, test } from 'vitest'
import { printSource } from '#newsroom/sources/print-source.ts'
import { numberSource } from '#newsroom/sources/units.ts'

test('a source is printed with its ids, block by block, the lines of code one below the other', () => {
  const text = [
    'By Ada Byron',
    '## What changed',
    'It is fast. It is small.',
    '- one\n- two',
    'Model | Price\n--- | ---\nX | 4',
    '```\ndef f():\n    return 1\n```',
    'Caption: A chart.',
    'Related: Another article',
    'Subscribe to our newsletter',
  ].join('\n\n')
  expect(print(text)).toBe(`[S1.title] Coral 8
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
[S1.10]     return 1

[S1.11] (caption) A chart.`)
})

test('lines of code that share an id stay one below the other', () => {
  const code = Array.from({ length: 900 }, (_, index) => `  call(${index})`).join('\n')
  const lines = print(`\`\`\`\n${code}\n\`\`\``).split('\n').slice(3)
  expect(new Set(lines.map((line) => line.indexOf('call')))).toHaveLength(1)
})

test('block quotes, omissions and cuts are marked', () => {
  expect(print('> We are sorry.\n\n— Ada Byron\n\n> It rains.\n\n[…]')).toBe(`[S1.title] Coral 8
[S1.date] 2026-11-20

[S1.1] (quoted from Ada Byron) We are sorry.
[S1.2] (quoted from Ada Byron) — Ada Byron

[S1.3] (quoted) It rains.

[… the text goes on, but was not read to its end]`)
  const source = numberSource({ ...REFERENCE, text: 'One.\n\nTwo.\n\nShare this article\n\nThree.' })
  const trimmed = { ...source, units: source.units.filter(({ mark, id }) => mark === null && id !== 'S1.4') }
  expect(printSource(trimmed).split('\n\n').at(-1)).toBe('[… 1 more unit is not shown]')
})

function print(text: string): string {
  return printSource(numberSource({ ...REFERENCE, text }))
}

const REFERENCE = {
  id: 'S1',
  hash: '',
  publisher: 'Coral',
  url: '',
  title: 'Coral 8',
  date: '2026-11-20T09:30:00Z',
}
