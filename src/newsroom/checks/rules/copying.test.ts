import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copying } from '#newsroom/checks/rules/copying.ts'
import { subjectOf, type TestBlock } from '../../../../tests/fixtures/newsroom/subject-of.ts'

const words = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${letters(index)}`)
const source = words('s', 60)
const own = words('o', 400)

test('eighteen words in a row block, twelve warn, eleven are none', () => {
  fc.assert(
    fc.property(fc.nat(34), fc.integer({ min: 1, max: 25 }), (from, length) => {
      const text = [...own.slice(0, 200), ...source.slice(from, from + length), ...own.slice(200)].join(' ')
      expect(found({ text })).toEqual(length >= 18 ? ['block'] : length >= 12 ? ['revise'] : [])
    }),
  )
})

test('every run is shown, each in its whole length', () => {
  const runs = [source.slice(0, 20), source.slice(22, 35), source.slice(38, 60)]
  const text = runs.map((run) => `${own.slice(0, 30).join(' ')} ${run.join(' ')}`).join(' ')
  const { findings } = copying.run(subjectOf({ texts: [source.join(' ')], blocks: [{ text }] }))
  expect(findings.map(({ evidence }) => evidence)).toEqual(runs.map((run) => run.join(' ')))
  expect(findings.map(({ severity }) => severity)).toEqual(['block', 'revise', 'block'])
  expect(findings[0]).toMatchObject({ code: 'copied-run', where: 'sections.0.blocks.0.sentences.0' })
})

test('case, punctuation, stars and the form of numbers do not hide a copy, and a version is one word', () => {
  const texts = ['The ferry, built in 1974, was sold to the port for 1,200 crowns on a cold and wet morning.']
  const run = (text: string, texts: string[]) => copying.run(subjectOf({ texts, blocks: [{ text }] })).findings
  expect(run('the **Ferry** built in 1974 was sold; to the port for 1,200 crowns', texts)).toHaveLength(1)
  expect(run('Versions 2.6.2, 2.4.7 and 2.1.9 of the tools.', ['We fix 2.6.2, 2.4.7 and 2.1.9 of the tools.'])).toEqual(
    [],
  )
})

test('a run ends at a full stop, of the source or of the sentence', () => {
  const [first, second] = [source.slice(0, 10), source.slice(10, 20)].map((part) => part.join(' '))
  const parted = (text: string, texts: string[]) => copying.run(subjectOf({ texts, blocks: [{ text }] })).findings
  expect(parted(`${first} ${second}`, [`${first}. S${second?.slice(1)}.`])).toEqual([])
  expect(parted(`${first}. ${second}`, [`${first} ${second}`])).toEqual([])
  expect(parted(`${first} ${second}`, [`${first} ${second}`])).toHaveLength(1)
})

test('names do not count, nor does code inside a sentence', () => {
  const named = 'the port said that the Civil Aviation Authority of Varnhem Island asked it for a plan'
  expect(found({ text: named }, [named])).toEqual([])
  const command = 'run it with `port sync --all --now` and then wait for the word that it has ended well'
  expect(found({ text: command }, [command])).toEqual(['revise'])
  const short = 'run it with `port sync all the ships now at once and for ever` and then wait'
  expect(found({ text: short }, [short])).toEqual([])
})

test('quotations, quotes and code may be copies', () => {
  const copy = source.slice(0, 40).join(' ')
  expect(found({ text: `${own.join(' ')} “${copy}” ${own.join(' ')}` })).toEqual([])
  expect(found({ kind: 'quote', text: copy })).toEqual([])
  expect(found({ kind: 'code', text: copy })).toEqual([])
  expect(found({ kind: 'list', items: [copy] })).toEqual(['block'])
})

// Words without digits, each different.
function letters(index: number): string {
  return [...index.toString(26)].map((digit) => String.fromCodePoint(97 + Number.parseInt(digit, 26))).join('')
}

function found(block: TestBlock, texts = [source.join(' ')]): string[] {
  return copying.run(subjectOf({ texts, blocks: [block] })).findings.map(({ severity }) => severity)
}
