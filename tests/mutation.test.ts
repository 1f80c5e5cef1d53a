import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Subject } from '#newsroom/checks/check.ts'
import { checkDraft } from '#newsroom/checks/check-draft.ts'
import { passages, type Draft } from '#newsroom/drafting/draft.ts'
import type { Finding } from '#newsroom/checks/finding.ts'
import { judgeDraft } from '#newsroom/drafting/judge.ts'
import { createModel, type Ask, type Model } from '#newsroom/drafting/llm/model.ts'
import { delimitersFor } from '#newsroom/drafting/llm/prompt-delimiters.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { mutationsOf } from './fixtures/newsroom/mutations/mutations.ts'
import { KINDS, type Mutation, type Kind } from './fixtures/newsroom/mutations/mutation.ts'
import * as invented from './fixtures/newsroom/mutations/invented.ts'
import { overlapJudge, questionIn } from './fixtures/newsroom/mutations/overlap-judge.ts'
import { peopleIn } from './fixtures/newsroom/mutations/people.ts'
import { startModelServer, type ModelCall, type ModelReply } from './fixtures/newsroom/model-server.ts'
import { readStories, type StoryFixture } from './fixtures/newsroom/stories.ts'

// What the newsroom's checks catch of good drafts with one thing wrong.

/** The share of each kind that code has to catch; of the others it is only told. */
const LEAST = new Map<Kind, number>([
  ['invented number', 0.95],
  ['changed date', 0.9],
  ['invented name', 0.95],
  ['invented or altered quotation', 0.95],
  ['changed attribution', 0.85],
  ['copied 15 words', 1],
  ['link', 1],
  ['address', 1],
  ['image', 1],
  ['HTML', 1],
  ['role marker', 1],
  ['canary', 1],
  ['leaked prompt', 1],
  ['source id in the text', 1],
  ['wrong source ids', 1],
  ['invisible character', 1],
  ['another language', 1],
  ['repeat of the archive', 1],
])

type Tried = { story: string; mutation: Mutation; codes: string[] }

// In a long run every story, otherwise two.
const all = readStories()
const stories = new Map(process.env.LONG === '1' ? all : [...all].slice(0, 2))
const prompts = await readPrompts('editorial/prompts')
const subjects = new Map([...stories].map(([name, story]) => [name, subjectOf(name, story)]))
const tried: Tried[] = []

beforeAll(async () => {
  for (const [story, subject] of subjects) {
    // The runner wants to hear of its tests while they work.
    await breathe()
    const before = blocking(subject)
    for (const mutation of mutationsOf(subject, story)) {
      const { draft, published = subject.published } = mutation
      const codes = blocking({ ...subject, draft, published })
        // What is wrong with the draft as it was does not count.
        .filter((found) => !before.some((old) => isSame(old, found)))
        .map(({ code }) => code)
      tried.push({ story, mutation, codes: [...new Set(codes)] })
    }
  }
}, 1_800_000)

afterAll(() => {
  const width = Math.max(...KINDS.map((kind) => kind.length))
  const lines = KINDS.map((kind) => {
    const { made, caught } = tally(kind)
    const share = `${((100 * caught.length) / made.length).toFixed(1)}%`
    return `${kind.padEnd(width)} ${String(made.length).padStart(5)} ${String(caught.length).padStart(7)} ${share.padStart(7)}  ${codesOf(caught)}`
  })
  console.log([`${'kind'.padEnd(width)}  made  caught   share  by`, ...lines].join('\n'))
})

test('what is invented stands in no source', () => {
  const told = [...all.values()].flatMap(({ sources }) => sources.flatMap(({ title, text }) => [title, text]))
  for (const word of Object.values(invented)
    .flat()
    .filter((word) => !invented.OTHER_WORDS.includes(word))) {
    const pattern = new RegExp(String.raw`(?<![\p{L}-])${RegExp.escape(word)}(?![\p{L}-])`, 'u')
    expect(
      told.filter((text) => pattern.test(text)),
      word,
    ).toEqual([])
  }
})

