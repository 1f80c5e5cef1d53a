import { expect, test } from 'vitest'
import { disclosure } from '#blog/disclosure.ts'

const review = { by: 'Ada', date: '2026-11-20T23:30:00Z', note: '' }
const correction = { by: 'Lin', date: '2026-11-21T08:00:00Z', note: 'A name.' }

test.for([
  [null, 'Written by AI. No human review is on record yet.'],
  [{ reviews: [], corrections: [] }, 'Written by AI. No human review is on record yet.'],
  [{ reviews: [review], corrections: [] }, 'Written by AI. Reviewed by Ada on November 20, 2026.'],
  [
    { reviews: [review, { ...review, by: 'Grace' }], corrections: [] },
    'Written by AI. Reviewed by Grace on November 20, 2026.',
  ],
  [
    { reviews: [], corrections: [correction] },
    'Written by AI. No human review is on record yet. Corrected by Lin on November 21, 2026.',
  ],
  [
    { reviews: [{ ...review, date: 'soon' }], corrections: [correction] },
    'Written by AI. Reviewed by Ada. Corrected by Lin on November 21, 2026.',
  ],
] as const)('the disclosure of %j is: %s', ([oversight, sentence]) => {
  expect(disclosure(oversight)).toBe(sentence)
})
