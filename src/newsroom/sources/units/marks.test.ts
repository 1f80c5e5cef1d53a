import { expect, test } from 'vitest'
import { numberSource } from '#newsroom/sources/units.ts'

const ACCOUNT = 'The operator has lost two million readings after a node in its data centre was wiped on Sunday.'

test('what stands below a heading of links is marked until a real paragraph comes', () => {
  expect(marks(`${ACCOUNT}\n\n## Related articles\n\n- One\n- Two\n\nThree\n\n${ACCOUNT}\n\n- Four`)).toEqual([
    null,
    'related',
    'related',
    'related',
    'related',
    null,
    null,
  ])
})

test('a heading like one of links is none where prose follows', () => {
  expect(marks(`## More in the annex\n\n${ACCOUNT}`)).toEqual([null, null])
})

test('a deeper heading belongs to the links, another ends them', () => {
  expect(marks(`## Related\n\n### One\n\nA teaser\n\n## Results\n\n- Two`)).toEqual([
    'related',
    'related',
    'related',
    null,
    null,
  ])
})

test('contents are one list', () => {
  expect(marks('## Contents\n\n- One\n\n1. Two')).toEqual(['boilerplate', 'boilerplate', null])
})

test('buttons are marked, a list of the same platforms is not', () => {
  expect(marks('- Share\n- Facebook\n- LinkedIn\n\n## Affected\n\n- Facebook\n- LinkedIn')).toEqual([
    'boilerplate',
    'boilerplate',
    'boilerplate',
    null,
    null,
    null,
  ])
})

test('bylines stand at the edges of a text, and a date beside sentences is theirs', () => {
  const middle = `${ACCOUNT}\n\n`.repeat(5)
  expect(marks(`By Ada Byron\n\n${middle}By Ada Byron\n\n${middle}`)).toEqual(['byline', ...Array(11).fill(null)])
  expect(marks(`${middle}Submitted by Ada Byron`).at(-1)).toBe('byline')
  expect(marks(`${middle}Ada Byron, chief of staff`).at(-1)).toBe(null)
  expect(marks('A fix was deployed.\\\nNov 10, 16:02 UTC')).toEqual([null, null])
  expect(marks(`Ada Byron\n\n3 March 2026\n\n${ACCOUNT}`)).toEqual(['byline', 'date', null])
  expect(marks(`Ada Byron\\\nMarkets correspondent\n\n${ACCOUNT}`)).toEqual(['byline', null, null])
})

test('a dateline is apart from the sentence that it stands before', () => {
  expect(marks(`LINDALE, Nov. 17 (Courier) – ${ACCOUNT}`)).toEqual(['date', null])
})

test('code and rows are never boilerplate', () => {
  expect(marks('```\nSubscribe to our newsletter\n```\n\nShare this | 1\n--- | ---\nAdvertisement | 2')).toEqual([
    null,
    null,
    null,
  ])
})

function marks(text: string): (string | null)[] {
  const reference = { id: 'S1', hash: '', publisher: '', url: '', title: '', date: '2026-11-20' }
  const { units } = numberSource({ ...reference, text })
  return units.filter(({ block }) => block >= 0).map(({ mark }) => mark)
}
