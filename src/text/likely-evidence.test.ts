import { expect, test } from 'vitest'
import { candidatesOf, likelyEvidence } from '#text/likely-evidence.ts'

const SENTENCES = [
  'The institute opened its doors at nine.',
  'Lorikeet transcribes 64 languages.',
  'The run took 19 days on 256 accelerators and used 310 MWh.',
  'Recordings of more than four hours crash it.',
  'The institute thanked its visitors, and gave each of them a book about the languages of the region and its doors.',
]
const candidates = candidatesOf(SENTENCES)

test('what shares most numbers and rare words comes first, in whatever forms', () => {
  expect(likelyEvidence('It transcribed 64 of the languages after a run of 19 days.', candidates)).toEqual([1, 2])
  expect(likelyEvidence('A recording longer than 4 hours makes it crash.', candidates)).toEqual([3])
  expect(likelyEvidence('The institute opened a door.', candidates)).toEqual([0])
})

test('one word that is shared, or one digit, is chance', () => {
  expect(likelyEvidence('Some institute of theirs is old.', candidates)).toEqual([])
  expect(likelyEvidence('They have 9 cats.', candidates)).toEqual([])
  expect(likelyEvidence('It cost 310 million.', candidates)).toEqual([2])
  expect(likelyEvidence('', candidates)).toEqual([])
})

test('at most three are chosen, and none that brings next to nothing', () => {
  const all = SENTENCES.map((sentence) => sentence.toLowerCase()).join(' ')
  expect(likelyEvidence(all, candidates)).toHaveLength(3)
  const said = [
    'Aldermouth borrowed 60 million for 7 years at 3.4 percent.',
    'The bank named the bond after Aldermouth.',
  ]
  expect(likelyEvidence(`${said[0]} The bond is new.`, candidatesOf(said))).toEqual([0])
})

test('only what may bear a text is chosen', () => {
  const text = 'Lorikeet transcribes 64 languages, and the run took 19 days.'
  expect(likelyEvidence(text, candidates, (index) => index !== 1)).toEqual([2])
})
