import * as z from 'zod'
import { expect, test } from 'vitest'
import { claimsOf, type Draft } from '#newsroom/article/draft.ts'
import { mapClaims } from '#newsroom/drafting/edit-draft.ts'
import { judgeDraft, type Judge, type Verdict } from '#newsroom/judging/judge.ts'
import { languageJudge } from '#newsroom/judging/language-judge.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { draftWith, paragraph, said, sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferryDraft, ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'
import { strictComplaint } from '../../../tests/fixtures/newsroom/strict-schema.ts'

const prompts = { edit: 'e', write: 'w', revise: 'r', judge: 'Judge them.', hash: 'h' }
const SOUND = new Set(claimsOf(ferryDraft).map(({ text, speaker }) => text + speaker))
const careful: Answering = ({ text, speaker, evidence }) =>
  SOUND.has(text + (speaker ?? ''))
    ? supported(evidence)
    : { id: '', reason: 'It says otherwise.', verdict: 'contradicted' }
const careless: Answering = ({ evidence }) => supported(evidence)

test('a careful judge proves a sound draft, and finds every error that was planted', async () => {
  const { judge, asked } = judgeWith(careful)
  const { verdicts, controls, findings } = await judgeDraft(options({ judges: [judge] }))
  expect(findings).toEqual([])
  expect(verdicts.map(({ where }) => where)).toEqual(claimsOf(ferryDraft).map(({ where }) => where))
  expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['supported']))
  expect(verdicts[0]).toMatchObject({ id: 'S1.1', judge: 'careful' })
  // Twelve claims are two batches.
  expect([asked.length, controls]).toEqual([2, { careful: { planted: 4, found: 4 } }])
  expect(asked.map(({ items }) => items.length).toSorted()).toEqual([8, 8])
})

test('an item is a claim with what stands before it, its evidence, the neighbours of that and its source', async () => {
  const { judge, asked } = judgeWith(careful)
  const hints = [{ where: 'sections.1.blocks.1.items.0', hint: 'Look at the number.' }]
  await judgeDraft(options({ judges: [judge], hints }))
  const items = asked.flatMap(({ items }) => items)
  const found = items.find(
    ({ text }) => text === 'The Halcyon takes 140 passengers and 24 cars over the bay in 18 minutes.',
  )
  const [before, after] = [ferrySources[0]?.units[2], ferrySources[0]?.units[4]]
  expect(found).toMatchObject({
    kind: 'sentence',
    before: 'Kestrel Bay has had an electric ferry since 16 November 2026.',
    evidence: ['S1.2 The ferry Halcyon carries 140 passengers and 24 cars across the bay in 18 minutes.'],
    beside: [`S1.1 ${before?.text}`, `S1.3 ${after?.text}`],
  })
  expect(items.find(({ text }) => text?.startsWith('412'))?.hints).toEqual(['Look at the number.'])
  expect(items.find(({ kind, speaker }) => kind === 'quote' && speaker === 'Mara Lindqvist')).toBeDefined()
  expect(asked[0]?.sources[0]).toEqual({
    id: 'S1',
    publisher: 'Publisher S1',
    title: 'The title of S1',
    date: 'Friday, 2026-11-20',
    author: 'not named',
  })
  expect(asked.map(({ complaint }) => complaint)).toEqual([null, null])
})

test('what the judge rejects is an error where it stands, what it doubts a warning', async () => {
  const { judge } = judgeWith((item) => {
    if (item.text === 'It is charged at both piers.')
      return { id: 'S1.3', reason: 'Only one.', verdict: 'contradicted' }
    if (item.kind === 'change') return { id: 'S1.6', reason: 'Hardly.', verdict: 'Doubtful' }
    return careful(item)
  })
  const { findings } = await judgeDraft(options({ judges: [judge] }))
  expect(findings.map(({ code, severity, where }) => [code, severity, where])).toEqual([
    ['judge-contradicted', 'block', 'sections.0.blocks.0.sentences.2'],
    ['judge-doubtful', 'revise', 'what_changes.0'],
  ])
  expect(findings[0]?.message).toBe('Its evidence says something else (Only one; S1.3): correct it or leave it out.')
})

test('a judge that finds everything true proves nothing, whatever the seed', async () => {
  for (let run = 0; run < 100; run += 1) {
    const { judge, asked } = judgeWith(careless)
    const { verdicts, controls, findings } = await judgeDraft(options({ judges: [judge], seed: `run ${run}` }))
    expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['unproved']))
    expect(findings.every(({ code, severity }) => code === 'not-judged' && severity === 'block')).toBe(true)
    // Each batch twice.
    expect([asked.length, controls]).toEqual([4, { careful: { planted: 8, found: 0 } }])
  }
})

