import { expect, test } from 'vitest'
import { sentencesOf } from '#text/sentences.ts'

test('a sentence ends at its mark or its line, and not where a name or a measure is shortened', () => {
  expect(sentencesOf('Dr. Ada Lovelace wrote it. It ran for 2.5 hours! Did it?\nYes')).toEqual([
    'Dr. Ada Lovelace wrote it.',
    'It ran for 2.5 hours!',
    'Did it?',
    'Yes',
  ])
  expect(sentencesOf('The U.S. agency paid. J. Smith said so.')).toEqual(['The U.S. agency paid.', 'J. Smith said so.'])
  expect(sentencesOf(' \n ')).toEqual([])
})
