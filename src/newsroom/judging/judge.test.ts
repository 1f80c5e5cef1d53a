import { expect, test } from 'vitest'
import { claimsOf, mapClaims } from '#newsroom/article/draft.ts'
import { asking, type Finding } from '#newsroom/article/finding.ts'
import { countByKind, countPlanted, judgeCheck, judgeDraft, type Judge } from '#newsroom/judging/judge.ts'
import { ModelFailed } from '#newsroom/llm/model-settings.ts'
import { modelOf, modelWith, type TestModel } from '../../../tests/fixtures/newsroom/assignment.ts'
import {
  fencedIn,
  knowing,
  readItems,
  type ShownItem,
  type TestVerdict,
  verdictsOn,
} from '../../../tests/fixtures/newsroom/test-judge.ts'
import { draftWith, paragraph, said, sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferryDraft, ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'
import { strictComplaint } from '../../../tests/fixtures/newsroom/strict-schema.ts'

const CHARGED = 'It is charged at both piers.'
const CROSSING = 'The Halcyon takes 140 passengers and 24 cars over the bay in 18 minutes.'
const claims = claimsOf(ferryDraft)
const draftTexts = new Set(claims.map(({ text }) => text))
const careful = knowing({ draft: ferryDraft, sources: ferrySources })
const careless = (): TestVerdict => 'supported'

test('sends batches of six to ten items and returns a verdict on every sentence', async () => {
  const { judge, batches } = judgeWith(careful)
  const { verdicts, findings, planted } = await judged({ judges: [judge] })
  for (const { length } of batches()) expect([6, 7, 8, 9, 10]).toContain(length)
  expect(verdicts.map(({ where, verdict, judge }) => [where, verdict, judge])).toEqual(
    claims.map(({ where }) => [where, 'supported', 'judge']),
  )
  expect([findings, countPlanted(planted)]).toEqual([[], { planted: 4, found: 4 }])
  expect(countByKind(planted).every(({ planted, found }) => planted === 1 && found === 1)).toBe(true)
})

test('shows a sentence with the previous one, its evidence, neighbouring units and open questions', async () => {
  const { judge, batches, model } = judgeWith(careful)
  const where = 'sections.0.blocks.0.sentences.1'
  const question = asking({ code: 'name', where, message: 'Is it Tessel?', evidence: '', unit: 'S1.5' })
  await judged({ judges: [judge], questions: [question], replies: new Map([[CROSSING, 'S1.2 names it.']]) })
  expect(itemIn(batches(), CROSSING)).toMatchObject({
    kind: 'sentence',
    before: 'Kestrel Bay has had an electric ferry since 16 November 2026.',
    questions: ['Is it Tessel? (S1.5)'],
    reply: 'S1.2 names it.',
    evidence: ['S1.2 The ferry Halcyon carries 140 passengers and 24 cars across the bay in 18 minutes.'],
    beside: ['S1.1 ', 'S1.3 ', 'S1.5 '].map((id) => expect.stringContaining(id)),
  })
  const [title, lead] = [ferryDraft.title, ferryDraft.excerpt[0]].map((sentence) => sentence?.text ?? '')
  expect([itemIn(batches(), title ?? '')?.before, itemIn(batches(), lead ?? '')?.before]).toEqual(['', title])
  expect(batches()[0]?.some(({ kind, speaker }) => kind === 'quote' && speaker === 'Mara Lindqvist')).toBe(true)
  expect(JSON.stringify(fencedIn(model.asked[0]?.prompt ?? ''))).toContain('"date":"Fri, 20 Nov 2026"')
  expect(model.asked.map(({ schema }) => strictComplaint(schema))).toEqual([null, null])
})

test('reports rejected and doubtful sentences as findings', async () => {
  const { judge } = judgeWith((item) => {
    if (item.text === CHARGED) return 'contradicted'
    return item.kind === 'change' ? 'doubtful' : careful(item)
  })
  const { findings } = await judged({ judges: [judge] })
  expect(findings.map(({ code, severity, where }) => [code, severity, where])).toEqual([
    ['judge-contradicted', 'block', 'sections.0.blocks.0.sentences.2'],
    ['judge-doubtful', 'block', 'what_changes.0'],
  ])
  expect(findings[0]?.message).toBe('Its evidence says something else (Read; S1.3).')
})

test.for<[string, (item: ShownItem) => TestVerdict]>([
  ['supports everything', careless],
  ['rejects everything', () => 'contradicted'],
  ['doubts everything', () => 'doubtful'],
  ['rejects the words of the sources', (item) => (draftTexts.has(item.text) ? 'supported' : 'contradicted')],
])('does not trust a judge that %s, for any seed', async ([, answer]) => {
  for (let seed = 0; seed < 20; seed += 1) {
    const { judge, batches } = judgeWith(answer)
    const { verdicts, findings } = await judged({ judges: [judge], seed: String(seed) })
    expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['unproved']))
    expect(new Set(findings.map(({ code, severity }) => `${code} ${severity}`))).toEqual(new Set(['not-judged ask']))
    // Each batch was sent twice, with different test items.
    expect(batches()).toHaveLength(4)
  }
})