test('a judge that misses an error is asked again with others, then the next one is', async () => {
  const first = judgeWith(careless, 'first')
  const second = judgeWith(careful, 'second')
  const { verdicts, controls } = await judgeDraft(options({ judges: [first.judge, second.judge] }))
  expect(new Set(verdicts.map(({ verdict, judge }) => `${verdict} by ${judge}`))).toEqual(
    new Set(['supported by second']),
  )
  expect([first.asked.length, second.asked.length]).toEqual([4, 2])
  // Each has what it found itself on record.
  expect(controls).toEqual({ first: { planted: 8, found: 0 }, second: { planted: 4, found: 4 } })
  const planted = first.asked.map(({ items }) =>
    items.filter(({ text, speaker }) => !SOUND.has(text + (speaker ?? ''))),
  )
  const texts = planted.flatMap((items) => items.map(({ text, speaker }) => text + (speaker ?? '')))
  expect(new Set(texts).size).toBe(8)
})

test.for<[string, Answering]>([
  ['gives no verdict', () => null],
  ['names a unit that does not exist', () => ({ id: 'S1.99', reason: '', verdict: 'supported' })],
  ['names a unit that was not shown', () => ({ id: 'S2.5', reason: '', verdict: 'supported' })],
  ['names no unit', () => ({ id: '', reason: '', verdict: 'supported' })],
  ['gives a verdict of its own', () => ({ id: 'S1.3', reason: '', verdict: 'fine' })],
])('a claim on which the judge %s is not proved', async ([, answering]) => {
  const { judge } = judgeWith((item) =>
    item.text === 'It is charged at both piers.' ? answering(item) : careful(item),
  )
  const { verdicts, findings } = await judgeDraft(options({ judges: [judge] }))
  expect(verdicts.filter(({ verdict }) => verdict !== 'supported').map(({ verdict }) => verdict)).toEqual(['unproved'])
  expect(findings.map(({ where }) => where)).toEqual(['sections.0.blocks.0.sentences.2'])
})

test.for<[string, Ask]>([
  ['prose', () => Promise.resolve(replyOf('Looks good.', null))],
  ['an answer that was cut off', () => Promise.resolve(replyOf('', { verdicts: [] }, 'length'))],
  ['no list', () => Promise.resolve(replyOf('', { verdicts: 'all fine' }))],
])('%s is no judgement, and finds no errors', async ([, ask]) => {
  const { verdicts, controls } = await judgeDraft(options({ judges: [languageJudge({ name: 'x', ask, prompts })] }))
  expect(verdicts.every(({ verdict }) => verdict === 'unproved')).toBe(true)
  expect(controls).toEqual({})
})

test('of two verdicts on one claim the worse counts', async () => {
  const twice: Answering = (item) =>
    [careful(item) ?? supported([]), { id: 'S1.6', reason: '', verdict: 'unsupported' }].flat()
  const { judge } = judgeWith((item) => (item.kind === 'change' ? twice(item) : careful(item)))
  expect((await judgeDraft(options({ judges: [judge] }))).findings.map(({ where }) => where)).toEqual([
    'what_changes.0',
  ])
})

test('what has a verdict is not asked about again, until it or what stands before it changes', async () => {
  const first = await judgeDraft(options({ judges: [judgeWith(careful).judge] }))
  const again = judgeWith(careful)
  const same = await judgeDraft(options({ judges: [again.judge], before: first.verdicts }))
  expect([again.asked.length, same.verdicts]).toEqual([0, first.verdicts])
  const changed = mapClaims(ferryDraft, (claim) => [
    claim.where === 'sections.0.blocks.0.sentences.0' ? { ...claim, text: 'Kestrel Bay has a ferry.' } : claim,
  ])
  const { judge, asked } = judgeWith(careful)
  await judgeDraft(options({ judges: [judge], draft: changed, before: first.verdicts }))
  const sound = asked.flatMap(({ items }) => items.map(({ text }) => text ?? ''))
  expect(sound).toContain('Kestrel Bay has a ferry.')
  expect(sound).toContain('The Halcyon takes 140 passengers and 24 cars over the bay in 18 minutes.')
  expect([asked.length, sound.length]).toEqual([1, 4])
  // Nor is what no judge could be believed on: every judge has had its turn.
  const unproved = first.verdicts.map((verdict): Verdict => ({ ...verdict, verdict: 'unproved' }))
  const last = judgeWith(careful)
  await judgeDraft(options({ judges: [last.judge], before: unproved }))
  expect(last.asked).toHaveLength(0)
})