test('every story is mutated in every way, the same at each time', () => {
  const counts = new Map<Kind, number[]>()
  for (const [name, subject] of subjects) {
    const made = mutationsOf(subject, name)
    expect(made.map(({ draft }) => draft)).toEqual(
      tried.filter(({ story }) => story === name).map(({ mutation }) => mutation.draft),
    )
    for (const { kind, draft } of made)
      if (kind !== 'repeat of the archive') expect(draft, `${name}, ${kind}`).not.toEqual(subject.draft)
    for (const kind of KINDS)
      counts.set(kind, [...(counts.get(kind) ?? []), made.filter((one) => one.kind === kind).length])
  }
  const fewest = (kind: Kind) => Math.min(...(counts.get(kind) ?? [0]))
  expect(fewest('invented number')).toBeGreaterThanOrEqual(10)
  expect(fewest('invented name')).toBeGreaterThanOrEqual(10)
  expect(fewest('invented or altered quotation')).toBeGreaterThanOrEqual(10)
  // Not every story has a second person who could have said it, or two names in one sentence.
  const scarce: Kind[] = ['changed attribution', 'swapped names', 'canary', 'invented number in words']
  for (const kind of KINDS.filter((kind) => !scarce.includes(kind)))
    expect(fewest(kind), kind).toBeGreaterThanOrEqual(4)
  for (const kind of scarce) expect(tally(kind).made.length, kind).toBeGreaterThanOrEqual(stories.size)
  for (const [name, { references }] of subjects)
    expect(peopleIn(references.map(({ text }) => text).join('\n')), name).not.toEqual([])
})

test.for([...LEAST])('of %s at least a share of %d is caught', ([kind, least]) => {
  const { made, caught } = tally(kind)
  const missed = made
    .filter(({ codes }) => codes.length === 0)
    .map(({ story, mutation: { how, where, change } }) => `${story}, ${where}, ${how}: ${change}`)
  if (missed.length > 0) console.log([`Missed of ${kind}:`, ...missed.slice(0, 40)].join('\n'))
  expect(caught.length / made.length).toBeGreaterThanOrEqual(least)
})

test('a swapped fact that words do not show is blocked when a judge contradicts it', async () => {
  const { story, mutation } =
    tried.find(({ mutation: { kind }, codes }) => kind === 'swapped numbers' && codes.length === 0) ??
    expect.fail('every swap was caught by code')
  const { where, change, draft } = mutation
  const text = passages(draft).find((passage) => passage.where === where)?.text
  const model = await startJudge(({ prompt }) => {
    const number = questionIn(prompt)?.passages.find((passage) => passage.text === text)?.passage ?? ''
    return { json: { claims: [{ passage: number, claim: change, verdict: 'contradicted', reason: 'Turned round.' }] } }
  })
  expect(await doubtsOf(model, story, draft)).toMatchObject([{ code: 'judge-contradicted', severity: 'error', where }])
})

test('a judge is measured by the swaps that it finds and the good drafts that it leaves alone', async () => {
  const asked: string[] = []
  const model = await startJudge((call) => {
    asked.push(call.prompt)
    // One answer that nobody can read.
    return asked.length === 1 ? { text: 'I would rather not say.' } : overlapJudge(call)
  })
  const { swapped, good } = await measure(model)
  console.log(`A judge that only counts words: ${inWords(swapped, good)}`)
  expect(good.judged).toBe(stories.size)
  expect(swapped.judged).toBeGreaterThan(stories.size)
  expect(asked).toHaveLength(good.judged + swapped.judged)
  expect(new Set(asked).size).toBe(asked.length)
  expect([swapped.unread, good.unread]).toEqual([1, 0])
  // It sees some of what no check sees, and much that is not there.
  expect(swapped.found).toBeGreaterThan(0)
})

// Its calls cost money: it is asked only when somebody says so.
const { WRITERS, JUDGE } = readEnvironment(process.env.MEASURE_JUDGE === '1' ? process.env : {})
const configured = JUDGE ?? WRITERS[0] ?? null

