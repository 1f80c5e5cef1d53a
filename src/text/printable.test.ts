import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable } from '#text/printable.ts'
import { anyText } from '../../tests/fixtures/random.ts'

// C0 controls except tab and line feed, DEL, C1 and bidirectional controls, zero-width and other invisible characters.
const DANGEROUS =
  // oxlint-disable-next-line no-control-regex
  /[\0-\b\v-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]/u

const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\u001b[2J', '\u001b]8;;http://example.com\u0007', '\u001b]52;c;AAAA\u001b\\', '\u009b31m'),
    fc.constantFrom(...'\u202e\u2066\u2069\u200b\u200d\ufeff\u2028\u{e0041}\u{e0100}'),
    fc.constantFrom('\r', '\r\n', '\ud800'),
    fc.constantFrom('👩', '💻', '\ufe0f', '\u00ad', 'a', '漢', '\n', '\t'),
    fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)),
    anyText(2),
  ),
  maxLength: 40,
})

test('replaces all control and invisible characters', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const shown = printable(text)
      expect(shown).not.toMatch(DANGEROUS)
      expect(shown.isWellFormed()).toBe(true)
      expect(printable(shown)).toBe(shown)
    }),
    { numRuns: 2000 },
  )
})

test('makes terminal escape sequences visible', () => {
  expect(printable('before\u001b]8;;https://example.com\u0007 after')).toBe(
    'before\\u001B]8;;https://example.com\\u0007 after',
  )
  expect(printable('safe\u202egpj.exe, pay\u200bpal\n')).toBe('safe\\u202Egpj.exe, pay\\u200Bpal\n')
})
