import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimsOf, mapClaims, type Block, type Draft } from '#newsroom/article/draft.ts'
import { applyRevision, cutDraft } from '#newsroom/drafting/edit-draft.ts'
import { bodyOf, draftWith, drafts, paragraph, said } from '../../../tests/fixtures/newsroom/drafts.ts'

const LONG = said(`The parser ${'really '.repeat(130)}runs once.`, 'S1.1')

const SECOND = 'sections.1.blocks.0'
const FIRST = 'sections.0.blocks.0.sentences.0'

const edited = draftWith(
  bodyOf(
    paragraph(said('One.', 'S1.1'), said('Two.', 'S1.2')),
    { kind: 'quote', text: 'It works', speaker: 'Ada', from: ['S1.1'] },
    { kind: 'code', text: 'a\n  b', language: 'ts', from: ['S1.1'] },
    { kind: 'table', caption: said('T'), head: ['a', 'b'], rows: [{ cells: ['1', '2'], from: ['S1.1'] }] },
  ),
)

test("splits, replaces and removes claims, and keeps a claim's evidence if the replacement has none", () => {
  const replace = (where: string, text: string, from: string[] = []) => ({ where, text, from, compute: '' })
  const { sections, tags } = applyRevision(edited, {
    replacements: [
      replace(FIRST, 'One and. A half.'),
      replace('sections.0.blocks.1', '“It worked” — Grace Hopper', ['S1.3']),
      replace('sections.0.blocks.2', 'b\n  c'),
      replace('sections.0.blocks.3.rows.0', '3 | 4'),
      replace('tags.1', 'deux'),
    ],
    remove: ['sections.0.blocks.0.sentences.1', 'tags.0'],
  })
  expect(tags).toEqual(['deux', 'three'])
  expect(sections[0]?.blocks).toEqual([
    paragraph(said('One and.', 'S1.1'), said('A half.', 'S1.1')),
    { kind: 'quote', text: 'It worked', speaker: 'Grace Hopper', from: ['S1.3'] },
    { kind: 'code', text: 'b\n  c', language: 'ts', from: ['S1.1'] },
    { kind: 'table', caption: said('T'), head: ['a', 'b'], rows: [{ cells: ['3', '4'], from: ['S1.1'] }] },
  ])
})

test.each([
  ['an address that does not exist', { where: 'sections.7.heading', text: 'New' }, []],
  ['a row of another width', { where: 'sections.0.blocks.3.rows.0', text: '1 | 2 | 3' }, []],
  ['a blank title', { where: 'title', text: '' }, []],
  ['the removal of a title', null, ['title']],
  ['the removal of an address that does not exist', null, ['what_changes.3']],
])('ignores %s', (_, replacement, remove) => {
  const replacements = replacement === null ? [] : [{ ...replacement, from: [], compute: '' }]
  expect(applyRevision(edited, { replacements, remove })).toEqual(edited)
})

test('removes exactly the named claims and leaves a well-formed draft', () => {
  fc.assert(
    fc.property(drafts(), fc.infiniteStream(fc.boolean()), (draft, stream) => {
      const claims = claimsOf(draft)
      const cut = claims.filter(({ kind }) => kind !== 'title' && stream.next().value === true)
      const left = remove(
        draft,
        cut.map(({ where }) => where),
      )
      expect(mapClaims(left, (claim) => [claim])).toEqual(left)
      const texts = new Map(claimsOf(left).map(({ text, from }) => [bare(text), from]))
      for (const { text } of cut) expect(texts.has(bare(text))).toBe(false)
      const kept = claims.filter((claim) => !cut.includes(claim))
      for (const { kind, text, from, where } of kept) {
        // A heading is also removed if its section is removed or becomes the first one. A caption is removed with its
        // table.
        if (kind === 'heading' && !texts.has(text)) continue
        if (kind === 'caption' && !kept.some((claim) => claim.kind === 'row' && isBeside(claim.where, where))) continue
        expect(texts.get(bare(text))).toEqual(from)
      }
    }),
    { numRuns: 150 },
  )
})