test('no claim is read after one that code rejected, nor is an error made of that', async () => {
  const failing = ['sections.0.blocks.0.sentences.0', 'sections.0.blocks.0.sentences.1']
  for (let run = 0; run < 20; run += 1) {
    const { judge, asked } = judgeWith(careful)
    await judgeDraft(options({ judges: [judge], failing, seed: `run ${run}` }))
    const items = asked.flatMap(({ items }) => items)
    expect(items.find(({ text }) => text === 'It is charged at both piers.')?.before).toBeUndefined()
    // An error made of it would bear its evidence a second time.
    expect(items.filter(({ text }) => text?.includes('140 passengers and 24 cars'))).toHaveLength(1)
  }
})

test('code, and a heading that claims nothing, are not judged; a claim without evidence is rejected unasked', async () => {
  const draft = draftWith({
    title: said('Halcyon crosses in 18 minutes', 'S1.2'),
    excerpt: [],
    sections: [
      { heading: null, blocks: [paragraph(said('Nothing bears this.', 'S7.1'))] },
      {
        heading: said('How it works'),
        blocks: [
          { kind: 'code', text: 'x', language: '', from: ['S1.1'] },
          paragraph(said('So it does.'), said('It is charged.', 'S1.3')),
        ],
      },
      { heading: said('The old ferry is sold'), blocks: [paragraph(said('It goes.', 'S1.8'))] },
    ],
  })
  const { judge, asked } = judgeWith(careless)
  const { findings, verdicts } = await judgeDraft(options({ judges: [judge], draft }))
  expect(findings[1]).toMatchObject({ code: 'judge-unsupported', where: 'sections.0.blocks.0.sentences.0' })
  const items = asked.flatMap(({ items }) => items)
  expect(items.map(({ text }) => text)).not.toContain('Nothing bears this.')
  expect(verdicts.map(({ where }) => where)).not.toContain('sections.1.heading')
  expect(verdicts.map(({ where }) => where)).not.toContain('sections.1.blocks.0')
  // What only connects rests on what it connects, a heading on its section.
  expect(items.find(({ text }) => text === 'So it does.')?.evidence).toEqual([expect.stringMatching(/^S1\.3 /)])
  expect(items.find(({ kind }) => kind === 'heading')?.evidence).toEqual([expect.stringMatching(/^S1\.8 /)])
})

test('an item of a list is read after what leads to it, a row after its caption and head', async () => {
  const draft = draftWith({
    title: said('A title', 'S1.1'),
    excerpt: [],
    sections: [
      {
        heading: null,
        blocks: [
          paragraph(said('It crosses.', 'S1.1'), said('These are known:', 'S1.1')),
          { kind: 'list', items: [said('412 crossings', 'S2.1'), said('6 euros', 'S1.6')] },
          paragraph(said('So much.', 'S1.1')),
          { kind: 'list', items: [said('140 passengers', 'S1.2'), said('24 cars', 'S1.2')] },
          {
            kind: 'table',
            caption: said('Sizes', 'S1.2'),
            head: ['What', 'Size'],
            rows: [{ cells: ['cars', '24'], from: ['S1.2'] }],
          },
        ],
      },
    ],
  })
  const { judge, asked } = judgeWith(careless)
  await judgeDraft(options({ judges: [judge], draft }))
  const items = asked.flatMap(({ items }) => items)
  const before = (text: string) => items.find((item) => item.text === text)?.before
  expect([before('6 euros'), before('24 cars'), before('cars | 24')]).toEqual([
    'These are known:',
    undefined,
    'Sizes: What | Size',
  ])
})

test('where nothing can be made false, nobody is believed', async () => {
  const sources = [sourceWith('S1', ['It runs.'])]
  const draft = draftWith({ title: said('It may run', 'S1.1'), excerpt: [], sections: [] })
  const { judge, asked } = judgeWith(careless)
  const { verdicts } = await judgeDraft(options({ judges: [judge], draft, sources }))
  expect([asked.length, verdicts.map(({ verdict }) => verdict)]).toEqual([0, ['unproved']])
})

