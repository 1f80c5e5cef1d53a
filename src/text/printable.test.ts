import { expect, test } from 'vitest'
import { printable } from '#text/printable.ts'

// C0 controls except tab and line feed, DEL, C1 and bidirectional controls, zero-width and other invisible characters.
const DANGEROUS =
  // oxlint-disable-next-line no-control-regex
  /[\0-\b\v-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]/u

test('replaces all control and invisible characters', () => {
  const characters = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code))
  const shown = printable(characters.join(' '))
  expect(shown.match(DANGEROUS)).toBeNull()
  expect(shown.isWellFormed()).toBe(true)
  expect(printable(shown) === shown).toBe(true)
})

test('makes terminal escape sequences visible', () => {
  expect(printable('before\u001b]8;;https://example.com\u0007 after')).toBe(
    'before\\u001B]8;;https://example.com\\u0007 after',
  )
  expect(printable('safe\u202egpj.exe, pay\u200bpal\n')).toBe('safe\\u202Egpj.exe, pay\\u200Bpal\n')
})
