import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from '#newsroom/article/draft.ts'
import { draft } from '#newsroom/article/read-draft.ts'
import { drafts, draftWith, paragraph, said } from '../../../tests/fixtures/newsroom/drafts.ts'

test('a draft that fits the schema is read without a change', () => {
  fc.assert(
    fc.property(drafts(), (given) => {
      expect(draft.parse(JSON.parse(JSON.stringify(given)))).toEqual(given)
    }),
  )
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['prose', 'Sorry'],
  ['no title', draftWith({ title: said(' ') })],
  ['no text', draftWith({ sections: [{ heading: said('H'), blocks: [] }] })],
  ['another shape', { claims: [] }],
])('an answer with %s is not a draft', (_, given) => {
  expect(draft.safeParse(given).success).toBe(false)
})

test.each<[string, Block, Block]>([
  [
    'a whole paragraph in one sentence, which is split and keeps all ids',
    paragraph(said('One. Two.\nThree.', 'S1.1', 'S1.2')),
    paragraph(...['One.', 'Two.', 'Three.'].map((text) => said(text, 'S1.1', 'S1.2'))),
  ],
  [
    'quotations and code, which are not split',
    paragraph(said('He said: "We did. It works." Call `a. B` now.', 'S1.1')),
    paragraph(said('He said: "We did. It works."', 'S1.1'), said('Call `a. B` now.', 'S1.1')),
  ],
  [
    'a computed sentence, which stays whole',
    paragraph({ text: 'It fell by 33. So they say.', from: ['S1.1'], compute: '54 - 21' }),
    paragraph({ text: 'It fell by 33. So they say.', from: ['S1.1'], compute: '54 - 21' }),
  ],
  [
    'a quotation with its marks',
    { kind: 'quote', text: '“It works.”', speaker: 'Ada ', from: ['S1.1'] },
    { kind: 'quote', text: 'It works.', speaker: 'Ada', from: ['S1.1'] },
  ],
])('%s', (_, given, block) => {
  expect(draft.parse(draftWith({ sections: [{ heading: null, blocks: [given] }] })).sections[0]?.blocks).toEqual([
    block,
  ])
})
