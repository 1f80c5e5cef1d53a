import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutExcerpt } from '#blog/excerpt.ts'

test('a text that fits stays as it is', () => {
  expect(cutExcerpt('Short enough, and with no full stop', 35)).toBe('Short enough, and with no full stop')
})

test.for([
  ['Long prompts are not free. A tour of the arithmetic.', 40, 'Long prompts are not free.'],
  ['Is it free? No! It is not at all free of charge.', 30, 'Is it free? No!'],
  ['He said “no.” Then he left the room at once.', 30, 'He said “no.”'],
  ['It costs 3.5 dollars a month, and nobody pays it.', 40, 'It costs 3.5 dollars a month, and nobody'],
  ['One sentence of exactly thirty. And another one.', 31, 'One sentence of exactly thirty.'],
] as const)('"%s" in %i characters ends with a sentence where there is one', ([text, most, cut]) => {
  expect(cutExcerpt(text, most)).toBe(cut)
})

test('a sentence that leaves less than a third of the room does not count: "Dr." is none', () => {
  expect(cutExcerpt('Dr. Ada Byron writes programs for a machine', 30)).toBe('Dr. Ada Byron writes programs')
})

test.for([
  ['Routing, tagging, redacting: the work nobody demos', 40, 'Routing, tagging, redacting: the work'],
  ['Routing, tagging, redacting: the work nobody demos', 30, 'Routing, tagging, redacting'],
  ['A team deleted work – in a fixed order, one by one', 22, 'A team deleted work'],
  ['Exactly to the word and not beyond', 23, 'Exactly to the word and'],
] as const)('"%s" in %i characters ends with a whole word and no sign that asks for more', ([text, most, cut]) => {
  expect(cutExcerpt(text, most)).toBe(cut)
})

test('one word without an end is cut where the room ends', () => {
  expect(cutExcerpt('Donaudampfschifffahrtsgesellschaft', 10)).toBe('Donaudampf')
})

test('whatever the text, the cut is a beginning of it, not longer than allowed, and never within a word', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,9}[.,;:!?]?$/), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 120 }), (list, most) => {
      const text = list.join(' ')
      const cut = cutExcerpt(text, most)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(most)
      expect(text.slice(cut.length)).toMatch(/^(?:$|[\s,;:])/)
    }),
  )
})
