import { expect, test } from 'vitest'
import { claimsOf } from '#newsroom/article/draft.ts'
import { draftWith, paragraph, said } from '../../../tests/fixtures/newsroom/drafts.ts'

test('returns the claims in reading order, each with its address in the draft', () => {
  const draft = draftWith({
    title: said('Title', 'S1.1'),
    excerpt: [said('Lead.', 'S1.2')],
    sections: [
      { heading: null, blocks: [paragraph(said('One.', 'S1.3'), said('Two.'))] },
      {
        heading: said('Heading', 'S2.1'),
        blocks: [
          { kind: 'list', items: [said('Item', 'S2.2')] },
          { kind: 'quote', text: 'Quoted', speaker: 'Ada', from: ['S2.3'] },
          { kind: 'code', text: 'x', language: 'ts', from: ['S2.4'] },
          { kind: 'table', caption: said('Caption'), head: ['a', 'b'], rows: [{ cells: ['1', '2'], from: ['S2.5'] }] },
          { kind: 'table', caption: said(''), head: ['a', 'b'], rows: [{ cells: ['3', '4'], from: [] }] },
        ],
      },
    ],
    what_changes: [{ text: 'Change.', from: ['S2.6'], compute: '1 + 1' }],
  })
  expect(claimsOf(draft).map(({ where, block, kind, text }) => [where, block, kind, text])).toEqual([
    ['title', 'title', 'title', 'Title'],
    ['excerpt.0', 'excerpt', 'lead', 'Lead.'],
    ['sections.0.blocks.0.sentences.0', 'sections.0.blocks.0', 'sentence', 'One.'],
    ['sections.0.blocks.0.sentences.1', 'sections.0.blocks.0', 'sentence', 'Two.'],
    ['sections.1.heading', 'sections.1.heading', 'heading', 'Heading'],
    ['sections.1.blocks.0.items.0', 'sections.1.blocks.0', 'item', 'Item'],
    ['sections.1.blocks.1', 'sections.1.blocks.1', 'quote', 'Quoted'],
    ['sections.1.blocks.2', 'sections.1.blocks.2', 'code', 'x'],
    ['sections.1.blocks.3.caption', 'sections.1.blocks.3', 'caption', 'Caption'],
    ['sections.1.blocks.3.rows.0', 'sections.1.blocks.3', 'row', '1 | 2'],
    ['sections.1.blocks.4.rows.0', 'sections.1.blocks.4', 'row', '3 | 4'],
    ['what_changes.0', 'what_changes', 'change', 'Change.'],
  ])
  expect(claimsOf(draft).at(-1)).toMatchObject({ from: ['S2.6'], compute: '1 + 1' })
  expect(claimsOf(draft).find(({ kind }) => kind === 'quote')?.speaker).toBe('Ada')
})
