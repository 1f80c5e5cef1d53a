import { expect, test } from 'vitest'
import { articleBlocks } from '#desk/article-blocks.ts'
import { openRecord, recordedSentences } from '#desk/recorded-evidence.ts'
import { articleOf } from '../../tests/fixtures/newsroom/edits.ts'
import { readStories } from '../../tests/fixtures/newsroom/stories.ts'

const entry = (text: string, unit: string) => {
  return { text, compute: '', citation: 1, source: Number(unit.slice(1, 2)) - 1, unit, quote: 'Q' }
}

const record = openRecord([
  entry('Lorikeet 4 reads `12` scripts.', 'S1.4'),
  entry('It is free.', 'S1.4'),
  entry('It is free.', 'S2.1'),
  entry('It is free.', 'S1.4'),
  entry('Dr. Vroom asked. Nobody came.', 'S1.7'),
  entry('Fast, and small.', 'S1.8'),
  entry('A heading', 'S1.9'),
  entry('Sizes', 'S1.10'),
  entry('one | 64', 'S1.11'),
  entry('We tried', 'S1.12'),
  entry('npm test', 'S1.13'),
])

const shown = (block: string) =>
  recordedSentences(block, record).map(({ text, evidence }) => [text, ...(evidence?.map(({ unit }) => unit) ?? ['-'])])

test('each sentence has its recorded units once, regardless of Markdown', () => {
  expect(shown('**Lorikeet 4** reads `12` scripts. [S1] It is free. [S1, S2]')).toEqual([
    ['**Lorikeet 4** reads `12` scripts. [S1]', 'S1.4'],
    ['It is free. [S1, S2]', 'S1.4', 'S2.1'],
  ])
  expect(shown('- It is free. [S1]')).toEqual([['- It is free. [S1]', 'S1.4', 'S2.1']])
  expect(shown('**What changes:** It is free. [S1]')).toEqual([['**What changes:** It is free. [S1]', 'S1.4', 'S2.1']])
})

test('a sentence without a record is separate and has no evidence', () => {
  expect(shown('Nobody said this. It is free. [S1] Nor this [S2]. Nor that.')).toEqual([
    ['Nobody said this.'],
    ['It is free. [S1]', 'S1.4', 'S2.1'],
    ['Nor this [S2].'],
    ['Nor that.'],
  ])
})

test('sentences that the record joins are not split', () => {
  expect(shown('Dr. Vroom asked. Nobody came. [S1] It is free.')).toEqual([
    ['Dr. Vroom asked. Nobody came. [S1]', 'S1.7'],
    ['It is free.', 'S1.4', 'S2.1'],
  ])
  const amid = 'Fast [S2], and small. [S1]'
  expect(shown(amid)).toEqual([[amid, 'S1.8']])
})

test('a heading and a header row have no evidence unless it is recorded', () => {
  expect(shown('## Another')).toEqual([['## Another', '-']])
  expect(shown('## A heading')).toEqual([['## A heading', 'S1.9']])
  expect(shown('*Everything below comes from one publisher, The Kiln.*')).toEqual([
    ['*Everything below comes from one publisher, The Kiln.*', '-'],
  ])
  expect(shown('Table: Sizes [S1]\n\n| name | size |\n| :--- | ---: |\n| one | 64 [S1] |\n| two | 12 |')).toEqual([
    ['Table: Sizes [S1]', 'S1.10'],
    ['| name | size |\n| :--- | ---: |', '-'],
    ['| one | 64 [S1] |', 'S1.11'],
    ['| two | 12 |'],
  ])
})

test('a quotation and code are not split', () => {
  expect(shown('> “We tried” — Ada Byron [S1]')).toEqual([['> “We tried” — Ada Byron [S1]', 'S1.12']])
  expect(shown('```sh\nnpm test\n```\n\nAs published. [S1]')).toEqual([
    ['```sh\nnpm test\n```\n\nAs published. [S1]', 'S1.13'],
  ])
})

test('in the sample articles, each claim is a separate sentence with its units', () => {
  for (const [name, story] of readStories()) {
    const { markdown, evidence } = articleOf(story)
    const record = openRecord(evidence)
    const cited = new Set(evidence.filter(({ citation }) => citation !== null).map(({ text }) => text))
    const rows = articleBlocks(markdown)
      .flatMap(({ text }) => recordedSentences(text, record))
      .filter(({ text, evidence }) => evidence !== null && !text.startsWith('## '))
    expect(rows.filter(({ evidence }) => evidence?.length === 0)).toEqual([])
    expect(rows.length, name).toBe(cited.size)
  }
})
