import { expect, test } from 'vitest'
import { checkDraft } from '#newsroom/checks/check-draft.ts'
import { judgeDraft, type Judge } from '#newsroom/judging/judge.ts'
import { languageJudge } from '#newsroom/judging/language-judge.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { claimsOf, type Draft } from '#newsroom/article/draft.ts'
import type { Steps } from '#newsroom/drafting/steps.ts'
import { writeStory } from '#newsroom/drafting/write-story.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { readTrial, type TrialDraft } from './fixtures/newsroom/trial/trial.ts'

// Ten honest first drafts and five faulty ones, recorded: what code says of them, and what is published of them with a
// careful judge, who knows what is false, and with a careless one, who calls everything supported.

const trial = readTrial()
const honest = trial.flatMap(({ name, sources, drafts }) =>
  drafts.filter((draft) => draft.name === 'honest').map((recorded) => ({ name, sources, recorded })),
)
const faulty = trial.flatMap(({ name, sources, drafts }) =>
  drafts.filter((draft) => draft.name === 'faulty').map((recorded) => ({ name, sources, recorded })),
)

function checked(draft: Draft, sources: NumberedSource[]) {
  return checkDraft({ draft, sources, published: [], canaries: [], instructions: '' })
}

test('of ten honest first drafts at least eight pass code at once, with at most two false alarms in all', () => {
  expect(honest).toHaveLength(10)
  const alarms = honest.map(({ name, sources, recorded }) => {
    const { findings } = checked(recorded.draft, sources)
    const errors = findings.filter(({ severity }) => severity === 'block')
    return { name, errors: errors.map(({ code, where, message }) => `${code} ${where} ${message}`) }
  })
  const report = JSON.stringify(alarms, null, 1)
  expect(alarms.filter(({ errors }) => errors.length === 0).length, report).toBeGreaterThanOrEqual(8)
  expect(alarms.flatMap(({ errors }) => errors).length, report).toBeLessThanOrEqual(2)
})

// The other half is no matter of numbers, names or words that code can compare: inventions in plain words, lost
// negations, a "may" that became "will". Those it can only point at.
test('of the faults of five faulty drafts code blocks half, and points the judge at three quarters', () => {
  const counts = faulty.map(({ name, sources, recorded }) => {
    const { findings } = checked(recorded.draft, sources)
    const blocked = new Set(findings.filter(({ severity }) => severity === 'block').map(({ where }) => where))
    const pointed = new Set(findings.map(({ where }) => where))
    const { faults } = recorded
    return {
      name,
      faults: faults.length,
      blocked: faults.filter(({ where }) => blocked.has(where)).length,
      pointed: faults.filter(({ where }) => pointed.has(where)).length,
      missed: faults.filter(({ where }) => !pointed.has(where)).map(({ where, kind }) => `${kind} ${where}`),
    }
  })
  const sum = (key: 'faults' | 'blocked' | 'pointed') => counts.reduce((all, count) => all + count[key], 0)
  const report = JSON.stringify(counts, null, 1)
  expect(sum('faults')).toBeGreaterThanOrEqual(70)
  expect(sum('blocked') / sum('faults'), report).toBeGreaterThanOrEqual(0.5)
  expect(sum('pointed') / sum('faults'), report).toBeGreaterThanOrEqual(0.75)
})

test('with a careful judge nothing false of a faulty draft is published, and the story is told all the same', async () => {
  for (const { name, sources, recorded } of faulty) {
    const { accepted, published } = await publishedOf({ sources, recorded, judge: carefulJudge(recorded, sources) })
    expect(accepted, name).not.toBeNull()
    const wrong = falseTexts(recorded)
    expect(
      published.filter((text) => wrong.has(text)),
      name,
    ).toEqual([])
    // A brief at least.
    expect(published.length, name).toBeGreaterThan(8)
    expect(accepted?.controls.careful?.found).toBe(accepted?.controls.careful?.planted)
  }
})

test('with a careful judge a whole honest draft is published', async () => {
  for (const { name, sources, recorded } of honest) {
    const { accepted, rejections } = await publishedOf({ sources, recorded, judge: carefulJudge(recorded, sources) })
    expect([accepted?.cut.length, accepted?.unproved], `${name} ${JSON.stringify(rejections)}`).toEqual([0, []])
  }
})

