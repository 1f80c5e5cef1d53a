import { expect, test } from 'vitest'
import { chooseEncoding, isCompressible } from '#server/encoding.ts'

test.for([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['deflate', null],
  ['gzip; q=0.000', null],
  ['', null],
  [undefined, null],
] as const)('a client that accepts %s gets %s', ([accepted, encoding]) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test('texts are compressible, pictures are not', () => {
  for (const type of ['text/html; charset=utf-8', 'application/json', 'image/svg+xml', 'application/rss+xml'])
    expect([type, isCompressible(type)]).toEqual([type, true])
  for (const type of ['image/png', undefined]) expect([type, isCompressible(type)]).toEqual([type, false])
})
