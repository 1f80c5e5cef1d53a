import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { indented, sideBySide, wrapped } from '#desk/side-by-side.ts'

test('a wide terminal has the texts side by side', () => {
  const lines = sideBySide({ left: 'word '.repeat(25).trim(), right: 'other '.repeat(12).trim(), columns: 100 })
  expect(lines).toEqual([
    `word word word word word word word word word${' '.repeat(8)}other other other other other other other other`,
    `word word word word word word word word word${' '.repeat(8)}other other other other`,
    'word word word word word word word',
  ])
})

test('a narrower one has the second below the first, indented', () => {
  expect(sideBySide({ left: 'one', right: 'two\nthree', columns: 99 })).toEqual(['one', '    two', '    three'])
  expect(sideBySide({ left: 'word '.repeat(30).trim(), right: '', columns: 200 })).toEqual(['word '.repeat(30).trim()])
})

test('the second column begins in one place, whatever the first holds', () => {
  const left =
    '漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字\n🎉 done\ne\u0301te\u0301\n\u001b[1mbold\u001b[22m\n\nend'
  const lines = sideBySide({ left, right: '|\n|\n|\n|\n|\n|\n|', columns: 100 })
  expect(lines.map((line) => stringWidth(line))).toEqual(Array.from({ length: 7 }, () => 53))
})

test('code keeps its blanks, and a broken line begins with a word', () => {
  expect(wrapped('if (a) {\n    return b\n}', 40)).toEqual(['if (a) {', '    return b', '}'])
  expect(wrapped('aaaa bbbb cccc dddd', 10)).toEqual(['aaaa bbbb', 'cccc dddd'])
  expect(wrapped('the quicker brown fox', 11)).toEqual(['the quicker', 'brown fox'])
  expect(wrapped('the quicker \u001b[1mbrown fox\u001b[22m', 11)).toEqual([
    'the quicker',
    '\u001b[1mbrown fox\u001b[22m',
  ])
  expect(wrapped('\u001b[1mthe quicker brown fox\u001b[22m', 11)).toEqual([
    '\u001b[1mthe quicker\u001b[22m',
    '\u001b[1mbrown fox\u001b[22m',
  ])
  expect(indented('a\n\nb', 40)).toEqual(['    a', '', '    b'])
})

test('a style goes on over a line break', () => {
  expect(wrapped('\u001b[1maaaa bbbb cccc\u001b[22m', 10)).toEqual([
    '\u001b[1maaaa bbbb \u001b[22m',
    '\u001b[1mcccc\u001b[22m',
  ])
})

test('no line is wider than the terminal, and no word is lost', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      'a',
      'Word',
      ' ',
      ' ',
      'é',
      'e\u0301',
      '日',
      '한',
      '🎉',
      '👩💻',
      '❤\ufe0f',
      '—',
      '\n',
      '\t',
      'x'.repeat(30),
    ),
    maxLength: 60,
  })
  fc.assert(
    fc.property(text, text, fc.integer({ min: 20, max: 140 }), (left, right, columns) => {
      const lines = sideBySide({ left, right, columns })
      for (const line of lines) expect(stringWidth(line), JSON.stringify(line)).toBeLessThanOrEqual(columns)
      expect(lettersOf(stripVTControlCharacters(lines.join(' ')))).toBe(lettersOf(`${left} ${right}`))
    }),
    { numRuns: 500 },
  )
})

// Sorted: two columns mix the order of their texts.
function lettersOf(text: string): string {
  return [...text.normalize('NFC').replaceAll(/\s/g, '')].toSorted().join('')
}
