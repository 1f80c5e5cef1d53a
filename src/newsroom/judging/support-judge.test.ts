import { expect, test } from 'vitest'
import { claimsOf, type Draft } from '#newsroom/article/draft.ts'
import { judgeDraft, type Judge, type Verdict } from '#newsroom/judging/judge.ts'
import { judgeCheck } from '#newsroom/judging/judge-check.ts'
import { itemsOf, type Item } from '#newsroom/judging/judge-items.ts'
import {
  answerOf,
  comparisonOf,
  supportJudge,
  type Comparison,
  type Grounder,
  type ScoredWord,
} from '#newsroom/judging/support-judge.ts'
import { draftWith, paragraph, said, sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferryDraft, ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'

const SOUND = new Set([
  ...claimsOf(ferryDraft).map((claim) => shownOf(claim)),
  ...ferrySources.flatMap(({ units }) => units.map(({ text }) => text)),
])
const PASSAGE = 'It is charged at both piers.'

test('words that are doubted in a row are one doubt, without the punctuation around it', () => {
  const words = scored('The *ferry *Halcyon, carries *9% of (*140) *— passengers.')
  expect(answerOf(itemOf('x'), words)).toEqual({
    verdict: 'unsupported',
    id: '',
    reason: '“ferry Halcyon”, “9%”, “140”',
  })
})

test('a claim without a doubted word is supported by the units that it names, one without words by nothing', () => {
  expect(answerOf(itemOf('x'), scored('Halcyon carries *— 140.'))).toEqual({
    verdict: 'supported',
    id: 'S1.3',
    reason: '',
  })
  expect(answerOf(itemOf('x'), [])).toMatchObject({ verdict: 'unsupported' })
})

test('the result of a computation is no doubt, whatever else of it is', () => {
  const item = itemOf('x')
  const computed: Item = { ...item, claim: { ...item.claim, compute: '412 - 9' } }
  expect(answerOf(computed, scored('*403 crossings went *on.'))).toMatchObject({ reason: '“on”' })
  expect(answerOf(item, scored('*403 crossings went *on.'))).toMatchObject({ reason: '“403”, “on”' })
})

test('a model is given the claim in plain words, its evidence with neighbours as written, and what is known of its source', () => {
  const [source] = [sourceWith('S1', ['It began on Monday.', 'It uses `sudo` **now**.', 'All is well.', 'Far away.'])]
  const draft = draftWith({
    title: said('T', 'S1.4'),
    excerpt: [],
    sections: [{ heading: null, blocks: [paragraph(said('First.', 'S1.1'), said('It uses **`sudo`**.', 'S1.2'))] }],
  })
  const sources = source === undefined ? [] : [source]
  const item = itemsOf({ draft, sources, hints: [], failing: [] }).find(({ claim }) => claim.text.includes('sudo'))
  expect(item && comparisonOf(item, sources)).toEqual({
    head: 'The title of S1 (Publisher S1, Friday, 2026-11-20, author not named)',
    context: [
      { text: 'It began on Monday.', isEvidence: false },
      { text: 'It uses sudo now.', isEvidence: true },
      { text: 'All is well.', isEvidence: false },
    ],
    before: 'First.',
    text: 'It uses sudo.',
  })
})

test('a day that the source settles bears a claim as well, and a quotation is compared with its speaker', () => {
  const sources = [sourceWith('S1', ['It began on Monday.'])]
  const draft = draftWith({
    title: said('It began', 'S1.1'),
    excerpt: [],
    sections: [{ heading: null, blocks: [{ kind: 'quote', text: 'We won,', speaker: 'Ada', from: ['S1.1'] }] }],
  })
  const [title, quote] = itemsOf({ draft, sources, hints: [], failing: [] }).map((item) => comparisonOf(item, sources))
  expect(title?.context.at(-1)).toEqual({ text: '"on Monday" in S1.1 is 2026-11-16', isEvidence: true })
  expect(quote?.text).toBe('Ada: “We won,”')
})

test('what a model supports counts where it finds every planted error and supports what its sources say', async () => {
  const { grounder, asked } = grounderWith(knowing)
  const { verdicts, controls, findings } = await judged([supportJudge(grounder)])
  expect(findings).toEqual([])
  expect(new Set(verdicts.map(({ verdict, judge, by }) => `${verdict} by ${judge}, a ${by}`))).toEqual(
    new Set(['supported by local/tiny, a support model']),
  )
  // Twelve claims are two batches, each with four errors and four sentences of the sources; it is asked once.
  expect(asked.map((claims) => claims.length)).toEqual([14, 14])
  expect(controls).toEqual({ 'local/tiny': { planted: 8, found: 8 } })
})

test.for<[string, Scoring]>([
  ['supports everything', (text) => scored(text)],
  ['doubts everything', (text) => scored(text, () => true)],
  ['doubts what its sources say', (text) => scored(text, () => !isClaim(text))],
])('a model that %s proves nothing, and what it doubts is a warning all the same', async ([, scoring]) => {
  const { verdicts, findings } = await judged([supportJudge(grounderWith(scoring).grounder)])
  expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['unproved']))
  const doubted = verdicts.filter(({ doubted }) => doubted !== '').map(({ where }) => where)
  expect(doubted).toHaveLength(claimsDoubtedBy(scoring))
  expect(findings.filter(({ code }) => code === 'grounder-doubtful').map(({ where }) => where)).toEqual(doubted)
})