test.skipIf(configured === null)('the judge that is configured is measured', { timeout: 7_200_000 }, async () => {
  const model = createModel(configured ?? expect.fail('no writer is configured'))
  const { swapped, good } = await measure(model)
  console.log(`${model.name}: ${inWords(swapped, good)}`)
  expect(swapped.unread + good.unread).toBeLessThan(swapped.judged + good.judged)
})

type Measured = { judged: number; found: number; unread: number }

// One swap of numbers and one of names a story, where code sees nothing, and each draft as it was.
async function measure(model: Model): Promise<{ swapped: Measured; good: Measured }> {
  const unseen = tried.filter(({ codes }) => codes.length === 0)
  const ofKind = (kind: Kind) =>
    [...stories.keys()].flatMap((name) =>
      unseen.filter(({ story, mutation }) => story === name && mutation.kind === kind).slice(0, 1),
    )
  const swapped = { judged: 0, found: 0, unread: 0 }
  for (const { story, mutation } of [...ofKind('swapped numbers'), ...ofKind('swapped names')]) {
    const doubts = await doubtsOf(model, story, mutation.draft)
    // A doubt about another passage is no merit.
    count(swapped, doubts, ({ severity, where }) => severity === 'error' && where === mutation.where)
  }
  const good = { judged: 0, found: 0, unread: 0 }
  for (const [story, { draft }] of stories)
    count(good, await doubtsOf(model, story, draft), ({ severity }) => severity === 'error')
  return { swapped, good }
}

function count(measured: Measured, doubts: Finding[] | null, isFound: (doubt: Finding) => boolean): void {
  measured.judged++
  if (doubts === null) measured.unread++
  else if (doubts.some(isFound)) measured.found++
}

function inWords(swapped: Measured, good: Measured): string {
  return `${swapped.found} of ${swapped.judged} swaps found, ${good.found} of ${good.judged} good drafts blocked, ${swapped.unread + good.unread} answers unread`
}

async function doubtsOf(model: Model, story: string, draft: Draft): Promise<Finding[] | null> {
  const references = subjects.get(story)?.references ?? expect.fail(`no story ${story}`)
  const ask: Ask = (question) => {
    const idempotencyKey = createHash('sha256').update(JSON.stringify(question)).digest('hex')
    return model.ask({ ...question, idempotencyKey })
  }
  const verdict = await judgeDraft({ ask, prompts, draft, references, seed: story })
  return verdict === null ? null : verdict.findings
}

async function startJudge(answer: (call: ModelCall) => ModelReply): Promise<Model> {
  const server = await startModelServer({ protocol: 'openai', answer })
  onTestFinished(() => server.close())
  return createModel({ kind: 'compatible', url: server.url, model: 'test-judge', key: 'test-key' })
}

// The archive holds every other story; the prompt is the one that writers are given.
function subjectOf(name: string, { sources, draft }: StoryFixture): Subject {
  const material = delimitersFor(name)
  return {
    draft,
    references: sources.map((source, index) => ({ id: `S${index + 1}`, hash: '', ...source })),
    published: [...all]
      .filter(([other]) => other !== name)
      .map(
        ([
          ,
          {
            category,
            sources,
            draft: { title, excerpt },
          },
        ]) => ({
          category,
          title,
          excerpt,
          date: sources[0]?.date ?? '',
        }),
      )
      .toSorted((one, other) => other.date.localeCompare(one.date)),
    canaries: material.canaries,
    instructions: `${prompts.write}\n\n${material.rule}`,
  }
}

function blocking(subject: Subject): Finding[] {
  return checkDraft(subject).findings.filter(({ severity }) => severity === 'error')
}

function isSame(one: Finding, other: Finding): boolean {
  return one.code === other.code && one.where === other.where && one.evidence === other.evidence
}

function tally(kind: Kind): { made: Tried[]; caught: Tried[] } {
  const made = tried.filter(({ mutation }) => mutation.kind === kind)
  return { made, caught: made.filter(({ codes }) => codes.length > 0) }
}

function codesOf(caught: Tried[]): string {
  const counts = new Map<string, number>()
  for (const { codes } of caught) for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ')
}
