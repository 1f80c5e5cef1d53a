import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonWord } from '#text/common-words.ts'
import { contentStems } from '#text/function-words.ts'
import { lightStem, stem } from '#text/stem.ts'
import { fold, partLine, wordsOf } from '#text/words.ts'

test('a word knows its place in the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const { text: word, at, end } of wordsOf(text)) expect(text.slice(at, end)).toBe(word)
    }),
  )
})

test('folding takes away case, diacritics and the form of marks', () => {
  expect(fold('Renée’s ŁÓDŹ “x”')).toBe('renee\'s lodz "x"')
  expect(fold(fold('Ærø'))).toBe(fold('Ærø'))
})

test('identifiers are the same with other separators', () => {
  expect(partLine('v2.4.1')).toBe(partLine('V 2 4-1'))
  expect(partLine('Falcon9')).toBe(partLine('Falcon 9'))
})

test('forms of a word have one stem', () => {
  for (const [a, b] of [
    ['attackers', 'attacked'],
    ['stopped', 'stops'],
    ['repairs', 'repairing'],
    ['policies', 'policy'],
    ['boxes', 'box'],
    ['publishing', 'published'],
  ] as const)
    expect(stem(a)).toBe(stem(b))
  expect(stem('ferry')).not.toBe(stem('fern'))
})

test('a light stem joins forms of a word, and not words of one root', () => {
  expect(lightStem('exploits')).toBe(lightStem('exploited'))
  expect(lightStem('attackers')).not.toBe(lightStem('attacked'))
})

test('content words are those that a sentence is about', () => {
  expect([...contentStems('The ferry is not on the water')]).toEqual([stem('ferry'), stem('water')])
})

test('ordinary words are told from names', () => {
  for (const word of ['meanwhile', 'researchers', 'distance', 'overnight', 'installations'])
    expect(isCommonWord(word)).toBe(true)
  for (const word of ['kestrelwick', 'okonjo', 'zielinski', 'quantex']) expect(isCommonWord(word)).toBe(false)
})
