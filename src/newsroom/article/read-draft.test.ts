import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from '#newsroom/article/draft.ts'
import { draft } from '#newsroom/article/read-draft.ts'
import { bodyOf, draftWith, drafts, paragraph, said } from '../../../tests/fixtures/newsroom/drafts.ts'

test('returns a well-formed draft unchanged', () => {
  fc.assert(
    fc.property(drafts(), (given) => {
      expect(draft.parse(JSON.parse(JSON.stringify(given)))).toEqual(given)
    }),
  )
})

test.each<[string, unknown]>([
  ['null', null],
  ['prose', 'Sorry'],
  ['no title', draftWith({ title: said(' ') })],
  ['no text', draftWith({ sections: [{ heading: said('H'), blocks: [] }] })],
  ['another shape', { claims: [] }],
])('rejects a response with %s', (_, given) => {
  expect(draft.safeParse(given).success).toBe(false)
})

test.each<[string, Block, Block]>([
  [
    'a paragraph in one sentence as several sentences with all ids',
    paragraph(said('One. Two.\nThree.', 'S1.1', 'S1.2')),
    paragraph(...['One.', 'Two.', 'Three.'].map((text) => said(text, 'S1.1', 'S1.2'))),
  ],
  [
    'quotations and code without splitting them',
    paragraph(said('He said: "We did. It works." Call `a. B` now.', 'S1.1')),
    paragraph(said('He said: "We did. It works."', 'S1.1'), said('Call `a. B` now.', 'S1.1')),
  ],
  [
    'a computed sentence without splitting it',
    paragraph({ text: 'It fell by 33. So they say.', from: ['S1.1'], compute: '54 - 21' }),
    paragraph({ text: 'It fell by 33. So they say.', from: ['S1.1'], compute: '54 - 21' }),
  ],
  [
    'a quotation without its quotation marks',
    { kind: 'quote', text: '“It works.”', speaker: 'Ada ', from: ['S1.1'] },
    { kind: 'quote', text: 'It works.', speaker: 'Ada', from: ['S1.1'] },
  ],
])('reads %s', (_, given, block) => {
  expect(draft.parse(draftWith(bodyOf(given))).sections[0]?.blocks).toEqual([block])
})
