import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evidenceFor, readSource } from '#desk/evidence.ts'
import { articleOf } from '../../tests/fixtures/newsroom/edits.ts'
import { readStories } from '../../tests/fixtures/newsroom/stories.ts'

const SOURCE = [
  'The institute opened its doors at nine. Its director, Dr. Vroom of the U.S. branch, spoke first.',
  'Lorikeet transcribes 64 languages. The run took 19 days on 256 accelerators and used 310 MWh.',
  'Visitors had coffee. The institute thanked them. Recordings of more than four hours crash it.',
  'The institute closed at noon.',
].join('\n')

const found = (block: string) => evidenceFor(block, readSource(SOURCE))

test('the sentence that says the same is found, in other words and forms', () => {
  expect(found('The software transcribed 64 of the languages. [S1]')).toBe('… Lorikeet transcribes 64 languages. …')
  expect(found('It can crash when a recording is longer than 4 hours. [S1]')).toBe(
    '… Recordings of more than four hours crash it. …',
  )
})

test('sentences stand in the order of their source, with a mark where something is left out', () => {
  expect(found('The run took 19 days; the institute opened its doors; it supports 64 languages.')).toBe(
    'The institute opened its doors at nine. … Lorikeet transcribes 64 languages. The run took 19 days on 256 accelerators and used 310 MWh. …',
  )
  expect(found('The institute closed at noon.')).toBe('… The institute closed at noon.')
})

test('a shortened name ends no sentence', () => {
  expect(found('The director, Vroom, spoke.')).toBe('… Its director, Dr. Vroom of the U.S. branch, spoke first. …')
})

test('words that every sentence has, or a chance digit, are no evidence', () => {
  const none = 'No sentence of this source shares its numbers or its rare words.'
  expect(found('The weather was fine, and they had 9 cats.')).toBe(none)
  expect(found('It was of the and.')).toBe(none)
  expect(found('')).toBe(none)
  expect(evidenceFor('Lorikeet transcribes 64 languages.', readSource(''))).toBe(none)
})

test('a sentence that adds next to nothing, and a fourth one, are left out', () => {
  const source = readSource(
    [
      'Aldermouth borrowed 60 million for 7 years at 3.4 percent.',
      'The bank named the bond after Aldermouth and its years.',
      'Wrenhaven sold 4711 needles.',
      'Nordfjord keeps 1920 recordings.',
      'Castellan employs 512 people.',
    ].join('\n'),
  )
  expect(evidenceFor('Aldermouth borrowed 60 million for 7 years at 3.4 percent; the bond is new.', source)).toBe(
    'Aldermouth borrowed 60 million for 7 years at 3.4 percent. …',
  )
  const all = 'Aldermouth has 60 million, Wrenhaven 4711 needles, Nordfjord 1920 recordings, Castellan 512 people.'
  expect(evidenceFor(all, source).match(/\./g)).toHaveLength(3)
})

test('a source without a text says so', () => {
  expect(evidenceFor('Anything.', null)).toBe('The newsroom kept no text of this source.')
})

test('what has no sentences is shown in pieces that can be read', () => {
  const table = `${'alpha beta '.repeat(200)}the needle weighs 4711 grams ${'gamma delta '.repeat(200)}`
  const shown = evidenceFor('The needle weighs 4711 grams.', readSource(table))
  expect(shown).toContain('needle weighs 4711')
  expect(shown.length).toBeLessThan(1100)
  expect(evidenceFor(`The ${'x'.repeat(300)}.`, readSource('x'.repeat(5000))).length).toBeLessThan(1100)
})

test('at most three sentences of a source are shown, each as it stands there', () => {
  const sentence = fc
    .array(fc.constantFrom('Lock', 'key', 'needle', '4711', '12', 'of', 'the', '漢字', '\u202e'), {
      minLength: 1,
      maxLength: 8,
    })
    .map((words) => `${words.join(' ')}.`)
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 12 }), sentence, (sentences, block) => {
      const source = readSource(sentences.join('\n'))
      const shown = evidenceFor(block, source)
      if (shown.startsWith('No sentence')) return
      expect(shown.split('.').length - 1).toBeLessThanOrEqual(3)
      let from = 0
      for (const part of shown.split(/(?<=\.) /).map((text) => text.replace(/^… /, ''))) {
        if (part === '…') continue
        const index = source.sentences.indexOf(part, from)
        expect(index, `${part} in ${source.sentences.join(' | ')}`).toBeGreaterThanOrEqual(from)
        from = index + 1
      }
    }),
    { numRuns: 500 },
  )
})

test('nine of ten numbers of careful articles stand in the evidence that is shown beside them', () => {
  let [all, shown] = [0, 0]
  for (const story of readStories().values()) {
    const { sources, evidence: recorded } = articleOf(story)
    const texts = sources.map(({ url }) => story.sources.find((source) => source.url === url)?.text ?? '')
    const read = texts.map(readSource)
    const shownAt = recorded.filter(({ citation }) => citation !== null)
    for (const [text, entries] of Map.groupBy(shownAt, (entry) => entry.text)) {
      const cited = [...new Set(entries.map(({ source }) => source))]
      const evidence = cited.map((index) => evidenceFor(text, read[index] ?? null)).join(' ')
      const whole = cited.map((index) => texts[index]).join(' ')
      const numbers = (text.match(/\d+(?:[.,]\d+)*/g) ?? []).filter((number) => whole.includes(number))
      all += numbers.length
      shown += numbers.filter((number) => evidence.includes(number)).length
    }
  }
  expect(all).toBeGreaterThan(500)
  expect(shown / all).toBeGreaterThan(0.9)
})