test('tests a judge that missed errors again with different errors, then uses the next judge', async () => {
  const first = judgeWith(careless, 'first')
  const second = judgeWith(careful, 'second')
  const { verdicts, planted } = await judged({ judges: [first.judge, second.judge] })
  expect(new Set(verdicts.map(({ verdict, judge }) => `${verdict} by ${judge}`))).toEqual(
    new Set(['supported by second']),
  )
  const by = (name: string) => countPlanted(planted.filter(({ judge }) => judge === name))
  expect([by('first'), by('second')]).toEqual([
    { planted: 8, found: 0 },
    { planted: 4, found: 4 },
  ])
  // The check result counts only the errors that a trusted judge got, and says if that judge was the writer.
  expect(judgeCheck(verdicts, planted, 'writer')).toEqual({
    name: 'Each sentence compared with its evidence by a second model call',
    passed: true,
    detail: '12 of 12 compared, 4 of 4 planted errors found',
  })
  expect(judgeCheck(verdicts, planted, 'second').name).toMatch(/by a second call to the model that wrote it$/)
  const testsIn = (batch: number) =>
    (first.batches()[batch] ?? []).map(({ text }) => text).filter((text) => !draftTexts.has(text))
  expect(testsIn(1)).toHaveLength(testsIn(0).length)
  expect(testsIn(1).filter((text) => !testsIn(0).includes(text)).length).toBeGreaterThan(1)
})

test.for<[string, { id: string } | null]>([
  ['omits', null],
  ['supports with an unknown unit', { id: 'S1.99' }],
  ['supports with a unit that was not shown', { id: 'S2.5' }],
  ['supports without a unit', { id: '' }],
])('does not accept a sentence that the judge %s', async ([, answer]) => {
  const model = modelOf('judge', ({ prompt }) => {
    const charged = readItems(prompt).find(({ text }) => text === CHARGED)?.item
    const { verdicts } = verdictsOn(prompt, careful)
    const others = verdicts.filter(({ item }) => item !== charged)
    const changed = verdicts.filter(({ item }) => item === charged && answer !== null)
    return { verdicts: [...others, ...changed.map((verdict) => ({ ...verdict, ...answer }))] }
  })
  const { verdicts } = await judged({ judges: [judgeOf(model)] })
  const others = verdicts.filter(({ verdict }) => verdict !== 'supported')
  expect(others.map(({ where, verdict }) => [where, verdict])).toEqual([
    ['sections.0.blocks.0.sentences.2', 'unproved'],
  ])
})

test.for<[string, unknown, string]>([
  ['prose', null, 'stop'],
  ['a truncated response', { verdicts: [] }, 'length'],
  ['a response without a list', { verdicts: 'all fine' }, 'stop'],
])('does not trust %s', async ([, output, finishReason]) => {
  const judge = judgeOf(modelOf('judge', () => output, finishReason))
  const { verdicts, planted } = await judged({ judges: [judge] })
  expect(verdicts.every(({ verdict }) => verdict === 'unproved')).toBe(true)
  expect(planted.some(({ isFound }) => isFound)).toBe(false)
})

test("judges a sentence again only if the sentence, the one before it or the writer's reply changes", async () => {
  const first = await judged({ judges: [judgeWith(careful).judge] })
  const again = judgeWith(careful)
  const same = await judged({ judges: [again.judge], before: first.verdicts })
  expect([again.batches(), same.verdicts]).toEqual([[], first.verdicts])
  const changed = mapClaims(ferryDraft, (claim) => [
    claim.where === 'sections.0.blocks.0.sentences.0' ? { ...claim, text: 'Kestrel Bay has a ferry.' } : claim,
  ])
  const { judge, batches } = judgeWith(careful)
  const replies = new Map([[CHARGED, 'S1.3 says so.']])
  await judged({ judges: [judge], draft: changed, before: first.verdicts, replies })
  const texts = batches().flatMap((items) => items.map(({ text }) => text))
  expect(texts).toEqual(expect.arrayContaining(['Kestrel Bay has a ferry.', CROSSING, CHARGED]))
  // Two planted errors and a true sentence.
  expect([batches().length, texts.length]).toEqual([1, 6])
  const unproved = await judged({ judges: [judgeWith(careless).judge] })
  const last = judgeWith(careful)
  await judged({ judges: [last.judge], before: unproved.verdicts })
  expect(last.batches()).toEqual([])
})

