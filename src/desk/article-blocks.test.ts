import fc from 'fast-check'
import { expect, test } from 'vitest'
import { articleBlocks } from '#desk/article-blocks.ts'

const cited = (markdown: string) => articleBlocks(markdown).map((block) => block.cited)
const texts = (markdown: string) => articleBlocks(markdown).map(({ text }) => text)

test('paragraphs, headings and quotations are blocks with their source numbers', () => {
  expect(
    articleBlocks('One. [S1, S3]\n\n\n## Head\r\n\r\n> Said so. [S2]\n\nNo source, and [S0] does not count.'),
  ).toEqual([
    { text: 'One. [S1, S3]', cited: [1, 3] },
    { text: '## Head', cited: [] },
    { text: '> Said so. [S2]', cited: [2] },
    { text: 'No source, and [S0] does not count.', cited: [] },
  ])
})

test('a code block includes the line with its source', () => {
  const code = '````sh\none [S9]\n\n```\n\ntwo\n````'
  expect(articleBlocks(`Before. [S1]\n${code}\n\nAs published. [S2]\n\nAfter.`)).toEqual([
    { text: 'Before. [S1]', cited: [1] },
    { text: `${code}\n\nAs published. [S2]`, cited: [2] },
    { text: 'After.', cited: [] },
  ])
  expect(texts('```\nnever closed\n\nstill code')).toEqual(['```\nnever closed\n\nstill code'])
  expect(cited('A name `[S4]` in code. [S1]')).toEqual([[1]])
})

test('a table includes its caption', () => {
  const table = 'Table: Speeds [S2]\n\n| a | b |\n| --- | --- |\n| 1 | 2 |'
  expect(articleBlocks(`${table}\n\nAfter.`)).toEqual([
    { text: table, cited: [2] },
    { text: 'After.', cited: [] },
  ])
})

test('each list item is a block', () => {
  expect(articleBlocks('- one [S1]\n  goes on\n- two [S2]')).toEqual([
    { text: '- one [S1]\n  goes on', cited: [1] },
    { text: '- two [S2]', cited: [2] },
  ])
  expect(texts('1. one\n2. two\n\n* three')).toEqual(['1. one', '2. two', '* three'])
})

test('no line of a text is lost', () => {
  const line = fc.constantFrom(
    '',
    '  ',
    'text [S1]',
    '```',
    '~~~',
    '````js',
    '- item',
    '| a |',
    'Table: t',
    '> q',
    'As published.',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const shown = texts(lines.join('\n')).flatMap((text) => text.split('\n'))
      const nonBlank = (all: string[]) => all.map((one) => one.trim()).filter((one) => one !== '')
      expect(nonBlank(shown)).toEqual(nonBlank(lines))
    }),
    { numRuns: 1000 },
  )
})