test('the place of an item does not tell that it was planted', async () => {
  const places = new Set<number>()
  for (let run = 0; run < 20; run += 1) {
    const { judge, asked } = judgeWith(careful)
    await judgeDraft(options({ judges: [judge], seed: `run ${run}` }))
    const [{ items } = { items: [] }] = asked
    for (const [place, { text, speaker }] of items.entries()) if (!SOUND.has(text + (speaker ?? ''))) places.add(place)
  }
  expect(places.size).toBe(8)
})

test('a sentence about silence is judged with more of its source', async () => {
  const { judge, asked } = judgeWith(careless)
  const draft = draftWith({ sections: [{ heading: null, blocks: [paragraph(said('No source says why.', 'S1.5'))] }] })
  await judgeDraft(options({ judges: [judge], draft }))
  const found = asked[0]?.items.find(({ text }) => text === 'No source says why.')
  expect(found?.beside).toHaveLength(8)
})

test('a day that the date of the source settles is told beside the item', async () => {
  const sources = [sourceWith('S1', ['The authority opened the line on Monday.']), ...ferrySources.slice(1)]
  const { judge, asked } = judgeWith(careless)
  const draft = draftWith({ title: said('The line is open', 'S1.1'), excerpt: [], sections: [] })
  await judgeDraft(options({ judges: [judge], draft, sources }))
  const found = asked[0]?.items.find(({ text }) => text === 'The line is open')
  expect(found?.dates).toEqual(['"on Monday" in S1.1 is 2026-11-16'])
})

test('a judge out of reach gives its place to the next; when none is left, that is the error', async () => {
  const away = failing('away', 'out of reach')
  const { judge } = judgeWith(careful)
  const { verdicts } = await judgeDraft(options({ judges: [away, judge] }))
  expect(new Set(verdicts.map((verdict) => verdict.judge))).toEqual(new Set(['careful']))
  await expect(judgeDraft(options({ judges: [away] }))).rejects.toThrow('out of reach')
  const broken = failing('broken', 'disk full')
  await expect(judgeDraft(options({ judges: [broken, judge] }))).rejects.toThrow('disk full')
})

test('the same seed asks the same', async () => {
  const [one, other] = [judgeWith(careful), judgeWith(careful)]
  await judgeDraft(options({ judges: [one.judge] }))
  await judgeDraft(options({ judges: [other.judge] }))
  expect(one.asked).toEqual(other.asked)
})

const shown = z.object({
  sources: z.array(z.record(z.string(), z.string())),
  items: z.array(
    z.object({
      item: z.string(),
      kind: z.string(),
      text: z.string().optional(),
      before: z.string().optional(),
      speaker: z.string().optional(),
      compute: z.string().optional(),
      hints: z.array(z.string()).optional(),
      evidence: z.array(z.string()),
      beside: z.array(z.string()).optional(),
      dates: z.array(z.string()).optional(),
    }),
  ),
})

type Shown = z.infer<typeof shown>['items'][number]
type Said = { id: string; reason: string; verdict: string }
type Answering = (item: Shown) => Said | Said[] | null

function supported([first = '']: string[]): Said {
  return { id: first.split(' ')[0] ?? '', reason: 'It says so.', verdict: 'supported' }
}

function judgeWith(answering: Answering, name = 'careful') {
  const asked: (z.infer<typeof shown> & { complaint: string | null })[] = []
  const ask: Ask = ({ prompt, schema }) => {
    const [, , text = ''] = /^BEGIN (\w+)\n(.*)\nEND \1$/m.exec(prompt) ?? []
    const { sources, items } = shown.parse(JSON.parse(text))
    asked.push({ sources, items, complaint: strictComplaint(schema) })
    const verdicts = items.flatMap((item) =>
      [answering(item) ?? []].flat().map(({ id, reason, verdict }) => ({ item: item.item, id, reason, verdict })),
    )
    return Promise.resolve(replyOf(JSON.stringify({ verdicts }), { verdicts }))
  }
  return { judge: languageJudge({ name, ask, prompts }), asked }
}

function failing(name: string, message: string): Judge {
  return languageJudge({ name, ask: () => Promise.reject(new Error(message)), prompts })
}

function replyOf(text: string, output: unknown, finishReason = 'stop') {
  return { text, output, finishReason, usage: { inputTokens: 1, outputTokens: 1 } }
}

function options(given: { judges: Judge[]; draft?: Draft } & Partial<Parameters<typeof judgeDraft>[0]>) {
  return {
    draft: ferryDraft,
    sources: ferrySources,
    hints: [],
    failing: [],
    before: [],
    seed: 'seed',
    isOutOfReach: (error: unknown) => error instanceof Error && error.message === 'out of reach',
    ...given,
  }
}
