import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shorten, shortenTexts } from '#text/shorten.ts'

const paragraphs = (count: number, words = 20) =>
  Array.from({ length: count }, (_, index) => `${'Some words here. '.repeat(words)}Number ${index}.`).join('\n\n')

test('texts within the budget stay as they are', () => {
  const texts = [paragraphs(20), paragraphs(3), '']
  expect(shortenTexts(texts)).toEqual(texts)
})

test('a long text ends with a paragraph, or a sentence, or a word', () => {
  const text = paragraphs(100)
  const [short = ''] = shortenTexts([text])
  expect(short.length).toBeLessThanOrEqual(12_000)
  expect(short.length).toBeGreaterThan(11_000)
  expect(text.slice(short.length, short.length + 2)).toBe('\n\n')
  expect(shorten('One sentence. Another one. A third that is cut', 40)).toBe('One sentence. Another one.')
  expect(shorten('many words without an end in sight', 20)).toBe('many words without')
  expect(shorten('x'.repeat(50), 20)).toBe('x'.repeat(20))
})

test('short texts leave their share to the long ones', () => {
  const lengths = shortenTexts([paragraphs(100), paragraphs(1), paragraphs(100), paragraphs(100), paragraphs(2)]).map(
    ({ length }) => length,
  )
  expect(lengths.reduce((sum, length) => sum + length)).toBeGreaterThan(33_000)
  expect([lengths[1], lengths[4]]).toEqual([paragraphs(1).length, paragraphs(2).length])
})

test('whatever the texts, each is a beginning of its own, and the budget holds', () => {
  const text = fc.tuple(fc.string({ maxLength: 40 }), fc.nat(1_500)).map(([part, times]) => `${part}\n\n`.repeat(times))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
      const short = shortenTexts(texts)
      expect(short.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(36_000)
      for (const [index, part] of short.entries()) {
        expect(part.length).toBeLessThanOrEqual(12_000)
        expect(texts[index]?.includes(part)).toBe(true)
      }
    }),
  )
})
