import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readIds, takeIds } from '#newsroom/article/ids.ts'

test.each([
  [
    ['S1.3', 'S2.title'],
    ['S1.3', 'S2.title'],
  ],
  [['S1.3, S1.4; s2.10'], ['S1.3', 'S1.4', 'S2.10']],
  [['[S1.3]', '(S1.3)'], ['S1.3']],
  [
    ['a1.2', 'S1.Date'],
    ['A1.2', 'S1.date'],
  ],
  [['S1.9-S2.2'], ['S1.9', 'S2.2']],
  // A text without an id stays, so that a check finds it.
  [
    ['S1', 'the first source', ' '],
    ['S1', 'the first source'],
  ],
])('the ids in %j are %j', (given, ids) => {
  expect(readIds(given)).toEqual(ids)
})

test.each([
  ['It starts in 180 ms [S1.3, S1.4].', 'It starts in 180 ms.', ['S1.3', 'S1.4']],
  ['(S1.3) It starts.', 'It starts.', ['S1.3']],
  ['It starts [S1.3] and [S2.1 and S2.2] stops.', 'It starts and stops.', ['S1.3', 'S2.1', 'S2.2']],
  ['Call `list[S1.3]` first.', 'Call `list[S1.3]` first.', []],
  ['Version [1.2] (see S1.3 there) [S1].', 'Version [1.2] (see S1.3 there) [S1].', []],
])('ids in brackets are removed from %j', (given, text, ids) => {
  expect(takeIds(given)).toEqual({ text, ids })
})

test('reading ids twice gives the same ids', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('S1.3', '-', '–', 'S1.title', '1.4', ', ', '..', 'to'),
  )
  fc.assert(
    fc.property(fc.array(fc.array(piece).map((pieces) => pieces.join(''))), (texts) => {
      const ids = readIds(texts)
      expect(readIds(ids)).toEqual(ids)
    }),
  )
})

test('a hostile list of brackets takes linear time', () => {
  const text = `${'[S1.1, '.repeat(50_000)}${'(S1.1-'.repeat(50_000)}`
  expect(takeIds(text).ids).toEqual([])
})
