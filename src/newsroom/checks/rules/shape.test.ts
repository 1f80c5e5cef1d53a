import { expect, test } from 'vitest'
import { shape } from '#newsroom/checks/rules/shape.ts'
import { subjectOf, type TestBlock } from '../../../../tests/fixtures/newsroom/subject-of.ts'
import type { Draft } from '#newsroom/drafting/draft.ts'

const good = {
  title: 'A ferry runs again after a long winter',
  excerpt: 'x'.repeat(140),
  tags: ['ferries', 'ports', 'winter'],
  why_it_matters: 'It is so.',
}

test('a well-formed article passes', () => {
  expect(codes({})).toEqual([])
  expect(shape.run(subjectOf({ draft: { ...good, sections: sections(600) } })).detail).toBe('603 words in 2 sections')
})

test.each([
  ['warning title-length', { title: 'x'.repeat(34) }],
  ['warning title-length', { title: 'x'.repeat(71) }],
  ['error title-length', { title: 'x'.repeat(19) }],
  ['error title-length', { title: 'x'.repeat(91) }],
  ['warning excerpt-length', { excerpt: 'x'.repeat(109) }],
  ['warning excerpt-length', { excerpt: 'x'.repeat(181) }],
  ['error excerpt-length', { excerpt: 'x'.repeat(59) }],
  ['error excerpt-length', { excerpt: 'x'.repeat(261) }],
  ['warning title-case', { title: 'Ferries Sail Again After Long Winter Storms' }],
  ['error tag-count', { tags: ['a', 'b'] }],
  ['error tag-count', { tags: ['a', 'b', 'A'] }],
  ['error tag-count', { tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }],
  ['error malformed', { tags: ['a', 'b', 'c', ' '] }],
  ['error malformed', { why_it_matters: '\n' }],
  ['warning draft-length', { sections: sections(590) }],
  ['warning draft-length', { sections: sections(1210) }],
  ['error draft-length', { sections: sections(440) }],
  ['error draft-length', { sections: sections(1510) }],
  ['error section-count', { sections: sections(1400).slice(0, 1) }],
])('%s of %o', (code, draft) => {
  expect(codes(draft)).toContain(code)
})

test('lengths at their limits are good', () => {
  for (const length of [35, 70]) expect(codes({ title: 'x'.repeat(length) })).toEqual([])
  for (const length of [110, 180]) expect(codes({ excerpt: 'x'.repeat(length) })).toEqual([])
})

test('headings are there and are no questions', () => {
  const heading = (heading: string) =>
    codes({ sections: sections(600).map((section, index) => (index === 0 ? section : { ...section, heading })) })
  expect(heading('Who pays?')).toEqual(['warning question-heading'])
  expect(heading(' ')).toEqual(['error malformed'])
})

test.each<[string, TestBlock]>([
  ['a paragraph without text', { text: ' ' }],
  ['text that cannot be seen', { text: '\u200B**' }],
  ['a quote without text', { kind: 'quote' }],
  ['code without text', { kind: 'code', text: '\n' }],
  ['a list without items', { kind: 'list', text: 'One, two.' }],
  ['a list with a blank item', { kind: 'list', items: ['one', ''] }],
  ['a table of one row', { kind: 'table', rows: [['a', 'b']] }],
  ['a table of one column', { kind: 'table', rows: [['a'], ['b']] }],
  ['a ragged table', { kind: 'table', rows: [['a', 'b'], ['c']] }],
  [
    'a table with a blank row',
    {
      kind: 'table',
      rows: [
        ['a', 'b'],
        ['', ''],
      ],
    },
  ],
  ['a paragraph with items', { text: 'One.', items: ['two'] }],
])('%s is malformed', (_, block) => {
  const [first, second] = sections(600)
  const bad = subjectOf({ blocks: [block] }).draft.sections
  const findings = codes({
    sections: [first, second, ...bad].flatMap((part) => (part ? { ...part, heading: 'Part' } : [])),
  })
  expect(findings).toEqual(['error malformed'])
})

test('a list, a table with a blank corner, code and a quote are well formed', () => {
  const blocks: TestBlock[] = [
    { kind: 'list', items: ['one'] },
    {
      kind: 'table',
      rows: [
        ['', 'b'],
        ['c', ''],
      ],
    },
    { kind: 'code', text: 'x' },
    { kind: 'quote', text: 'x' },
  ]
  const [section] = subjectOf({ blocks }).draft.sections
  expect(codes({ sections: [...sections(600), ...(section ? [{ ...section, heading: 'Part' }] : [])] })).toEqual([])
})

function sections(words: number): Draft['sections'] {
  const half = (count: number) => subjectOf({ blocks: [{ text: 'word '.repeat(count) }] }).draft.sections
  const both = [...half(Math.floor(words / 2)), ...half(Math.ceil(words / 2))]
  return both.map((section) => ({ ...section, heading: 'Part' }))
}

function codes(draft: Partial<Draft>): string[] {
  const subject = subjectOf({ draft: { ...good, sections: sections(600), ...draft } })
  return shape.run(subject).findings.map(({ severity, code }) => `${severity} ${code}`)
}
