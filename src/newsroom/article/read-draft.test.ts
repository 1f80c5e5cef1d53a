import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from '#newsroom/article/draft.ts'
import { draft } from '#newsroom/article/read-draft.ts'
import { drafts, said } from '../../../tests/fixtures/newsroom/drafts.ts'

const frame = { title: 'A title', sections: [{ blocks: ['Text.'] }] }

test('a draft that fits the schema is read without a change', () => {
  fc.assert(
    fc.property(drafts(), (given) => {
      expect(draft.parse(JSON.parse(JSON.stringify(given)))).toEqual(given)
    }),
  )
})

test('missing values are empty, and unknown ones are dropped', () => {
  const read = draft.parse({ ...frame, angle: null, note: 'extra', tags: 'a, b', leave_out: ['S2: another event'] })
  expect(read).toEqual({
    angle: '',
    form: 'brief',
    title: said('A title'),
    excerpt: [],
    tags: ['a', 'b'],
    leave_out: ['S2'],
    sections: [{ heading: null, blocks: [{ kind: 'paragraph', sentences: [said('Text.')] }] }],
    what_changes: [],
  })
})

test('an unknown form is inferred from the length', () => {
  const long = { ...frame, form: 'essay', sections: [{ blocks: [`${'word '.repeat(400)}.`] }] }
  expect(draft.parse(long)).toMatchObject({ form: 'report' })
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['prose', 'Sorry'],
  ['no title', { ...frame, title: ' ' }],
  ['no text', { ...frame, sections: [{ heading: 'H', blocks: [{ kind: 'paragraph', sentences: [] }] }] }],
  ['another shape', { claims: [] }],
])('an answer with %s is not a draft', (_, given) => {
  expect(draft.safeParse(given).success).toBe(false)
})

test.each<[string, unknown, Block | null]>([
  [
    'a sentence given as a bare string, and ids given as one',
    { kind: 'paragraph', sentences: ['One. [S1.2]', { text: 'Two.', from: 'S1.3, S1.4' }, null] },
    { kind: 'paragraph', sentences: [said('One.', 'S1.2'), said('Two.', 'S1.3', 'S1.4')] },
  ],
  [
    'a whole paragraph in one sentence, which is split and keeps all ids',
    { kind: 'paragraph', sentences: [{ text: 'One [S1.1]. Two. [S1.2] Three.', from: ['S1.1', 'S1.2', 'S1.3'] }] },
    {
      kind: 'paragraph',
      sentences: ['One.', 'Two.', 'Three.'].map((text) => said(text, 'S1.1', 'S1.2', 'S1.3')),
    },
  ],
  [
    'quotations and code, which are not split',
    { kind: 'paragraph', text: 'He said: "We did. It works." Call `a. B` now.', from: ['S1.1'] },
    {
      kind: 'paragraph',
      sentences: [said('He said: "We did. It works."', 'S1.1'), said('Call `a. B` now.', 'S1.1')],
    },
  ],
  [
    'a computed sentence, which stays whole',
    {
      kind: 'paragraph',
      sentences: [{ text: 'It fell by 33. So they say.', from: ['S1.1'], compute: '54 - 21 = 33' }],
    },
    {
      kind: 'paragraph',
      sentences: [{ text: 'It fell by 33. So they say.', from: ['S1.1'], compute: '54 - 21' }],
    },
  ],
  [
    'a list of an unknown kind',
    { kind: 'bullets', items: ['One [S1.1]', { text: 'Two. And so on.', from: ['S1.2'] }, ''] },
    { kind: 'list', items: [said('One', 'S1.1'), said('Two. And so on.', 'S1.2')] },
  ],
  [
    'a quotation with its marks',
    { kind: 'quote', text: '“It works.”', speaker: 'Ada', from: 'S1.1' },
    { kind: 'quote', text: 'It works.', speaker: 'Ada', from: ['S1.1'] },
  ],
  [
    'code in a fence, with the ids of its lines',
    { kind: 'code', text: '```ts\n[S1.9 ] if (a)\n[S1.10]   b()\nS1.11 }\n```' },
    { kind: 'code', text: 'if (a)\n  b()\n}', language: 'ts', from: ['S1.9', 'S1.10', 'S1.11'] },
  ],
  [
    'a table with ids in its cells',
    {
      kind: 'table',
      head: ['Name', 'Size'],
      rows: [{ cells: ['a [S1.2]', 3], from: ['S1.1'] }, []],
      caption: 'What [S1.3]',
    },
    {
      kind: 'table',
      caption: said('What', 'S1.3'),
      head: ['Name', 'Size'],
      rows: [{ cells: ['a', '3'], from: ['S1.1', 'S1.2'] }],
    },
  ],
  ['a block without content', { kind: 'table', head: ['a', 'b'] }, null],
  ['a number for a block', 7, null],
])('%s', (_, given, block) => {
  const { sections } = draft.parse({ ...frame, sections: [...frame.sections, { heading: 'H', blocks: [given] }] })
  expect(sections[1]).toEqual(block === null ? undefined : { heading: said('H'), blocks: [block] })
})

test('the first section has no heading, because the title is above it', () => {
  const [first] = draft.parse({ ...frame, sections: [{ heading: said('H', 'S1.1'), blocks: ['Text.'] }] }).sections
  expect(first?.heading).toBeNull()
})
