import * as z from 'zod'
import { expect, test } from 'vitest'
import { blocking, type Finding } from '#newsroom/article/finding.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { reviseDraft } from '#newsroom/drafting/revise.ts'
import { modelReturning } from '../../../tests/fixtures/newsroom/assignment.ts'
import { fencedIn } from '../../../tests/fixtures/newsroom/test-judge.ts'
import { ferryDraft, ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'
import { strictComplaint } from '../../../tests/fixtures/newsroom/strict-schema.ts'

const prompts = { edit: 'e', write: 'w', rewrite: 'rw', cite: 'c', revise: 'Replace them.', judge: 'j' }
const first = 'sections.0.blocks.0.sentences.0'
const error = blocking({ code: 'number', where: first, message: 'The year is 2026.', evidence: '2025' })

test('sends each sentence with its address, and each finding with its evidence', async () => {
  const { ask, asked } = modelReturning({
    replacements: [{ where: first, text: 'New.', from: ['S1.1'], compute: '' }],
    remove: [],
    keep: [],
  })
  const note: Finding = { ...error, code: 'style', severity: 'revise', message: 'It is long.' }
  const whole: Finding = { ...error, code: 'length', where: 'draft', message: 'It is short.' }
  const other: Finding = { ...note, where: 'what_changes.0' }
  const { draft: revised, canaries } = await revise(ask, [error, note, other, whole])
  expect(revised.sections[0]?.blocks[0]).toMatchObject({ sentences: [{ text: 'New.' }, {}, {}] })
  expect(asked[0]?.purpose).toBe('revise')
  expect(strictComplaint(asked[0]?.schema)).toBeNull()
  expect(asked[0]?.instructions).toMatch(/^Replace them\./)
  const [article, complaints] = listsIn(asked[0]?.prompt)
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
    'a truncated response',
    { replacements: [{ where: first, text: 'New.', from: [], compute: '' }], remove: [], keep: [] },
    'length',
  ],
])('leaves the draft unchanged after %s', async ([, output, finishReason]) => {
  const { draft: revised, replies } = await revise(modelReturning(output, finishReason).ask, [error])
  expect([revised, replies.size]).toEqual([ferryDraft, 0])
})

const question: Finding = { ...error, code: 'name', severity: 'ask', message: 'Is it Tessel?', unit: 'S1.5' }

test('lets the writer keep a sentence that the checks only question, but not a blocked one', async () => {
  const keep = [
    { where: first, reason: 'S1.1 has the date.' },
    { where: 'title', reason: 'It is true.' },
  ]
  const { ask, asked } = modelReturning({ replacements: [], remove: [], keep })
  const title: Finding = { ...error, where: 'title' }
  const { draft: revised, replies } = await revise(ask, [question, title])
  expect(revised).toEqual(ferryDraft)
  expect([...replies]).toEqual([
    ['Kestrel Bay has had an electric ferry since 16 November 2026.', 'S1.1 has the date.'],
  ])
  const [, complaints] = listsIn(asked[0]?.prompt)
  expect(complaints?.[0]).toMatchObject({
    complaints: ['question: Is it Tessel? (S1.5)'],
    beside: expect.arrayContaining([expect.stringMatching(/^S1\.5 Voltmark built/)]),
  })
})

function revise(ask: Ask, findings: Finding[]) {
  return reviseDraft({ ask, prompts, draft: ferryDraft, sources: ferrySources, findings, seed: 's' })
}

function listsIn(prompt = ''): unknown[][] {
  return z.array(z.array(z.unknown())).parse(fencedIn(prompt).slice(0, 2))
}