test('what a believed model doubts is warned of with the words, and the next judge decides', async () => {
  const doubting: Scoring = (text) => (text === PASSAGE ? scored('It is charged at *both *piers.') : knowing(text))
  const asked: Item[][] = []
  const next = languageJudgeThat((items) => {
    asked.push(items)
    return (item) => (SOUND.has(shownOf(item.claim)) ? 'supported' : 'contradicted')
  })
  const { verdicts, findings } = await judged([supportJudge(grounderWith(doubting).grounder), next])
  // It alone, and two errors to test the judge.
  expect(asked.map((items) => items.length)).toEqual([3])
  expect(verdicts.filter(({ by }) => by === 'language model').map(({ where }) => where)).toEqual([
    'sections.0.blocks.0.sentences.2',
  ])
  expect(findings).toEqual([
    {
      code: 'grounder-doubtful',
      severity: 'revise',
      where: 'sections.0.blocks.0.sentences.2',
      message: 'A support model finds nothing in its evidence that bears “both piers”: compare these words with it.',
      evidence: '“both piers”',
    },
  ])
})

test('a doubt stays with its claim over the rounds, as long as the claim stays', async () => {
  const doubting: Scoring = (text) => (text === PASSAGE ? scored('It is charged at *both *piers.') : knowing(text))
  const next = languageJudgeThat(() => (item) => (SOUND.has(shownOf(item.claim)) ? 'supported' : 'contradicted'))
  const first = await judged([supportJudge(grounderWith(doubting).grounder), next])
  const { grounder, asked } = grounderWith(knowing)
  const second = await judged([supportJudge(grounder), next], { before: first.verdicts })
  expect(asked).toEqual([])
  expect(second.findings).toEqual(first.findings)
})

test('without enough to make errors of, a model is asked what it doubts, and never believed', async () => {
  const sources = [sourceWith('S1', ['It runs.'])]
  const draft = draftWith({ title: said('It may run', 'S1.1'), excerpt: [said('It runs.', 'S1.1')], sections: [] })
  const { grounder } = grounderWith((text) => scored(text.replace('may', '*may')))
  const { verdicts } = await judged([supportJudge(grounder)], { draft, sources })
  expect(verdicts.map(({ verdict, doubted }) => [verdict, doubted])).toEqual([
    ['unproved', '“may”'],
    ['unproved', ''],
  ])
})

test('a model that cannot be run gives its place to the next judge', async () => {
  const broken: Grounder = { ...grounderWith(knowing).grounder, score: () => Promise.reject(new Error('out of reach')) }
  const next = languageJudgeThat(() => (item) => (SOUND.has(shownOf(item.claim)) ? 'supported' : 'contradicted'))
  const { verdicts } = await judged([supportJudge(broken), next])
  expect(new Set(verdicts.map(({ by }) => by))).toEqual(new Set(['language model']))
})

