import fc from 'fast-check'
import * as z from 'zod'
import { expect, test } from 'vitest'
import type { Finding } from '#newsroom/article/finding.ts'
import { claimsOf, type Claim } from '#newsroom/article/draft.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { applyRevision, reviseDraft } from '#newsroom/drafting/revise.ts'
import { drafts, draftWith, paragraph, said } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferryDraft, ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'
import { strictComplaint } from '../../../tests/fixtures/newsroom/strict-schema.ts'

const prompts = { edit: 'e', write: 'w', revise: 'Replace them.', judge: 'j', hash: 'h' }
const first = 'sections.0.blocks.0.sentences.0'
const error: Finding = {
  unit: null,
  code: 'number',
  severity: 'block',
  where: first,
  message: 'The year is 2026.',
  evidence: '2025',
}

test('a replacement changes what it names, and nothing else', () => {
  fc.assert(
    fc.property(drafts(), fc.nat(), (draft, number) => {
      const claims = claimsOf(draft)
      const chosen = claims[number % claims.length]
      if (chosen === undefined) return
      const text = chosen.kind === 'row' ? 'New | text' : 'New text.'
      const revised = applyRevision(draft, {
        replacements: [{ where: chosen.where, text, from: ['S1.2'], compute: '' }],
        remove: [],
      })
      const expected = claims.map((claim): Claim => (claim === chosen ? { ...claim, text, from: ['S1.2'] } : claim))
      expect(claimsOf(revised)).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})

const draft = draftWith({
  sections: [
    {
      heading: null,
      blocks: [
        paragraph(said('One.', 'S1.1'), said('Two.', 'S1.2')),
        { kind: 'quote', text: 'It works', speaker: 'Ada', from: ['S1.1'] },
        { kind: 'code', text: 'a\n  b', language: 'ts', from: ['S1.1'] },
        { kind: 'table', caption: said('T'), head: ['a', 'b'], rows: [{ cells: ['1', '2'], from: ['S1.1'] }] },
      ],
    },
  ],
})

test('sentences may become more, keep their evidence where none is given, or go', () => {
  const replace = (where: string, text: string, from: string[] = []) => ({ where, text, from, compute: '' })
  const { sections, tags } = applyRevision(draft, {
    replacements: [
      replace(first, 'One and. A half.'),
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
  ['no title', { where: 'title', text: '' }, []],
  ['the removal of a title', null, ['title']],
  ['the removal of nothing', null, ['what_changes.3']],
])('%s is ignored', (_, replacement, remove) => {
  const replacements = replacement === null ? [] : [{ ...replacement, from: [], compute: '' }]
  expect(applyRevision(draft, { replacements, remove })).toEqual(draft)
})

test('the writer gets the article by addresses, and the complaints with their evidence', async () => {
  const { ask, asked } = askWith({
    replacements: [{ where: first, text: 'New.', from: ['S1.1'], compute: '' }],
    remove: [],
    keep: [],
  })
  const note: Finding = { ...error, code: 'style', severity: 'revise', message: 'It is long.' }
  const whole: Finding = { ...error, code: 'length', where: 'draft', message: 'It is short.' }
  const other: Finding = { ...note, where: 'what_changes.0' }
  const { draft: revised, canaries } = await revise(ask, [error, note, whole, other])
  expect(revised.sections[0]?.blocks[0]).toMatchObject({ sentences: [{ text: 'New.' }, {}, {}] })
  const [{ prompt, purpose, instructions, schema } = NONE] = asked
  expect([purpose, strictComplaint(schema)]).toEqual(['revise', null])
  expect(instructions).toMatch(/^Replace them\./)
  const [article, complaints] = fencedIn(prompt)
  expect(article).toContain(`${first} Kestrel Bay has had an electric ferry since 16 November 2026.`)
  expect(complaints?.[0]).toMatchObject({
    where: first,
    from: ['S1.1'],
    complaints: ['must be corrected: The year is 2026.', 'better corrected: It is long.'],
    evidence: [`S1.1 ${ferrySources[0]?.units[2]?.text}`],
  })
  expect(complaints?.[1]).toMatchObject({ where: 'what_changes.0', complaints: ['better corrected: It is long.'] })
  expect(complaints?.[2]).toEqual({ where: 'draft', complaints: ['must be corrected: It is short.'] })
  expect(canaries.length).toBeGreaterThan(0)
})

test.for<[string, unknown, string]>([
  ['no JSON', null, 'stop'],
  ['another shape', 'x', 'stop'],
  [
    'an answer that was cut off',
    { replacements: [{ where: first, text: 'New.', from: [], compute: '' }], remove: [], keep: [] },
    'length',
  ],
])('%s changes nothing', async ([, output, finishReason]) => {
  const { draft: revised, replies } = await revise(askWith(output, finishReason).ask, [error])
  expect([revised, replies.size]).toEqual([ferryDraft, 0])
})

type Question = Parameters<Ask>[0]

const NONE: Partial<Question> & { prompt: string } = { prompt: '' }

const question: Finding = { ...error, code: 'name', severity: 'ask', message: 'Is it Tessel?', unit: 'S1.5' }

test('the writer may keep a sentence against a question, with a reason, but not against a proof', async () => {
  const keep = [
    { where: first, reason: 'S1.1 has the date.' },
    { where: 'title', reason: 'It is true.' },
  ]
  const { ask, asked } = askWith({ replacements: [], remove: [], keep })
  const title: Finding = { ...error, where: 'title' }
  const { draft: revised, replies } = await revise(ask, [question, title])
  expect(revised).toEqual(ferryDraft)
  expect([...replies]).toEqual([
    ['Kestrel Bay has had an electric ferry since 16 November 2026.', 'S1.1 has the date.'],
  ])
  const [, complaints] = fencedIn(asked[0]?.prompt ?? '')
  expect(complaints?.[1]).toMatchObject({
    complaints: ['question: Is it Tessel? (S1.5)'],
    beside: expect.arrayContaining([expect.stringMatching(/^S1\.5 Voltmark built/)]),
  })
})

function askWith(output: unknown, finishReason = 'stop') {
  const asked: Question[] = []
  const ask: Ask = (question) => {
    asked.push(question)
    return Promise.resolve({ text: '', output, finishReason, usage: { inputTokens: 1, outputTokens: 1 } })
  }
  return { ask, asked }
}

function revise(ask: Ask, findings: Finding[]) {
  return reviseDraft({ ask, prompts, draft: ferryDraft, sources: ferrySources, findings, seed: 's' })
}

function fencedIn(prompt: string): unknown[][] {
  return Array.from(prompt.matchAll(/^BEGIN (\w+)\n(.*)\nEND \1$/gm), ([, , text = '']) =>
    z.array(z.unknown()).parse(JSON.parse(text)),
  )
}