test('skips code and sentences without evidence, and judges a heading by its section', async () => {
  const draft = draftWith({
    title: said('Halcyon crosses in 18 minutes', 'S1.2'),
    excerpt: [],
    sections: [
      { heading: null, blocks: [paragraph(said('Nothing supports this.', 'S7.1'))] },
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
  const { judge, batches } = judgeWith(careless)
  const { findings, verdicts } = await judged({ judges: [judge], draft })
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'judge-unsupported', where: 'sections.0.blocks.0.sentences.0' }),
  )
  expect(itemIn(batches(), 'Nothing supports this.')).toBeUndefined()
  expect(verdicts.map(({ where }) => where)).not.toContain('sections.1.blocks.0')
  expect(itemIn(batches(), 'The old ferry is sold')?.evidence).toEqual([expect.stringMatching(/^S1\.8 /)])
})

test('shows each item with the text above it, the introduction of a list with its items, and a table row with its head', async () => {
  const list = (...texts: string[]) => ({ kind: 'list' as const, items: texts.map((text) => said(text, 'S1.2')) })
  const table = { kind: 'table' as const, caption: said('Sizes', 'S1.2'), head: ['What', 'Size'] }
  const blocks = [
    paragraph(said('It crosses.', 'S1.1'), said('These are known:', 'S1.1')),
    list('412 crossings', '6 euros'),
    paragraph(said('So much.', 'S1.1')),
    list('140 passengers', '24 cars'),
    { ...table, rows: [{ cells: ['cars', '24'], from: ['S1.2'] }] },
  ]
  const { judge, batches } = judgeWith(careless)
  await judged({ judges: [judge], draft: draftWith({ sections: [{ heading: null, blocks }] }) })
  const items = batches().flat()
  expect(Object.fromEntries(items.map(({ text, before }) => [text, before]))).toMatchObject({
    'These are known:': 'It crosses.',
    '412 crossings': 'These are known:',
    '6 euros': 'These are known: 412 crossings',
    'So much.': '6 euros',
    '140 passengers': '',
    '24 cars': '140 passengers',
    'cars | 24': 'Sizes: What | Size',
  })
  const idsOf = (text: string) => itemIn(batches(), text)?.evidence?.map((unit) => unit.split(' ', 1)[0])
  expect([idsOf('It crosses.'), idsOf('These are known:')]).toEqual([['S1.1'], ['S1.1', 'S1.2']])
})

test('sends no request if no error can be planted', async () => {
  const sources = [sourceWith('S1', ['It runs.'], { title: 'It' })]
  const draft = draftWith({ title: said('It may run', 'S1.1'), excerpt: [], sections: [] })
  const { judge, batches } = judgeWith(careless)
  const { verdicts } = await judged({ judges: [judge], draft, sources })
  expect([batches(), verdicts.map(({ verdict }) => verdict)]).toEqual([[], ['unproved']])
})

test('shuffles the test items among the others', async () => {
  const positions = new Set<number>()
  for (let seed = 0; seed < 20; seed += 1) {
    const { judge, batches } = judgeWith(careful)
    await judged({ judges: [judge], seed: String(seed) })
    for (const [position, { text }] of (batches()[0] ?? []).entries())
      if (!draftTexts.has(text)) positions.add(position)
  }
  expect(positions.size).toBe(9)
})

test('replaces an unreachable judge with the next one, and rejects if none is left', async () => {
  const failing = (reason: Error) => judgeOf(modelOf('away', () => Promise.reject(reason)))
  const away = failing(new ModelFailed('out of reach'))
  const { verdicts } = await judged({ judges: [away, judgeWith(careful, 'second').judge] })
  expect(new Set(verdicts.map(({ judge }) => judge))).toEqual(new Set(['second']))
  await expect(judged({ judges: [away] })).rejects.toThrow('out of reach')
  const full = failing(new Error('disk full'))
  await expect(judged({ judges: [full, judgeWith(careful).judge] })).rejects.toThrow('disk full')
})

function judgeWith(answer: (item: ShownItem) => TestVerdict, name = 'judge') {
  const model = modelWith(name, { judge: answer })
  return { judge: judgeOf(model), batches: () => model.asked.map(({ prompt }) => readItems(prompt)), model }
}

function judgeOf({ model: name, ask }: TestModel): Judge {
  return { name, ask, prompt: 'Judge.' }
}

function itemIn(batches: ShownItem[][], text: string): ShownItem | undefined {
  return batches.flat().find((item) => item.text === text)
}

function judged(given: { judges: Judge[] } & Partial<Parameters<typeof judgeDraft>[0]>) {
  const questions: Finding[] = []
  return judgeDraft({
    draft: ferryDraft,
    sources: ferrySources,
    questions,
    replies: new Map(),
    before: [],
    seed: 'seed',
    ...given,
  })
}
