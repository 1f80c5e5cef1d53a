import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quotations } from '#newsroom/checks/rules/quotations.ts'
import { subjectOf, type TestBlock } from '../../../../tests/fixtures/newsroom/subject-of.ts'

const SOURCE = `Ada Quimby, who owns the ferry, was calm on Friday. “We lost the keys, and then we lost the boat,” she said. “It wasn’t my day.”

The police took it with less humour. "Nobody is above the harbour rules," said Inspector Bo Larkin, who read 14 pages aloud. The port had repaired the quay in spring, repainted its cranes and counted the buoys twice, and the council had thanked everybody who took part in it with a medal and a small dinner that lasted until the lamps went out on the pier and the band had played every song it knew. The fishermen of the south pier, who had seen the boat drift, asked for a reward, and the museum offered to keep the anchor, which weighs more than the boat and has lain in the mud since the war with the neighbours across the bay, until the owner is found.`

test.each([
  '"We lost the keys, and then we lost the boat," Quimby said.',
  "“It wasn't my day,” said Ada Quimby.",
  '«We lost the keys […] we lost the boat», she says.',
  '"[They] lost the keys, and then … lost the boat."',
  "Quimby put it simply: 'then we lost the boat'.",
  'As Bo Larkin said, "nobody is above the harbour rules."',
  'They lost "the keys" first.',
  'The museum will keep the anchor "until the owner is found."',
])('%s is verbatim and rightly attributed', (text) => {
  expect(codes({ text })).toEqual([])
})

test.each([
  '"We lost the keys, and then we found the boat," Quimby said.',
  'She spoke of “a very bad day”.',
  "It was 'the worst of all days' for her.",
  '„We lost the ship and more“, she said.',
  '«We lost the boat, and then we lost the keys»',
  '"We lost the boat […] we lost the keys"',
  '"We lost the keys […] until the owner is found"',
])('%s is not verbatim', (text) => {
  expect(codes({ text })).toEqual(['error quotation-not-verbatim'])
})

test.each([
  '"We lost the keys, and then we lost the boat," said Bo Larkin.',
  'According to Inspector Larkin, "we lost the keys, and then we lost the boat."',
  'Larkin was calm. "We lost the keys, and then we lost the boat," he said.',
  '"Nobody is above the harbour rules," Ada Quimby warned.',
])('%s has the wrong speaker', (text) => {
  expect(codes({ text })).toEqual(['error quotation-misattributed'])
})

test('one or two words in quotation marks are for the desk, and apostrophes are no quotation marks', () => {
  expect(codes({ text: 'It was a "ghost ship" to them.' })).toEqual(['warning quotation-not-verbatim'])
  expect(codes({ text: "The owner's boat and the sailors' pier aren't the port's." })).toEqual([])
})

test('a quote block is verbatim with or without marks, and its speaker is checked', () => {
  const quote = (text: string) => codes({ kind: 'quote', text })
  expect(quote('Nobody is above the harbour rules')).toEqual([])
  expect(quote('"Nobody is above the harbour rules." — Bo Larkin, inspector')).toEqual([])
  expect(quote('Nobody is above the harbour rules — Bo Larkin')).toEqual([])
  expect(quote('"Nobody is above the harbour rules." — Ada Quimby')).toEqual(['error quotation-misattributed'])
  expect(quote('Nobody is above the law of the harbour')).toEqual(['error quotation-not-verbatim'])
  expect(quote('"Nobody is above the law of the port." — Bo Larkin')).toEqual(['error quotation-not-verbatim'])
})

test('the speaker of a quote block may stand before it, after a colon', () => {
  const after = (text: string) => {
    const blocks: TestBlock[] = [{ text }, { kind: 'quote', text: 'Nobody is above the harbour rules' }]
    return quotations.run(subjectOf({ texts: [SOURCE], blocks })).findings.map(({ code }) => code)
  }
  expect(after('The inspector Larkin was strict:')).toEqual([])
  expect(after('The owner Quimby was strict:')).toEqual(['quotation-misattributed'])
})

test('a quotation has to be in a source of its own paragraph', () => {
  const text = 'She said that "we lost the keys, and then we lost the boat."'
  const subject = subjectOf({ texts: ['Nothing.', SOURCE], blocks: [{ text }] })
  expect(quotations.run(subject).findings.map(({ message }) => message)).toEqual([
    expect.stringContaining('only in S2'),
  ])
})

test('any run of words of a source may be quoted, and none with a word changed', () => {
  const words = SOURCE.replaceAll(/[^\p{L}\s]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)
  const line = words.join(' ')
  fc.assert(
    fc.property(fc.nat(words.length - 12), fc.integer({ min: 4, max: 11 }), fc.nat(3), (from, length, changed) => {
      const run = words.slice(from, from + length)
      const other = run.with(changed, 'zebra')
      const of = (quoted: string[]) =>
        quotations.run(subjectOf({ texts: [line], blocks: [{ text: `It reads “${quoted.join(' ')}” there.` }] }))
          .findings
      expect(of(run)).toHaveLength(0)
      expect(of(other)).toHaveLength(1)
    }),
  )
})

function codes(block: TestBlock): string[] {
  const { findings } = quotations.run(subjectOf({ texts: [SOURCE], blocks: [block] }))
  return findings.map(({ severity, code }) => `${severity} ${code}`)
}
