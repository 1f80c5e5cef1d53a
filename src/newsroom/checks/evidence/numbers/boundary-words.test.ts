import { expect, test } from 'vitest'
import { boundaryWords } from '#newsroom/checks/evidence/numbers/boundary-words.ts'
import { evidenced } from '../../../../../tests/fixtures/newsroom/evidence/number-pairs.ts'

test.each([
  ['prior to 2.4', 'before 2.4'],
  ['up to but not including 2.4', 'before 2.4'],
  ['through 2.3', 'up to and including 2.3'],
  ['2.3 and earlier', 'up to and including 2.3'],
  ['up to 2.3', 'before version 2.3'],
  ['from version 5.2 on', '5.2 and later'],
  ['since 3.0', 'from version 3.0'],
  ['newer than 3.0', 'after 3.0'],
  ['fixed in 2.4', 'before 2.4'],
  ['2.3 is vulnerable, up to and including 2.2 is not', '2.3 is vulnerable'],
  ['before 2.4; install 2.4', 'install 2.4'],
  ['8.0.0 through 8.4.2', 'from 8.0.0 to 8.4.2'],
  ['until June 30', 'until 30 June'],
  ['until 31 March 2027', 'until the end of March'],
  ['by 9 November', 'since 9 November'],
  ['at the end of August', 'as of 31 August'],
  ['no fewer than 400 ships', 'at least 400 ships'],
  ['at least 400 ships', 'more than 400 ships'],
  ['over 700 ships', 'more than 700 ships'],
  ['712 ships', 'more than 700 ships'],
  ['400 ships', 'at least 400 ships'],
  ['not more than 93 days', 'no more than 93 days'],
  ['a maximum of 64 GB', 'up to 64 GB'],
  ['one to sixteen ships', 'up to 16 ships'],
  ['did not exceed 300 ships', 'fewer than 300 ships'],
  ['in the coming five years', 'over five years'],
  ['57 versions of 31 packages', 'took over 31 packages'],
  ['under 19', 'below 19%'],
])('what lies "%s" may be told as "%s"', (given, claim) => {
  expect(codes(given, claim)).toEqual([])
})

test.each([
  ['up to and including 2.3', 'before 2.3'],
  ['prior to 2.4', '2.4 and earlier'],
  ['2.3 and earlier', 'before 2.3'],
  ['from version 5.2 on', 'after 5.2'],
  ['from iOS 26', 'up to iOS 26'],
  ['before version 3.0', 'since version 3.0'],
  ['up to and including 12.4.3, fixed in 12.4.4', 'up to and including 12.4.4'],
  ['through June 30', 'starts on 30 June'],
  ['until 31 March 2027', 'from the end of March'],
  ['by 1 May', 'after 1 May'],
  ['before 2023', 'after 2023'],
  ['until 09:16', 'from 09:16'],
  ['no fewer than 400 ships', 'at most 400 ships'],
  ['up to 64 GB', 'at least 64 GB'],
  ['fewer than 700 ships', 'more than 700 ships'],
  ['400 ships', 'more than 400 ships'],
  ['not more than 93 days', 'no less than 93 days'],
  ['at least a third of them', 'less than a third of them'],
  ['one to sixteen ships', 'at least 16 ships'],
])('what lies "%s" is not told as "%s"', (given, claim) => {
  expect(codes(given, claim)).toEqual(['boundary-differs'])
})

test('a complaint has the words of both sides', () => {
  const { faults } = boundaryWords(
    evidenced({ claim: { text: 'Before 2.3 it was open.' }, cited: ['Open through 2.3.'] }),
  )
  expect(faults.map(({ message }) => message)).toEqual([
    '"before 2.3" is "through 2.3" in S1.1: keep the boundary as it is there.',
  ])
})

test('what is quoted and what is code is left to other rules', () => {
  const subject = evidenced({ claim: { text: 'before 2.3', kind: 'code' }, cited: ['through 2.3'] })
  expect(boundaryWords(subject)).toEqual({ looked: 0, faults: [] })
})

function codes(given: string, claim: string): string[] {
  const text = `Affected: ${claim}.`
  return boundaryWords(evidenced({ claim: { text }, cited: [`It says ${given}.`] })).faults.map(({ code }) => code)
}