test('the check of the judge says who compared, and counts the errors that were planted for those', () => {
  const controls = {
    'local/tiny': { planted: 8, found: 8 },
    big: { planted: 4, found: 3 },
    other: { planted: 9, found: 0 },
  }
  const by = (judge: string, kind: Verdict['by']): Verdict => {
    return { where: 'title', key: judge, verdict: 'supported', id: 'S1.1', reason: '', judge, by: kind, doubted: '' }
  }
  const tiny = by('local/tiny', 'support model')
  const big = by('big', 'language model')
  expect(judgeCheck([tiny, tiny], controls)).toEqual({
    name: 'Each sentence compared with its evidence by a support model (local/tiny)',
    passed: true,
    detail: '2 of 2 compared, 8 of 8 planted errors found',
  })
  expect(judgeCheck([tiny, big], controls)).toMatchObject({
    name: 'Each sentence compared with its evidence by a support model (local/tiny) and by a second model call',
    detail: '2 of 2 compared, 11 of 12 planted errors found',
  })
  expect(judgeCheck([big], controls)).toMatchObject({
    name: 'Each sentence compared with its evidence by a second model call',
    detail: '1 of 1 compared, 3 of 4 planted errors found',
  })
  expect(judgeCheck([{ ...by('', ''), verdict: 'unproved' }], controls)).toMatchObject({
    name: 'Each sentence compared with its evidence by a second model call',
    passed: false,
    detail: '0 of 1 compared, 11 of 21 planted errors found',
  })
})

type Scoring = (text: string) => ScoredWord[]

// A word behind a star is doubted.
function scored(text: string, doubts: (word: string) => boolean = (word) => word.includes('*')): ScoredWord[] {
  return text.split(' ').map((word) => ({ text: word.replace('*', ''), doubt: doubts(word) ? 0.9 : 0.1 }))
}

function knowing(text: string): ScoredWord[] {
  return scored(text, () => !SOUND.has(text))
}

function isClaim(text: string): boolean {
  return claimsOf(ferryDraft).some((claim) => shownOf(claim) === text)
}

function claimsDoubtedBy(scoring: Scoring): number {
  return claimsOf(ferryDraft).filter((claim) => scoring(shownOf(claim)).some(({ doubt }) => doubt > 0.5)).length
}

function shownOf({ kind, text, speaker }: Pick<Item['claim'], 'kind' | 'text' | 'speaker'>): string {
  return kind === 'quote' ? `${speaker}: “${text}”` : text
}

function itemOf(text: string): Item {
  const draft = draftWith({ title: said(text, 'S1.3'), excerpt: [], sections: [] })
  const [item] = itemsOf({ draft, sources: ferrySources, hints: [], failing: [] })
  return item ?? expect.fail('The draft has no item.')
}

function grounderWith(scoring: Scoring): { grounder: Grounder; asked: Comparison[][] } {
  const asked: Comparison[][] = []
  const score: Grounder['score'] = async (claims) => {
    asked.push(claims)
    return claims.map(({ text }) => scoring(text))
  }
  return { grounder: { provider: 'local', model: 'tiny', name: 'local/tiny', score }, asked }
}

function languageJudgeThat(verdictsOn: (items: Item[]) => (item: Item) => 'supported' | 'contradicted'): Judge {
  return {
    name: 'big',
    kind: 'language model',
    judge: async (items) => {
      const verdictOn = verdictsOn(items)
      const idOf = ({ evidence: [unit] }: Item) => unit?.id ?? ''
      return new Map(items.map((item) => [item, { verdict: verdictOn(item), id: idOf(item), reason: '' }]))
    },
  }
}

function judged(judges: Judge[], given: { draft?: Draft; sources?: typeof ferrySources; before?: Verdict[] } = {}) {
  return judgeDraft({
    judges,
    draft: ferryDraft,
    sources: ferrySources,
    hints: [],
    failing: [],
    before: [],
    seed: 'seed',
    isOutOfReach: (error) => error instanceof Error && error.message === 'out of reach',
    ...given,
  })
}
