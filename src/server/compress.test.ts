import { expect, test } from 'vitest'
import { chooseCoding, isCompressible } from '#server/compress.ts'

test.for([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['deflate', null],
  ['gzip; q=0.000', null],
  ['', null],
  [undefined, null],
] as const)('a client that accepts %s gets %s', ([accepted, coding]) => {
  expect(chooseCoding(accepted)).toBe(coding)
})

test('pictures and small answers are sent as they are', () => {
  expect(isCompressible('text/html; charset=utf-8', 5000)).toBe(true)
  expect(isCompressible('application/json', 5000)).toBe(true)
  expect(isCompressible('application/json', 500)).toBe(false)
  expect(isCompressible('image/png', 50_000)).toBe(false)
  expect(isCompressible(null, 50_000)).toBe(false)
})
