import { expect, test } from 'vitest'
import type { Draft } from '#newsroom/article/draft.ts'
import { form } from '#newsroom/checks/rules/form.ts'
import { said } from '../../../../tests/fixtures/newsroom/drafts.ts'
import { blockOf, subjectOf, type TestBlock } from '../../../../tests/fixtures/newsroom/subject-of.ts'

const sentence = 'The port of Varnhem sells its oldest ferry, and a crew of four takes it to the yard. '
const good: Partial<Draft> = {
  title: said('Port of Varnhem sells its oldest ferry'),
  excerpt: [said('After forty years at sea, the ferry goes to a yard on the other side of the bay.')],
  tags: ['ferries', 'ports', 'ships'],
  sections: [{ heading: null, blocks: Array.from({ length: 30 }, () => blockOf({ text: sentence })) }],
}

function codes(draft: Partial<Draft>): string[] {
  const { findings } = form.run(subjectOf({ draft: { ...good, ...draft } }))
  expect(findings.every(({ severity }) => severity === 'revise')).toBe(true)
  return findings.map(({ code, where }) => `${code} ${where}`)
}

// Each sentence has 17 words.
function lengthOf(sentences: number, ...others: TestBlock[]): Partial<Draft> {
  const blocks = Array.from({ length: sentences }, () => blockOf({ text: sentence }))
  return { sections: [{ heading: said('Words of a heading'), blocks: [...blocks, ...others.map(blockOf)] }] }
}

function withBlock(block: TestBlock, heading = 'More'): Partial<Draft> {
  return { sections: [...(good.sections ?? []), { heading: said(heading), blocks: [blockOf(block)] }] }
}

test.each([8, 25, 60])('accepts an article of %i sentences', (sentences) => {
  expect(codes(lengthOf(sentences))).toEqual([])
})

test.each<[string, Partial<Draft>]>([
  ['title-length title', { title: said('Port sells') }],
  ['excerpt-length excerpt', { excerpt: [said('It goes.')] }],
  ['draft-length draft', lengthOf(7)],
  // Neither code nor the header row of a table counts.
  ['draft-length draft', lengthOf(7, { kind: 'code', text: sentence.repeat(9) })],
  ['draft-length draft', lengthOf(7, { kind: 'table', rows: [Array<string>(20).fill('head'), ['a | b — 3,214']] })],
  ['draft-length draft', lengthOf(66)],
  ['sections-length sections', { sections: [] }],
  ['tags-length tags', { tags: ['ferries', 'Ferries', 'ports'] }],
  ['what_changes-length what_changes', { what_changes: [said('One.'), said('Two.'), said('Three.')] }],
  ['ragged-table sections.1.blocks.0', withBlock({ kind: 'table', rows: [['a', 'b'], ['c']] })],
  ['hype sections.1.blocks.0.sentences.0', withBlock({ text: 'It is a game-changer.' })],
  ['filler sections.1.blocks.0.sentences.0', withBlock({ text: 'It remains to be seen who pays.' })],
])('reports %s', (expected, draft) => {
  expect(codes(draft)).toContain(expected)
})

test("ignores hype in a quotation or in a source's title, and terms of research", () => {
  const finding = (text: string, title: string) => {
    const subject = subjectOf({ blocks: [{ text }] })
    return form.run({ ...subject, sources: subject.sources.map((source) => ({ ...source, title })) }).findings
  }
  expect(finding('They call it “a game-changer”.', '').some(({ code }) => code === 'hype')).toBe(false)
  expect(finding('The authors claim a state-of-the-art result.', '').some(({ code }) => code === 'hype')).toBe(false)
  expect(finding('He wrote on Delving Bitcoin.', 'Delving Bitcoin').some(({ code }) => code === 'hype')).toBe(false)
})
