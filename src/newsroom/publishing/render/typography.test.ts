import { expect, test } from 'vitest'
import { setQuotes } from '#newsroom/publishing/render/typography.ts'

test.each([
  [`Ethereum's fee rule`, 'Ethereum’s fee rule'],
  [`It's "so", 'they' say`, 'It’s “so”, ‘they’ say'],
  [`The '90s -- and then... [S1] *x*`, 'The ’90s -- and then... [S1] *x*'],
  ['Already “set”', 'Already “set”'],
])('%s is set as %s', (typed, set) => {
  expect(setQuotes(typed)).toBe(set)
  expect(setQuotes(set)).toBe(set)
})
