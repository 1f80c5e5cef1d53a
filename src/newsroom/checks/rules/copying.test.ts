import { expect, test } from 'vitest'
import { copying } from '#newsroom/checks/rules/copying.ts'
import { said } from '../../../../tests/fixtures/newsroom/drafts.ts'
import { blockOf, subjectOf, type TestBlock } from '../../../../tests/fixtures/newsroom/subject-of.ts'

// Returns distinct words without digits.
const words = (prefix: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => prefix + index.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? ''),
  )
const source = words('s', 60)
const own = words('o', 600).join(' ')

function found(blocks: TestBlock[], texts = [source.join(' ')], start = [{ text: own }]): string[] {
  const { findings } = copying.run(subjectOf({ texts, blocks: [...start, ...blocks] }))
  expect(findings.every(({ severity, code }) => severity === 'block' && code === 'copied-run')).toBe(true)
  return findings.map(({ evidence }) => evidence)
}

test('blocks eighteen consecutive copied words, but not seventeen', () => {
  for (const length of [8, 17, 18, 30]) {
    const run = source.slice(5, 5 + length).join(' ')
    expect(found([{ text: `so ${run} so` }])).toEqual(length > 17 ? [run] : [])
  }
})

test('blocks eighteen consecutive copied words that span two sentences', () => {
  const [first, second] = [source.slice(0, 9).join(' '), source.slice(9, 18).join(' ')]
  const copy = { kind: 'paragraph' as const, sentences: [said(`${first}.`), said(`${second}.`)] }
  const sections = [{ heading: null, blocks: [blockOf({ text: own }), copy] }]
  for (const text of [`${first} ${second}`, `${first}. ${second}.`]) {
    const { findings } = copying.run(subjectOf({ texts: [text], draft: { sections } }))
    expect(findings.map(({ where }) => where)).toEqual([
      'sections.0.blocks.1.sentences.0',
      'sections.0.blocks.1.sentences.1',
    ])
  }
})

test('also blocks the longest of the short copied runs if runs make up more than a fifth of the article', () => {
  const runs = [source.slice(0, 10), source.slice(12, 22), source.slice(24, 35)].map((run) => run.join(' '))
  const evidence = (count: number) => {
    const text = `${words('o', count).join(' ')} ${runs.join(' so ')}`
    return found([{ text }], [source.join(' ')], [])
  }
  expect(evidence(150)).toEqual([])
  expect(evidence(100)).toEqual([runs[2]])
  expect(evidence(0)).toEqual([runs[2], runs[0], runs[1]])
})

test('ignores case, punctuation, asterisks and sentence boundaries', () => {
  const texts = ['The ferry, built in 1974, was sold to the port for 1,200 crowns. On a cold and wet morning it left.']
  const text = 'the **Ferry** built in 1974 was sold; to the port for 1,200 crowns: on a cold and wet morning it left'
  expect(found([{ text }], texts)).toHaveLength(1)
})

test('accepts copied names and commands', () => {
  const named = 'the port said that the Civil Aviation Authority of Varnhem Island asked it for a plan of the new pier'
  expect(found([{ text: named }], [named])).toEqual([])
  const command = 'run it with `port sync all the ships now at once and for ever in the bay` and then wait'
  expect(found([{ text: command }], [command])).toEqual([])
})

test('accepts copied quotations and code, but not copied list items', () => {
  const copy = source.slice(0, 30).join(' ')
  expect(found([{ text: `They wrote “${copy}” then.` }])).toEqual([])
  for (const kind of ['quote', 'code'] as const) expect(found([{ kind, text: copy }])).toEqual([])
  expect(found([{ kind: 'list', items: [copy] }])).toEqual([copy])
})