test('a careless judge is found out by the planted errors every time, in a hundred runs', async () => {
  const ask = answering((item) => ({ verdict: 'supported', id: idIn(item) }))
  const careless = languageJudge({ name: 'careless', ask, prompts })
  for (let seed = 0; seed < 100; seed += 1) {
    const { sources, recorded } = faulty[seed % faulty.length] ?? { sources: [], recorded: null }
    if (recorded === null) throw new Error('There is no faulty draft.')
    const { verdicts, controls } = await judged(recorded.draft, { sources, judges: [careless], seed: String(seed) })
    expect(
      verdicts.every(({ verdict }) => verdict !== 'supported'),
      String(seed),
    ).toBe(true)
    expect(controls.careless?.planted, String(seed)).toBeGreaterThan(0)
    expect(controls.careless?.found).toBe(0)
  }
})

type Shown = { item: string; text: string; speaker?: string; evidence: string[] }

function answering(verdictOn: (item: Shown) => { verdict: string; id: string }): Ask {
  return async ({ prompt }) => {
    const [, , text = '{}'] = /^BEGIN (\w+)\n(.*)\nEND \1$/m.exec(prompt) ?? []
    const { items }: { items: Shown[] } = JSON.parse(text)
    const verdicts = items.map((item) => ({ item: item.item, reason: '', ...verdictOn(item) }))
    const output = { verdicts }
    const usage = { inputTokens: 1, outputTokens: 1 }
    return { text: JSON.stringify(output), output, finishReason: 'stop', usage }
  }
}

function idIn({ evidence: [first = ''] }: Shown): string {
  return first.split(' ')[0] ?? ''
}

// It knows what the recorded draft says truly, and what the sources say; nothing else is true.
function carefulJudge({ draft, faults }: TrialDraft, sources: NumberedSource[]): Judge {
  const wrong = new Set(faults.map(({ where }) => where))
  const truths = new Set([
    ...claimsOf(draft)
      .filter(({ where }) => !wrong.has(where))
      .map(({ text, speaker }) => bare(text + speaker)),
    ...sources.flatMap(({ units }) => units.map(({ text }) => bare(text))),
  ])
  const ask = answering((item) => {
    const isTrue = truths.has(bare(`${item.text}${item.speaker ?? ''}`))
    return { verdict: isTrue ? 'supported' : 'contradicted', id: idIn(item) }
  })
  return languageJudge({ name: 'careful', ask, prompts })
}

function falseTexts({ draft, faults }: TrialDraft): Set<string> {
  const wrong = new Set(faults.map(({ where }) => where))
  return new Set(claimsOf(draft).flatMap(({ where, text }) => (wrong.has(where) ? [bare(text)] : [])))
}

function judged(draft: Draft, options: { sources: NumberedSource[]; judges: Judge[]; seed: string }) {
  return judgeDraft({ ...options, ...JUDGING, draft, hints: [], failing: [], before: [] })
}

const prompts = { edit: '', write: '', revise: '', judge: 'Judge.', hash: '' }
const JUDGING = { isOutOfReach: () => false }

// A writer that gives this draft and mends nothing.
async function publishedOf({
  sources,
  recorded,
  judge,
}: {
  sources: NumberedSource[]
  recorded: TrialDraft
  judge: Judge
}) {
  const told = { canaries: [], instructions: '' }
  const steps: Steps = {
    writers: [
      { provider: 'p', model: 'm', name: 'p/m', window: null, ask: () => Promise.reject(new Error('Nobody asks it.')) },
    ],
    write: async () => ({ draft: recorded.draft, raw: '', findings: [], ...told }),
    check: ({ draft, sources }) => checkDraft({ draft, sources, published: [], ...told }),
    judge: (given) => judgeDraft({ ...given, ...JUDGING, judges: [judge], seed: 'seed' }),
    revise: async (_, { draft }) => ({ draft, findings: [], ...told }),
    isOutOfReach: () => false,
    onState: () => {},
  }
  const { accepted, rejections } = await writeStory({ title: 'A story', sources }, steps)
  const published = accepted === null ? [] : claimsOf(accepted.draft).map(({ text }) => bare(text))
  return { accepted, rejections, published }
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
