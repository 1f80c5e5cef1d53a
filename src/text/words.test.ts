import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentStems, isCommonWord } from '#text/common-words.ts'
import { lightStem, stem } from '#text/stem.ts'
import { fold, wordLine, wordsOf } from '#text/words.ts'

test('a word knows its place in the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const { text: word, at, end } of wordsOf(text)) expect(text.slice(at, end)).toBe(word)
    }),
  )
})

test('folding removes case, accents and typographic marks', () => {
  expect(fold('Renée’s CAFÉ “x”')).toBe('renee\'s cafe "x"')
  expect(fold(fold('Ærø'))).toBe(fold('Ærø'))
})

test('a raised digit or a fraction does not join the number before it', () => {
  for (const [text, wrong] of [
    ['10⁶ users', '106 users'],
    ['x₁₂ of 5₂', 'x12 of 52'],
    ['1½ litres', '11⁄2 litres'],
  ] as const) {
    expect(wordLine(text)).toBe(wordLine(` ${text}.`))
    expect(wordLine(text)).not.toBe(wordLine(wrong))
  }
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

test('content words carry the meaning of a sentence', () => {
  expect([...contentStems('The ferry is not on the water')]).toEqual([stem('ferry'), stem('water')])
})

test('ordinary words are distinguished from names', () => {
  for (const word of ['meanwhile', 'researchers', 'distance', 'overnight', 'installations'])
    expect(isCommonWord(word)).toBe(true)
  for (const word of ['kestrelwick', 'okonjo', 'zielinski', 'quantex']) expect(isCommonWord(word)).toBe(false)
})
