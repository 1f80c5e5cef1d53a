import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lettersAreNear, lettersOf, mistakesBetween, mistakesIn } from '#blog/misspelling.ts'

test.each([
  ['cache', 'cache', 0],
  ['cahce', 'cache', 1],
  ['cach', 'cache', 1],
  ['caches', 'cache', 1],
  ['cbche', 'cache', 1],
  ['kubernets', 'kubernetes', 1],
  ['kuebrnets', 'kubernetes', 2],
  ['ca', 'abc', 3],
  ['decoding', 'gardening', Infinity],
])('from %s to %s are %d mistakes', (a, b, mistakes) => {
  expect(mistakesBetween(a, b, 3)).toBe(mistakes)
})

test('short words are taken as typed, longer ones may have one letter wrong, long ones two', () => {
  expect(['rust', 'cache', 'security', 'inference'].map(mistakesIn)).toEqual([0, 1, 1, 2])
})

test('what is counted is the same both ways, and never more than was allowed', () => {
  const word = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', 'c', 'z', '字') })
  fc.assert(
    fc.property(word, word, fc.nat({ max: 2 }), (a, b, most) => {
      const mistakes = mistakesBetween(a, b, most)
      expect(mistakes).toBe(mistakesBetween(b, a, most))
      // What is counted without a limit is the truth.
      const all = mistakesBetween(a, b, 99)
      expect(mistakes).toBe(all <= most ? all : Infinity)
      if (all <= most) expect(lettersAreNear(lettersOf(a), lettersOf(b), most)).toBe(true)
    }),
  )
})
