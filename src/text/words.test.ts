import { expect, test } from 'vitest'
import { contentStems, isCommonWord } from '#text/common-words.ts'
import { fold, stem, wordLine } from '#text/words.ts'

test('folds case, accents and typographic marks', () => {
  expect(fold('Renée’s CAFÉ “x”')).toBe('renee\'s cafe "x"')
  expect(fold(fold('Ærø'))).toBe(fold('Ærø'))
})

test('separates a raised digit or a fraction from the preceding number', () => {
  const texts = ['10⁶ users|106 users', 'x₁₂ of 5₂|x12 of 52', '1½ litres|11⁄2 litres']
  for (const [text = '', wrong = ''] of texts.map((pair) => pair.split('|'))) {
    expect(wordLine(text)).toBe(wordLine(` ${text}.`))
    expect(wordLine(text)).not.toBe(wordLine(wrong))
  }
})

test('returns the same stem for all forms of a word', () => {
  const pairs = 'attackers attacked|stopped stops|repairs repairing|policies policy|boxes box|publishing published'
  for (const [one = '', other = ''] of pairs.split('|').map((pair) => pair.split(' ')))
    expect(stem(one)).toBe(stem(other))
  expect(stem('ferry')).not.toBe(stem('fern'))
})

test('returns the stems of words that are not function words', () => {
  expect([...contentStems('The ferry is not on the water')]).toEqual([stem('ferry'), stem('water')])
})

test('distinguishes ordinary words from names', () => {
  for (const word of ['meanwhile', 'researchers', 'distance', 'overnight', 'installations'])
    expect(isCommonWord(word)).toBe(true)
  for (const word of ['kestrelwick', 'okonjo', 'zielinski', 'quantex']) expect(isCommonWord(word)).toBe(false)
})
