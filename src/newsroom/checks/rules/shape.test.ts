import { expect, test } from 'vitest'
import { shape } from '#newsroom/checks/rules/shape.ts'
import type { Draft } from '#newsroom/article/draft.ts'
import { blockOf, said, subjectOf, type TestBlock } from '../../../../tests/fixtures/newsroom/subject-of.ts'

const good = {
  title: said(many(8)),
  excerpt: [said(many(12)), said(many(10))],
  tags: ['ferries', 'ports', 'winter'],
  sections: sections(600),
}

test('a well-formed article passes', () => {
  expect(codes({})).toEqual([])
  expect(shape.run(subjectOf({ draft: good })).detail).toBe('600 words in 2 sections')
  expect(codes({ form: 'brief', sections: sections(200) })).toEqual([])
})

test.each([
  ['warning title-length', { title: said(many(5)) }],
  ['warning title-length', { title: said(many(12)) }],
  ['error title-length', { title: said(many(3)) }],
  ['error title-length', { title: said(many(15)) }],
  ['warning excerpt-length', { excerpt: [said(many(15))] }],
  ['warning excerpt-length', { excerpt: [said(many(20)), said(many(11))] }],
  ['error excerpt-length', { excerpt: [] }],
  ['error excerpt-length', { excerpt: [said(many(41))] }],
  ['warning title-case', { title: said('Ferries Sail Again After Long Winter Storms') }],
  ['error tag-count', { tags: ['a', 'b'] }],
  ['error tag-count', { tags: ['a', 'b', 'A'] }],
  ['error tag-count', { tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }],
  ['error malformed', { tags: ['a', 'b', 'c', ' '] }],
  ['warning draft-length', { sections: sections(398) }],
  ['warning draft-length', { sections: sections(1002) }],
  ['error draft-length', { sections: sections(300) }],
  ['error draft-length', { sections: sections(1202) }],
  ['warning draft-length', { form: 'brief', sections: sections(352) }],
  ['error draft-length', { form: 'brief', sections: sections(450) }],
  ['error draft-length', { form: 'brief', sections: sections(100) }],
  ['warning sections-length', { sections: sections(600).slice(0, 1) }],
  ['warning sections-length', { form: 'brief', sections: [...sections(150), ...sections(50).slice(1)] }],
  ['error sections-length', { form: 'brief', sections: [...sections(100), ...sections(100)] }],
] satisfies [string, Partial<Draft>][])('%s of %o', (code, draft) => {
  expect(codes(draft)).toContain(code)
})

test('lengths at their limits are good', () => {
  for (const length of [6, 11]) expect(codes({ title: said(many(length)) })).toEqual([])
  for (const length of [16, 30]) expect(codes({ excerpt: [said(many(length))] })).toEqual([])
  for (const length of [400, 1000]) expect(codes({ sections: sections(length) })).toEqual([])
  for (const length of [150, 350]) expect(codes({ form: 'brief', sections: sections(length) })).toEqual([])
})

test('code does not count as words, and what changes does', () => {
  const code = blockOf({ kind: 'code', text: many(900) })
  const [first, ...rest] = sections(400)
  const withCode = first === undefined ? [] : [{ heading: null, blocks: [...first.blocks, code] }, ...rest]
  expect(codes({ sections: withCode })).toEqual([])
  expect(codes({ sections: sections(390), what_changes: [said(many(10))] })).toEqual([])
})

test('headings are there but for the first, and are no questions', () => {
  const headed = (heading: string | null) =>
    codes({
      sections: sections(600).map(({ blocks }, index) => ({
        heading: index === 0 || heading === null ? null : said(heading),
        blocks,
      })),
    })
  expect(headed('Who pays?')).toEqual(['warning question-heading'])
  expect(headed(' ')).toEqual(['error malformed'])
  expect(headed(null)).toEqual(['error malformed'])
})

test.each<[string, TestBlock]>([
  ['a paragraph without text', { text: ' ' }],
  ['text that cannot be seen', { text: '\u200B**' }],
  ['a quote without text', { kind: 'quote' }],
  ['a quote without a speaker', { kind: 'quote', text: 'x', speaker: '' }],
  ['code without text', { kind: 'code', text: '\n' }],
  ['a list without items', { kind: 'list' }],
  ['a list with a blank item', { kind: 'list', items: ['one', ''] }],
  ['a table without rows', { kind: 'table', rows: [['a', 'b']] }],
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
  [
    'a table with a blank column head',
    {
      kind: 'table',
      rows: [
        ['a', ''],
        ['c', 'd'],
      ],
    },
  ],
])('%s is malformed', (_, block) => {
  const bad = { heading: said('Part'), blocks: [blockOf(block)] }
  const { findings } = shape.run(subjectOf({ draft: { ...good, sections: [...sections(600), bad] } }))
  expect(findings).toMatchObject([{ severity: 'block', code: 'malformed', where: 'sections.2.blocks.0' }])
})

test('a list, a table with a blank corner, code and a quote are well formed', () => {
  const blocks = [
    blockOf({ kind: 'list', items: ['one'] }),
    blockOf({
      kind: 'table',
      rows: [
        ['', 'b'],
        ['c', ''],
      ],
    }),
    blockOf({ kind: 'code', text: 'x' }),
    blockOf({ kind: 'quote', text: 'x' }),
  ]
  expect(codes({ sections: [...sections(600), { heading: said('Part'), blocks }] })).toEqual([])
})

function many(words: number): string {
  return Array.from({ length: words }, () => 'word').join(' ')
}

function sections(length: number): Draft['sections'] {
  const half = (text: string) => [blockOf({ text })]
  return [
    { heading: null, blocks: half(many(length / 2)) },
    { heading: said('Part'), blocks: half(many(length / 2)) },
  ]
}

function codes(draft: Partial<Draft>): string[] {
  const { findings } = shape.run(subjectOf({ draft: { ...good, ...draft } }))
  return findings.map(({ severity, code }) => `${severity} ${code}`)
}
