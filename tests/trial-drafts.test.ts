import { expect, test } from 'vitest'
import { claimsOf, type Draft } from '#newsroom/article/draft.ts'
import { writeStory } from '#newsroom/drafting/write-story.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { assignmentWith, knowing, modelWith, textsOf, type Answers } from './fixtures/newsroom/assignment.ts'
import { readCareless, type CarelessDraft } from './fixtures/newsroom/careless/careless.ts'
import { findingsOf, readTrial, type TrialDraft } from './fixtures/newsroom/trial/trial.ts'

// Ten honest first drafts and five faulty ones. The tests check the findings of the code checks and the published
// sentences, first with a careful judge that knows the false sentences, then with one that supports everything.

const trial = readTrial()
const careless = readCareless()
const honest = trial.flatMap(({ name, sources, drafts }) =>
  drafts.filter((draft) => draft.name === 'honest').map((recorded) => ({ name, sources, recorded })),
)
const faulty = trial.flatMap(({ name, sources, drafts }) =>
  drafts.filter((draft) => draft.name === 'faulty').map((recorded) => ({ name, sources, recorded })),
)

test('accepts at least eight of ten honest first drafts, with at most two false alarms', () => {
  expect(honest).toHaveLength(10)
  const alarms = honest.map(({ name, sources, recorded }) => {
    const findings = findingsOf(recorded.draft, sources)
    const errors = findings.filter(({ severity }) => severity === 'block')
    return { name, errors: errors.map(({ code, where, message }) => `${code} ${where} ${message}`) }
  })
  const report = JSON.stringify(alarms, null, 1)
  expect(alarms.filter(({ errors }) => errors.length === 0).length, report).toBeGreaterThanOrEqual(8)
  expect(alarms.flatMap(({ errors }) => errors).length, report).toBeLessThanOrEqual(2)
})

// Only a judge can find the other faults, because they depend on meaning: inventions without a name or number, lost
// negations and wrong speakers.
test('blocks or questions at least 75% of the faults in five faulty drafts', () => {
  const counts = faulty.map(({ name, sources, recorded }) => {
    const findings = findingsOf(recorded.draft, sources)
    const pointed = new Set(findings.map(({ where }) => where))
    const { faults } = recorded
    return {
      name,
      faults: faults.length,
      pointed: faults.filter(({ where }) => pointed.has(where)).length,
      missed: faults.filter(({ where }) => !pointed.has(where)).map(({ where, kind }) => `${kind} ${where}`),
    }
  })
  const sum = (key: 'faults' | 'pointed') => counts.reduce((all, count) => all + count[key], 0)
  const report = JSON.stringify(counts, null, 1)
  expect(sum('faults')).toBeGreaterThanOrEqual(70)
  expect(sum('pointed') / sum('faults'), report).toBeGreaterThanOrEqual(0.75)
})

test('with a careful judge, publishes faulty drafts without their false sentences', async () => {
  for (const { name, sources, recorded } of faulty) {
    const { accepted, published } = await publishedOf({
      sources,
      draft: recorded.draft,
      judge: carefulJudge(known(recorded, sources)),
    })
    expect(accepted, name).not.toBeNull()
    const wrong = falseTexts(recorded)
    expect(
      published.filter((text) => wrong.has(text)),
      name,
    ).toEqual([])
    // The rest of the article must be at least long enough for a brief.
    expect(published.length, name).toBeGreaterThan(8)
    expect(accepted?.unproved, name).toEqual([])
    expect(accepted?.planted.filter(({ isFound }) => !isFound)).toEqual([])
  }
})

test.for(careless)(
  'with a careful judge, publishes the careless draft about $name without its nine faults',
  async (story) => {
    const { draft, faults, sources } = story
    expect(faults.size).toBe(9)
    const { accepted, published } = await publishedOf({ sources, draft, judge: carefulJudge(story) })
    expect(accepted).not.toBeNull()
    const wrong = new Set(claimsOf(draft).flatMap(({ where, text }) => (faults.has(where) ? [text] : [])))
    expect(published.filter((text) => wrong.has(text))).toEqual([])
    expect(accepted?.unproved).toEqual([])
    expect(accepted?.planted.filter(({ isFound }) => !isFound)).toEqual([])
  },
)

test('with a careful judge, publishes honest drafts and removes at most two of their sentences', async () => {
  const cut: string[] = []
  for (const { name, sources, recorded } of honest) {
    const { accepted, rejections } = await publishedOf({
      sources,
      draft: recorded.draft,
      judge: carefulJudge(known(recorded, sources)),
    })
    expect(accepted?.unproved, `${name} ${JSON.stringify(rejections)}`).toEqual([])
    cut.push(...(accepted?.cut.map(({ text }) => text) ?? []))
  }
  expect(cut.length, cut.join('\n')).toBeLessThanOrEqual(2)
})

test('does not trust a judge that supports everything', async () => {
  for (const { name, sources, recorded } of faulty) {
    const { accepted } = await publishedOf({ sources, draft: recorded.draft, judge: () => 'supported' })
    expect(
      accepted?.verdicts.filter(({ verdict }) => verdict === 'supported'),
      name,
    ).toEqual([])
    expect(accepted?.unproved.length, name).toBeGreaterThan(5)
    expect(accepted?.planted.length, name).toBeGreaterThan(5)
    expect(accepted?.planted.filter(({ isFound }) => isFound)).toEqual([])
  }
})

type TestJudge = NonNullable<Answers['judge']>

type Known = Pick<CarelessDraft, 'draft' | 'faults' | 'sources'>

function known({ draft, faults }: TrialDraft, sources: NumberedSource[]): Known {
  return { draft, sources, faults: new Set(faults.map(({ where }) => where)) }
}

// Creates a judge that supports only the draft's true sentences and the sentences in the sources.
function carefulJudge({ draft, faults, sources }: Known): TestJudge {
  const sound = claimsOf(draft).filter(({ where }) => !faults.has(where))
  return knowing([...sound.map(({ text, speaker }) => text + speaker), ...textsOf(sources)])
}

function falseTexts({ draft, faults }: TrialDraft): Set<string> {
  const wrong = new Set(faults.map(({ where }) => where))
  return new Set(claimsOf(draft).flatMap(({ where, text }) => (wrong.has(where) ? [text] : [])))
}

// Runs the checks and the judge. The writer returns the recorded draft and never revises it.
async function publishedOf({ sources, draft, judge }: { sources: NumberedSource[]; draft: Draft; judge: TestJudge }) {
  const model = modelWith('model', { write: () => draft, judge })
  const { accepted, rejections } = await writeStory(assignmentWith({ writers: [model], sources }))
  const published = accepted === null ? [] : claimsOf(accepted.draft).map(({ text }) => text)
  return { accepted, rejections, published }
}