const TWELVE = Array.from({ length: 12 }, (_, index) => `Item ${index}`)
const list = (...texts: string[]): Block => ({ kind: 'list', items: texts.map((text) => said(text, 'S1.2')) })
const table: Block = {
  kind: 'table',
  caption: said('Sizes', 'S1.3'),
  head: ['a', 'b'],
  rows: [{ cells: ['x', 'y | z'], from: ['S1.3'] }],
}

test.each<[string, Block[], string[], Block[]]>([
  [
    'a colon before a removed list becomes a full stop',
    [paragraph(said('Say:'), said('They are two:')), list('one', 'two')],
    ['sections.0.blocks.1'],
    [paragraph(said('Say:'), said('They are two.'))],
  ],
  [
    'a table without rows is removed with its caption',
    [paragraph(said('A.')), table],
    ['sections.0.blocks.1.rows.0'],
    [paragraph(said('A.'))],
  ],
  [
    'a caption is removed alone',
    [table],
    ['sections.0.blocks.0.caption'],
    [{ kind: 'table', caption: said(''), head: ['a', 'b'], rows: [{ cells: ['x', 'y | z'], from: ['S1.3'] }] }],
  ],
  [
    'items whose address only starts with the same characters are kept',
    [list(...TWELVE)],
    ['sections.0.blocks.0.items.1'],
    [list(...TWELVE.toSpliced(1, 1))],
  ],
])('removes the addressed claims and the parts that become empty: %s', (_, blocks, addresses, left) => {
  expect(remove(draftWith({ sections: [{ heading: null, blocks }] }), addresses).sections).toEqual([
    { heading: null, blocks: left },
  ])
})

test('merges a section that loses its heading into the previous section', () => {
  const sections = ['One', 'Two', 'Three'].map((text, index) => ({
    heading: index === 0 ? null : said(text, 'S1.1'),
    blocks: [paragraph(said(`${text}.`))],
  }))
  const draft = draftWith({ sections })
  const [one, two, three] = ['One.', 'Two.', 'Three.'].map((text) => paragraph(said(text)))
  expect(remove(draft, ['sections.1.heading']).sections).toEqual([
    { heading: null, blocks: [one, two] },
    { heading: said('Three', 'S1.1'), blocks: [three] },
  ])
  expect(remove(draft, ['sections.0']).sections).toEqual([
    { heading: null, blocks: [two] },
    { heading: said('Three', 'S1.1'), blocks: [three] },
  ])
})

test.each<[string, string[], string | null]>([
  ['a heading with evidence', [], 'The cache is gone'],
  ['a sentence without its full stop, if the heading fails', ['sections.1.heading'], 'Lantern starts in 180 ms'],
  ['nothing, if others refer back, are long or equal it', ['sections.1.heading', `${SECOND}.sentences.1`], null],
])('replaces a failing title with %s', (_, failing, title) => {
  const draft = draftWith({
    excerpt: [said('It is new.', 'S1.1')],
    sections: [
      { heading: null, blocks: [paragraph(said('This helps.', 'S1.1'), LONG)] },
      {
        heading: said('The cache is gone', 'S1.2'),
        blocks: [
          paragraph(
            said('They say so.', 'S1.2'),
            said('Lantern starts in 180 ms.', 'S1.3'),
            said('A title of some words.', 'S1.3'),
          ),
        ],
      },
    ],
  })
  expect(cutDraft(draft, ['title', ...failing])?.title.text ?? null).toBe(title)
})

test('replaces a failing lead with the first sentence that does not refer back to another', () => {
  const draft = draftWith(bodyOf(paragraph(said('It helps.'), said('Lantern starts.', 'S1.3'), LONG)))
  expect(cutDraft(draft, ['excerpt'])?.excerpt).toEqual([said('Lantern starts.', 'S1.3')])
})

test('returns null only if no text remains', () => {
  const short = draftWith({})
  expect(cutDraft(short, [])).not.toBeNull()
  expect(cutDraft(short, ['sections.0.blocks.0.sentences.0'])).toBeNull()
})

function remove(draft: Draft, addresses: string[]): Draft {
  return applyRevision(draft, { replacements: [], remove: addresses })
}

function bare(text: string): string {
  return text.replace(/\.$/, '')
}

function isBeside(row: string, caption: string): boolean {
  return row.startsWith(caption.replace(/caption$/, 'rows.'))
}
