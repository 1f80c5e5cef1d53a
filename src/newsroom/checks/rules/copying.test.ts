import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copying } from '#newsroom/checks/rules/copying.ts'
import { subjectOf, type TestBlock } from '../../../../tests/fixtures/newsroom/subject-of.ts'

const words = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${letters(index)}`)
const source = words('s', 300)
const own = words('o', 400)

test('twelve words in a row are copied, eleven are not', () => {
  fc.assert(
    fc.property(fc.nat(280), fc.integer({ min: 1, max: 18 }), (from, length) => {
      const text = [...own.slice(0, 200), ...source.slice(from, from + length), ...own.slice(200)].join(' ')
      expect(codes({ text }).includes('copied-run')).toBe(length >= 12)
    }),
  )
})

test('case, punctuation, stars and the form of numbers do not hide a copy, and a version is one word', () => {
  const texts = ['The ferry, built in 1974, was sold to the port for 1,200 crowns on a cold Friday.']
  const run = (text: string) => copying.run(subjectOf({ texts, blocks: [{ text }, { text: own.join(' ') }] })).findings
  expect(run('the **Ferry** built in 1974 was sold; to the port for 1,200 crowns').length).toBeGreaterThan(0)
  const versions = ['We fix 2.6.2, 2.4.7 and 2.1.9 of the tools.']
  const subject = subjectOf({ texts: versions, blocks: [{ text: 'Versions 2.6.2, 2.4.7 and 2.1.9 of the tools.' }] })
  expect(copying.run(subject).findings.filter(({ code }) => code === 'copied-run')).toEqual([])
})

test('what is copied is shown', () => {
  const text = `${own.join(' ')} ${source.slice(20, 35).join(' ')} ${own.join(' ')}`
  const [finding] = copying.run(subjectOf({ texts: [source.join(' ')], blocks: [{ text }] })).findings
  expect(finding).toMatchObject({
    severity: 'error',
    where: 'sections.0.blocks.0',
    evidence: source.slice(20, 35).join(' '),
  })
})

test('quotations, quotes and code may be copies', () => {
  const copy = source.slice(0, 40).join(' ')
  expect(codes({ text: `${own.join(' ')} “${copy}” ${own.join(' ')}` })).toEqual([])
  expect(codes({ kind: 'quote', text: copy })).toEqual([])
  expect(codes({ kind: 'code', text: copy })).toEqual([])
})

test('many short copies are one too many', () => {
  // Nine words of the source, then as many of its own: one run of eight in nine is shared.
  const mixed = (share: number) =>
    Array.from({ length: 20 }, (_, index) => [
      ...source.slice(index * 11, index * 11 + 9),
      ...own.slice(index * 20, index * 20 + share),
    ])
      .flat()
      .join(' ')
  expect(codes({ text: mixed(9) })).toEqual(['copied-share'])
  expect(codes({ text: mixed(20) })).toEqual([])
})

// Words without digits, each different.
function letters(index: number): string {
  return [...index.toString(26)].map((digit) => String.fromCodePoint(97 + Number.parseInt(digit, 26))).join('')
}

function codes(block: TestBlock): string[] {
  const subject = subjectOf({ texts: [source.join(' ')], blocks: [block] })
  return copying.run(subject).findings.map(({ code }) => code)
}
