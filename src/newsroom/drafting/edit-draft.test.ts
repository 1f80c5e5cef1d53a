import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutDraft, removeClaims } from '#newsroom/drafting/edit-draft.ts'
import { claimsOf, words, type Block, type Draft } from '#newsroom/article/draft.ts'
import { drafts, draftWith, paragraph, said } from '../../../tests/fixtures/newsroom/drafts.ts'

const LONG = said(`The parser ${'really '.repeat(130)}runs once.`, 'S1.1')

test('after any cut the draft is well-formed, and only the cut claims are missing', () => {
  fc.assert(
    fc.property(drafts(), fc.infiniteStream(fc.boolean()), (draft, stream) => {
      const claims = claimsOf(draft)
      const cut = claims.filter(({ kind }) => kind !== 'title' && stream.next().value === true)
      const left = removeClaims(
        draft,
        cut.map(({ where }) => where),
      )
      expect(complaints(left)).toEqual([])
      const texts = new Map(claimsOf(left).map(({ text, from }) => [bare(text), from]))
      for (const { text } of cut) expect(texts.has(bare(text))).toBe(false)
      const kept = claims.filter((claim) => !cut.includes(claim))
      for (const { kind, text, from, where } of kept) {
        // A heading is removed with its section or if it becomes the first one, and a caption with its table.
        if (kind === 'heading' && !texts.has(text)) continue
        if (kind === 'caption' && !kept.some((claim) => claim.kind === 'row' && isBeside(claim.where, where))) continue
        expect(texts.get(bare(text))).toEqual(from)
      }
    }),
    { numRuns: 300 },
  )
})

test('after failures the rest has a title, a lead and text, or nothing is left', () => {
  let [cut, dropped] = [0, 0]
  fc.assert(
    fc.property(drafts(), fc.infiniteStream(fc.integer({ min: 0, max: 3 })), (given, stream) => {
      const draft = { ...given, what_changes: [...given.what_changes, LONG] }
      const failing = claimsOf(draft).flatMap(({ where, text }) =>
        stream.next().value === 0 && text !== LONG.text ? [where] : [],
      )
      const left = cutDraft(draft, failing)
      if (left === null) {
        dropped += 1
        return
      }
      cut += 1
      expect(complaints(left)).toEqual([])
      expect(left.excerpt.length).toBeGreaterThan(0)
      expect(words(left)).toBeGreaterThan(0)
      const gone = claimsOf(draft).filter(({ where }) => failing.includes(where))
      const texts = claimsOf(left).map(({ text }) => bare(text))
      for (const { text } of gone) expect(texts).not.toContain(bare(text))
    }),
    { numRuns: 300 },
  )
  expect(Math.min(cut, dropped)).toBeGreaterThan(4)
})

const list = (...texts: string[]): Block => ({ kind: 'list', items: texts.map((text) => said(text, 'S1.2')) })
const table: Block = {
  kind: 'table',
  caption: said('Sizes', 'S1.3'),
  head: ['a', 'b'],
  rows: [{ cells: ['x', 'y | z'], from: ['S1.3'] }],
}

test.each<[string, Block[], string[], Block[]]>([
  [
    'a sentence that leads to nothing ends',
    [paragraph(said('Say:'), said('They are two:')), list('one', 'two')],
    ['sections.0.blocks.1'],
    [paragraph(said('Say:'), said('They are two.'))],
  ],
  [
    'a table without rows goes, with its caption',
    [paragraph(said('A.')), table],
    ['sections.0.blocks.1.rows.0'],
    [paragraph(said('A.'))],
  ],
  [
    'a caption goes without its table',
    [table],
    ['sections.0.blocks.0.caption'],
    [{ kind: 'table', caption: said(''), head: ['a', 'b'], rows: [{ cells: ['x', 'y | z'], from: ['S1.3'] }] }],
  ],
])('%s', (_, blocks, addresses, left) => {
  expect(removeClaims(draftWith({ sections: [{ heading: null, blocks }] }), addresses).sections).toEqual([
    { heading: null, blocks: left },
  ])
})

