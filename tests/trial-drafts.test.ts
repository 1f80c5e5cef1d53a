import { expect, test } from 'vitest'
import { isBlocking } from '#newsroom/article/finding.ts'
import { checkDraft } from '#newsroom/checks/check-draft.ts'
import { judgeDraft, type Judge } from '#newsroom/judging/judge.ts'
import { languageJudge } from '#newsroom/judging/language-judge.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { claimsOf, type Draft } from '#newsroom/article/draft.ts'
import type { Steps } from '#newsroom/drafting/steps.ts'
import { writeStory } from '#newsroom/drafting/write-story.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { readTrial, type TrialDraft } from './fixtures/newsroom/trial/trial.ts'

// Checks ten recorded honest drafts and five careless ones, and publishes them with an attentive judge, which knows the
// false sentences, and with a careless one, which supports everything.

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

test('in ten honest first drafts code blocks at most two sentences', () => {
  expect(honest).toHaveLength(10)
  const blocked = honest.flatMap(({ name, sources, recorded }) =>
    checked(recorded.draft, sources)
      .findings.filter(isBlocking)
      .map(({ code, where, message }) => `${name} ${where} ${code} ${message}`),
  )
  expect(blocked.length, blocked.join('\n')).toBeLessThanOrEqual(2)
})

// Most of the other faults are inventions in plain words, which only the judge can find.
test('code blocks or asks about most faults of five careless drafts', () => {
  const faults = faulty.flatMap(({ name, sources, recorded }) => {
    const { findings } = checked(recorded.draft, sources)
    return recorded.faults.map(({ where, kind }) => {
      const own = findings.filter((finding) => finding.where === where && finding.severity !== 'revise')
      return { place: `${name} ${where} ${kind}`, isFound: own.length > 0 }
    })
  })
  const missed = faults.filter(({ isFound }) => !isFound).map(({ place }) => place)
  expect(faults).toHaveLength(72)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(28)
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

const prompts = { edit: '', write: '', sections: '', revise: '', judge: 'Judge.', hash: '' }
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
