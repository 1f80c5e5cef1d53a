import { expect, test } from 'vitest'
import { hasAlready, weakEtag } from '#api/etag.ts'

test('the same body has the same tag, another body another', () => {
  expect(weakEtag('a')).toBe(weakEtag(Buffer.from('a')))
  expect(weakEtag('a')).not.toBe(weakEtag('b'))
  expect(weakEtag('a')).toMatch(/^W\/"[\w-]{22}"$/)
})

test.for([
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a" ,"c"', true],
  ['*', true],
  ['"aa"', false],
  ['', false],
  [null, false],
  [undefined, false],
] as const)('who sends If-None-Match: %s has W/"a" already: %s', ([sent, already]) => {
  expect(hasAlready(sent, 'W/"a"')).toBe(already)
})