test('a section without its heading joins the one before it, and the first section loses its heading', () => {
  const sections = ['One', 'Two', 'Three'].map((text, index) => ({
    heading: index === 0 ? null : said(text, 'S1.1'),
    blocks: [paragraph(said(`${text}.`))],
  }))
  const draft = draftWith({ sections })
  const [one, two, three] = ['One.', 'Two.', 'Three.'].map((text) => paragraph(said(text)))
  expect(removeClaims(draft, ['sections.1.heading']).sections).toEqual([
    { heading: null, blocks: [one, two] },
    { heading: said('Three', 'S1.1'), blocks: [three] },
  ])
  expect(removeClaims(draft, ['sections.0']).sections).toEqual([
    { heading: null, blocks: [two] },
    { heading: said('Three', 'S1.1'), blocks: [three] },
  ])
})

test('an address is no longer one that begins like it', () => {
  const items = Array.from({ length: 12 }, (_, index) => said(`Item ${index}`))
  const draft = draftWith({ sections: [{ heading: null, blocks: [{ kind: 'list', items }] }] })
  expect(removeClaims(draft, ['sections.0.blocks.0.items.1']).sections[0]?.blocks).toEqual([
    { kind: 'list', items: items.toSpliced(1, 1) },
  ])
})

test('a tag is cut by its number, and a title is not', () => {
  const draft = draftWith({})
  expect(removeClaims(draft, ['tags.1', 'title'])).toEqual({ ...draft, tags: ['one', 'three'] })
})

test.each<[string, string[], string | null]>([
  ['a heading with evidence', [], 'The cache is gone'],
  ['a sentence without its full stop, if the heading fails', ['sections.1.heading'], 'Lantern starts in 180 ms'],
  ['nothing, if all others refer back or are long', ['sections.1.heading', 'sections.1.blocks.0.sentences.1'], null],
])('a failing title is replaced by %s', (_, failing, title) => {
  const draft = draftWith({
    excerpt: [said('It is new.', 'S1.1')],
    sections: [
      { heading: null, blocks: [paragraph(said('This helps.', 'S1.1'), LONG)] },
      {
        heading: said('The cache is gone', 'S1.2'),
        blocks: [paragraph(said('They say so.', 'S1.2'), said('Lantern starts in 180 ms.', 'S1.3'))],
      },
    ],
  })
  expect(cutDraft(draft, ['title', ...failing])?.title.text ?? null).toBe(title)
})

test('a failing title is not replaced by a sentence with the same words', () => {
  const draft = draftWith({
    title: said('Lantern starts in 180 ms', 'S1.1'),
    sections: [
      {
        heading: null,
        blocks: [paragraph(said('Lantern starts in 180 ms.', 'S1.3'), said('Lantern is new.', 'S1.1'), LONG)],
      },
    ],
  })
  expect(cutDraft(draft, ['title'])?.title.text).toBe('Lantern is new')
})

test('a failing lead is replaced by the first sentence that can stand alone', () => {
  const draft = draftWith({
    sections: [{ heading: null, blocks: [paragraph(said('It helps.'), said('Lantern starts.', 'S1.3'), LONG)] }],
  })
  expect(cutDraft(draft, ['excerpt'])?.excerpt).toEqual([said('Lantern starts.', 'S1.3')])
})

test('a story is dropped only if no text is left', () => {
  const short = draftWith({})
  expect(cutDraft(short, [])).not.toBeNull()
  expect(cutDraft(short, ['sections.0.blocks.0.sentences.0'])).toBeNull()
})

function complaints({ title, excerpt, sections, what_changes: changes }: Draft): string[] {
  const sentences = [title, ...excerpt, ...changes].map(({ text }) => text.trim() !== '')
  const blocks = sections.flatMap((section) => section.blocks)
  return [
    ...(sentences.every(Boolean) ? [] : ['a blank sentence']),
    ...(sections.every(({ heading }, index) => (heading === null) === (index === 0)) ? [] : ['a heading']),
    ...(sections.every((section) => section.blocks.length > 0) ? [] : ['a section without blocks']),
    ...blocks.filter((block) => !isWhole(block)).map(({ kind }) => `an empty ${kind}`),
  ]
}

function isWhole(block: Block): boolean {
  if (block.kind === 'paragraph') return block.sentences.length > 0
  if (block.kind === 'list') return block.items.length > 0
  if (block.kind === 'table') return block.rows.length > 0
  return block.text !== ''
}

function bare(text: string): string {
  return text.replace(/\.$/, '')
}

function isBeside(row: string, caption: string): boolean {
  return row.startsWith(caption.replace(/caption$/, 'rows.'))
}
