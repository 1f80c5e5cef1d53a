import { expect, test } from 'vitest'
import { numbersOf, readFacts } from '#covers/facts.ts'
import { createRandom } from '#text/random.ts'

test('returns numbers in order and percentages with their sign, but not the digits in names and versions', () => {
  const text = 'In 2026, 1,200 nodes (37 %) ran GPT-5 and v1.2.3; 4.5 per cent of 12 failed.'
  expect(numbersOf(text)).toEqual(['2026', '1,200', '37%', '4.5%', '12'])
  expect(numbersOf('1 2 3', 2)).toEqual(['1', '2'])
})

test('uses the first percentage as the share and the first fitting number as the count, but not a year', () => {
  const facts = readFacts(['2026', '1,200', '37%', '12', '5', '80%'], createRandom(1))
  expect([facts.hasShare, facts.share(0, 1), facts.count(3, 7, 4), facts.count(3, 20, 4)]).toEqual([true, 0.37, 5, 12])
  expect(facts.count(2000, 2100, 9)).toBe(9)
})

test('uses random values for missing facts', () => {
  const facts = readFacts(['2026', '0%', '250%'], createRandom(1))
  expect(facts.hasShare).toBe(false)
  expect(facts.count(3, 7, 4)).toBe(4)
  const share = facts.share(0.2, 0.3)
  expect(share).toBeGreaterThanOrEqual(0.2)
  expect(share).toBeLessThan(0.3)
})
