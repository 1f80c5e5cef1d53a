import { expect, test } from 'vitest'
import { sampleLine, wrongPerThousand } from '#blog/sample.ts'

test('calculates the Wilson interval, between 0 and 1,000', () => {
  expect(wrongPerThousand({ sentences: 400, wrong: 4 })).toEqual({ estimate: 10, low: 4, high: 25 })
  expect(wrongPerThousand({ sentences: 40, wrong: 0 })).toEqual({ estimate: 0, low: 0, high: 88 })
  expect(wrongPerThousand({ sentences: 10, wrong: 10 })).toEqual({ estimate: 1000, low: 722, high: 1000 })
})

test('the sentences state the date and the sample size', () => {
  expect(sampleLine({ articles: 10, sentences: 400, wrong: 4, date: '2026-11-21T00:00:00Z' })).toBe(
    'As of November 21, 2026, people have checked 400 sentences in 10 articles drawn at random. 4 of them were wrong: 10 in a thousand (95% interval: 4 to 25).',
  )
})
