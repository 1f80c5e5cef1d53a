import { expect, onTestFinished, test } from 'vitest'
import type { Draft } from '#newsroom/drafting/draft.ts'
import { judgeDraft } from '#newsroom/drafting/judge.ts'
import { createModel, type Ask } from '#newsroom/drafting/llm/model.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'
import { startModelServer, type ModelReply } from '../../../tests/fixtures/newsroom/model-server.ts'
import { scriptedWriter } from '../../../tests/fixtures/newsroom/scripted-writer.ts'
import { strictComplaint } from '../../../tests/fixtures/newsroom/strict-schema.ts'
import { referencesFor, tinyStory } from '../../../tests/fixtures/newsroom/tiny-story.ts'

const prompts = await readPrompts('editorial/prompts')
const references = referencesFor(tinyStory)
const { draft } = tinyStory

async function judge(reply: ModelReply | null, given: Draft = draft, protocol: 'openai' | 'anthropic' = 'openai') {
  const server = await startModelServer({ protocol, answer: reply === null ? scriptedWriter([]) : () => reply })
  onTestFinished(() => server.close())
  const kind = protocol === 'openai' ? ('compatible' as const) : protocol
  const model = createModel({ kind, model: 'claude-sonnet-4-5', url: server.url, key: 'k' })
  const ask: Ask = ({ purpose, ...request }) => model.ask({ ...request, idempotencyKey: purpose })
  const judged = await judgeDraft({ ask, prompts, draft: given, references, seed: 'seed' })
  const [call] = server.calls
  if (call === undefined) throw new Error('The judge was not asked.')
  const material = [...call.prompt.matchAll(/^BEGIN (\w+)\n(.*)\nEND \1$/gm)].map(([, , text]) =>
    JSON.parse(text ?? ''),
  )
  return { judged, call, material, calls: server.calls.length }
}

const claim = { passage: '4', claim: 'starts in 180 ms', verdict: 'contradicted', reason: 'S1 says 184 ms.' }

test.for(['openai', 'anthropic'] as const)('over %s, one call judges a whole draft', async (protocol) => {
  const { judged, call, calls } = await judge(null, draft, protocol)
  expect(judged).toEqual({
    findings: [],
    detail: '6 passages, 0 claims doubted',
    usage: { inputTokens: 5_000, outputTokens: 2_500 },
  })
  expect([calls, call.key]).toEqual([1, 'judge'])
  expect(strictComplaint(call.schema)).toBeNull()
})

test('the judge is given every passage with the sources it names, and no source that none names', async () => {
  const { material, call } = await judge(null)
  const [sources, passages] = material
  expect(sources).toEqual(
    references.map(({ id, publisher, title, date, text }) => ({ id, publisher, title, date, text })),
  )
  expect(passages).toEqual([
    { passage: '1', sources: ['S1', 'S2'], text: draft.title },
    { passage: '2', sources: ['S1', 'S2'], text: draft.excerpt },
    { passage: '3', sources: ['S1', 'S2'], text: 'The parser runs once' },
    { passage: '4', sources: ['S1'], text: 'Lantern 4.2 starts in 180 ms.' },
    { passage: '5', sources: ['S2', 'S1'], text: '184 ms on 40 machines\n180 ms by its own account' },
    { passage: '6', sources: ['S1', 'S2'], text: draft.why_it_matters },
  ])
  expect(`${call.prompt}${call.instructions}`).not.toMatch(/https?:|\.example/)
  const alone = {
    ...draft,
    sections: draft.sections.map(({ heading, blocks }) => ({ heading, blocks: blocks.slice(0, 1) })),
  }
  expect((await judge(null, alone)).material[0]).toHaveLength(1)
})

test.for([
  ['contradicted', 'error'],
  ['unsupported', 'error'],
  ['doubtful', 'warning'],
] as const)('what is %s is a finding that a writer can act on: %s', async ([verdict, severity]) => {
  const { judged } = await judge({ json: { claims: [{ ...claim, verdict }] } })
  expect(judged?.findings).toEqual([
    {
      code: `judge-${verdict}`,
      severity,
      where: 'sections.0.blocks.0',
      evidence: 'starts in 180 ms',
      message: expect.stringMatching(
        /^The sources of this passage .+ \(S1 says 184 ms\): correct it or leave it out\.$/,
      ),
    },
  ])
  expect(judged?.detail).toBe('6 passages, 1 claim doubted')
})

test('passages that do not exist are passed over, numbers are read however they are written', async () => {
  const passages = ['0', '7', '99', '', 'none', '-', 4, 'P5', 'passage 6']
  const { judged } = await judge({ json: { claims: passages.map((passage) => ({ ...claim, passage })) } })
  expect(judged?.findings.map(({ where }) => where)).toEqual([
    'sections.0.blocks.0',
    'sections.0.blocks.1',
    'why_it_matters',
  ])
})

test('what is cited as evidence is cut to 200 characters, and so is the reason', async () => {
  const long = 'x'.repeat(900)
  const { judged } = await judge({ json: { claims: [{ ...claim, claim: long, reason: long }] } })
  expect(judged?.findings[0]?.evidence).toHaveLength(200)
  expect(judged?.findings[0]?.message.length).toBeLessThan(300)
})

test.for<[string, ModelReply]>([
  ['prose', { text: 'All is well.' }],
  ['nothing', { text: '' }],
  ['another shape', { json: { verdict: 'fine' } }],
  ['a verdict of its own', { json: { claims: [{ ...claim, verdict: 'wrong' }] } }],
  ['a list that was cut off', { json: { claims: [] }, finish: 'length' }],
])('%s is no judgement', async ([, reply]) => {
  expect((await judge(reply)).judged).toBeNull()
})

test('what a judge calls supported is no finding', async () => {
  expect((await judge({ json: { claims: [{ ...claim, verdict: 'supported' }] } })).judged?.findings).toEqual([])
})
