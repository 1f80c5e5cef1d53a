import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plain, plainLine } from '#desk/plain.ts'

// C0 but tab and line end, DEL, C1, bidirectional controls, zero-width and other characters without a shape.
const DANGEROUS =
  // oxlint-disable-next-line no-control-regex
  /[\0-\b\v-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]/u

const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\u001b[2J',
      '\u001b]8;;http://example.com\u0007',
      '\u001b]52;c;AAAA\u001b\\',
      '\u009b31m',
      '\r',
      '\r\n',
    ),
    fc.constantFrom(
      '\u202e',
      '\u2066',
      '\u2069',
      '\u200b',
      '\u200d',
      '\ufeff',
      '\u2028',
      '\u{e0041}',
      '\u{e0100}',
      '\ud800',
    ),
    fc.constantFrom('👩', '💻', '\ufe0f', '\u00ad', 'a', '漢', '\n', '\t'),
    fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
  ),
  maxLength: 40,
})

test('nothing that commands a terminal or hides is left, whatever the text', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const shown = plain(text)
      expect(shown).not.toMatch(DANGEROUS)
      expect(shown.isWellFormed()).toBe(true)
      expect(plain(shown)).toBe(shown)
      expect(plainLine(text)).not.toMatch(/[\n\t]|^\s|\s$/)
    }),
    { numRuns: 2000 },
  )
})

test('what a person can read stays, in its order', () => {
  const readable = fc.string({
    unit: fc.constantFrom('a', 'é', 'e\u0301', '漢', '🎉', '❤\ufe0f', 'ש', ' ', '\n', '\t', '‹'),
  })
  fc.assert(
    fc.property(readable, (text) => {
      expect(plain(text)).toBe(text)
    }),
  )
  fc.assert(
    fc.property(nasty, (text) => {
      const letters = text.toWellFormed().match(/[a漢👩💻]/gu) ?? []
      expect(plain(text).match(/[a漢👩💻]/gu) ?? []).toEqual(letters)
    }),
  )
})

test('a command to the terminal is shown, not obeyed', () => {
  expect(plain('before\u001b]8;;https://example.com\u0007link\u001b]8;;\u0007 after')).toBe(
    'before␛]8;;https://example.com␇link␛]8;;␇ after',
  )
  expect(plain('safe\u202egpj.exe')).toBe('safe‹U+202E›gpj.exe')
  expect(plain('pay\u200bpal \u007f \u009b')).toBe('pay‹U+200B›pal ␡ ‹U+009B›')
  expect(plain('one\r\ntwo\rthree\u2028four')).toBe('one\ntwo␍three\nfour')
})

test('a title is one line', () => {
  expect(plainLine(' A lock\n\twithout\u2028a key ')).toBe('A lock without a key')
})
