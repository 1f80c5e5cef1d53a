import { expect, test } from 'vitest'
import { enclosuresOf } from '#text/quoted.ts'

test.for([
  ['“a” and “b”', ['“a”', '“b”']],
  ['he said “a ‘b’ c”', ['“a ‘b’ c”']],
  ['(a “b”) c', ['(a “b”)']],
  ['don’t, the users’ ‘a’', ['‘a’']],
  ['27" and 24" disks, "a"', ['"a"']],
  ['„a“ »b« « c » „d”', ['„a“', '»b«', '« c »', '„d”']],
  ['“a “b”', ['“b”']],
  ['“never closed', []],
  ['closed” only', []],
])('what is between marks that are closed: %s', ([line, found]) => {
  const spans = enclosuresOf(`${line}`, { quotation: 100, bracket: 100 })
  expect(spans.map(({ start, end }) => `${line}`.slice(start, end))).toEqual(found)
})

test('longer spans are ignored', () => {
  expect(enclosuresOf('(“ab”)', { quotation: 4, bracket: 5 })).toEqual([{ start: 1, end: 5 }])
})
