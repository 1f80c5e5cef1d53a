import { expect, test } from 'vitest'
import { shorten } from '#text/shorten.ts'

test('a long text ends with a paragraph, a sentence or a word', () => {
  expect(shorten('Short.', 40)).toBe('Short.')
  expect(shorten('A paragraph that is here.\n\nAnother one. A third that is cut', 45)).toBe('A paragraph that is here.')
  expect(shorten('One sentence. Another one. A third that is cut', 40)).toBe('One sentence. Another one.')
  expect(shorten('many words without an end in sight', 20)).toBe('many words without')
  expect(shorten('x'.repeat(50), 20)).toBe('x'.repeat(20))
})
