import { expect, test } from 'vitest'
import { claimsOf } from '#newsroom/article/draft.ts'
import { isBlocking } from '#newsroom/article/finding.ts'
import { writeStory } from '#newsroom/drafting/write-story.ts'
import { KINDS } from '#newsroom/judging/falsify.ts'
import { assignmentWith, modelWith } from './fixtures/newsroom/assignment.ts'
import { knowing } from './fixtures/newsroom/test-judge.ts'
import { readCareless, type CarelessDraft } from './fixtures/newsroom/careless/careless.ts'
import { findingsOf, readTrial, type TrialDraft } from './fixtures/newsroom/trial/trial.ts'

// Ten honest first drafts, five faulty ones, and careless ones with nine faults each. The tests check the findings of
// the code checks, and the sentences that are published with a careful judge that knows the false sentences.

const honest = draftsNamed('honest')
const faulty = draftsNamed('faulty')
const careless = readCareless()

function draftsNamed(kind: TrialDraft['name']): CarelessDraft[] {
  return readTrial().flatMap(({ name, sources, drafts }) =>
    drafts
      .filter((draft) => draft.name === kind)
      .map(({ draft, faults }) => ({ name, sources, draft, faults: new Set(faults.map(({ where }) => where)) })),
  )
}

test('accepts at least eight of ten honest first drafts, with at most two false alarms', () => {
  expect(honest).toHaveLength(10)
  const alarms = honest.map(({ name, draft, sources }) =>
    findingsOf(draft, sources)
      .filter(isBlocking)
      .map(({ code, where, message }) => `${name} ${code} ${where} ${message}`),
  )
  expect(alarms.filter((errors) => errors.length === 0).length, alarms.join('\n')).toBeGreaterThanOrEqual(8)
  expect(alarms.flat().length, alarms.join('\n')).toBeLessThanOrEqual(2)
})

// Only a judge can find the other faults, because they depend on meaning: inventions without a name or number, lost
// negations and wrong speakers.
test('blocks or questions at least 75% of the faults in five faulty drafts', () => {
  expect(faulty).toHaveLength(5)
  const missed = faulty.flatMap(({ name, draft, sources, faults }) => {
    const pointed = new Set(findingsOf(draft, sources).map(({ where }) => where))
    return [...faults.difference(pointed)].map((where) => `${name} ${where}`)
  })
  const count = faulty.reduce((sum, { faults }) => sum + faults.size, 0)
  expect(count).toBeGreaterThanOrEqual(70)
  expect(1 - missed.length / count, missed.join('\n')).toBeGreaterThanOrEqual(0.75)
})

test.for([...faulty, ...careless])(
  'with a careful judge, publishes the draft about $name without its false sentences',
  async (story) => {
    const { draft, faults } = story
    expect(faults.size).toBeGreaterThanOrEqual(9)
    const { accepted, published } = await publishedOf(story)
    const wrong = new Set(claimsOf(draft).flatMap(({ where, text }) => (faults.has(where) ? [text] : [])))
    expect(published.filter((text) => wrong.has(text))).toEqual([])
    // The rest of a full article must be at least long enough for a brief.
    expect(published.length).toBeGreaterThan(faulty.includes(story) ? 8 : 0)
    expect(accepted?.unproved).toEqual([])
    expect(accepted?.planted.filter(({ isFound }) => !isFound)).toEqual([])
  },
)

test('with a careful judge, publishes honest drafts and removes at most two of their sentences', async () => {
  const cut: string[] = []
  const used = new Set<string>()
  for (const story of honest) {
    const { accepted, rejections } = await publishedOf(story)
    expect(accepted?.unproved, `${story.name} ${JSON.stringify(rejections)}`).toEqual([])
    expect(accepted?.planted.length, story.name).toBeGreaterThan(6)
    expect(accepted?.planted.filter(({ isFound }) => !isFound)).toEqual([])
    cut.push(...(accepted?.cut.map(({ text }) => text) ?? []))
    for (const { kind } of accepted?.planted ?? []) used.add(kind)
  }
  expect(cut.length, cut.join('\n')).toBeLessThanOrEqual(2)
  expect(KINDS.filter((kind) => !used.has(kind))).toEqual([])
})

// Runs the checks and a careful judge. The writer returns the recorded draft and never revises it.
async function publishedOf({ sources, draft, faults }: CarelessDraft) {
  const judge = knowing({ sources, draft, faults })
  const model = modelWith('model', { write: () => draft, judge })
  const { accepted, rejections } = await writeStory(assignmentWith({ writers: [model], sources }))
  const published = accepted === null ? [] : claimsOf(accepted.draft).map(({ text }) => text)
  return { accepted, rejections, published }
}
