import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Subject } from '#newsroom/checks/check.ts'
import type { Judge } from '#newsroom/judging/judge.ts'
import { languageJudge } from '#newsroom/judging/language-judge.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { openModel } from '#wiring/models.ts'
import * as invented from './fixtures/newsroom/mutations/invented.ts'
import { knowingJudge, measureJudge, type Measured } from './fixtures/newsroom/mutations/measure-judge.ts'
import { KINDS, type Kind } from './fixtures/newsroom/mutations/mutation.ts'
import { mutationsOf } from './fixtures/newsroom/mutations/mutations.ts'
import { peopleIn } from './fixtures/newsroom/mutations/people.ts'
import {
  blockingIn,
  describe,
  tableOf,
  tally,
  tryMutations,
  type Tried,
} from './fixtures/newsroom/mutations/try-mutations.ts'
import { numberedSources, readStories, unknownIds } from './fixtures/newsroom/stories.ts'
import { readTrial } from './fixtures/newsroom/trial/trial.ts'

// What the newsroom's checks find of good drafts with one thing wrong.

/** The share of these kinds that code has to block; of others it is only told. */
const LEAST: [kinds: Kind[], share: number][] = [
  [['invented number'], 0.97],
  [['invented name'], 0.97],
  [['invented date'], 0.97],
  [['swapped numbers', 'swapped dates', 'number of another sentence', 'date of another sentence'], 0.7],
  [['swapped names', 'name of another sentence'], 0.2],
  [['invented or altered quotation'], 0.97],
  [['changed attribution'], 0.85],
  ...[
    'unknown evidence',
    'copied 18 words',
    'link',
    'address',
    'image',
    'HTML',
    'role marker',
    'canary',
    'leaked prompt',
    'source id in the text',
    'invisible character',
    'another language',
    'repeat of the archive',
  ].flatMap((name): [Kind[], number][] => KINDS.filter((kind) => kind === name).map((kind) => [[kind], 1])),
]

const stories = readStories()
const prompts = await readPrompts('editorial/prompts')
const careful = [...stories].map(([name, story]) => ({
  name,
  category: story.category,
  draft: story.draft,
  sources: numberedSources(story),
}))
// The rules were not corrected on these, nor shall they be.
const heldOut = readTrial().flatMap(({ name, category, sources, drafts }) =>
  drafts.filter((draft) => draft.name === 'honest').map(({ draft }) => ({ name, category, draft, sources })),
)
const all = new Map([...careful, ...heldOut].map((story) => [story.name, subjectOf(story)]))
const subjects = subjectsOf(careful)
const others = subjectsOf(heldOut)
const tried: Tried[] = []
const triedOthers: Tried[] = []

beforeAll(async () => {
  for (const [results, drafts] of [
    [tried, subjects],
    [triedOthers, others],
  ] as const)
    for (const [story, subject] of drafts) {
      // The runner wants to hear of its tests while they work.
      await breathe()
      results.push(...tryMutations(story, subject))
    }
}, 3_600_000)

afterAll(() => {
  console.log(tableOf(`${subjects.size} stories`, tried))
  if (others.size === 0) return
  console.log(tableOf(`${others.size} stories that the rules were not corrected on`, triedOthers))
  const blocked = [...others].filter(([, subject]) => blockingIn(subject).length > 0)
  console.log(`Of their honest drafts ${blocked.length} are blocked.`)
})

test('every id that a careful draft names is a unit of its sources', () => {
  const unknown = [...stories].flatMap(([name, story]) =>
    unknownIds(story).map(
      ({ where, id, text }) => `${name}, ${where}: ${id} is no unit of the sources; it bears "${text}"`,
    ),
  )
  expect(unknown).toEqual([])
})

test('no careful draft is blocked', () => {
  const blocked = careful.flatMap(({ name }) =>
    blockingIn(all.get(name) ?? expect.fail(name)).map(
      ({ where, code, message }) => `${name}, ${where}, ${code}: ${message}`,
    ),
  )
  expect(blocked).toEqual([])
})

test('what is invented stands in no source', () => {
  const told = [...careful, ...heldOut].flatMap(({ sources }) =>
    sources.flatMap(({ publisher, title, units }) => [publisher, title, ...units.map(({ text }) => text)]),
  )
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

test('every story is mutated in every way, the same at each time, in one claim', () => {
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
  for (const kind of ['invented number', 'invented name', 'invented or altered quotation'] as const)
    expect(fewest(kind), kind).toBeGreaterThanOrEqual(10)
  // Not every story has a second person who could have said it, or two dates in one sentence.
  for (const kind of KINDS.filter((kind) => !SCARCE.includes(kind)))
    expect(fewest(kind), kind).toBeGreaterThanOrEqual(4)
  for (const kind of SCARCE) expect(tally(tried, kind).made, kind).toBeGreaterThan(0)
  for (const [name, { sources }] of all)
    expect(peopleIn(sources.flatMap(({ units }) => units.map(({ text }) => text)).join('\n')), name).not.toEqual([])
})

const SCARCE: Kind[] = [
  'invented number in words',
  'swapped numbers',
  'swapped dates',
  'swapped names',
  'number of another sentence',
  'date of another sentence',
  'name of another sentence',
  'turned boundary',
  'turned negation',
  'lost doubt',
  'changed attribution',
  'evidence of another sentence',
  'canary',
]

test.for(LEAST)('of %s at least a share of %d is blocked', ([kinds, least]) => {
  const { made, blocked, missed } = tally(tried, ...kinds)
  if (missed.length > 0)
    console.log([`Missed of ${kinds.join(', ')}:`, ...missed.slice(0, 40).map(describe)].join('\n'))
  expect(blocked.length / made).toBeGreaterThanOrEqual(least)
})

test('what code does not see is found by a judge that knows what is true, who refuses nothing else', async () => {
  const judge = knowingJudge([...subjects.values()].map(({ draft }) => draft))
  const { faults, found, sound, refused, unproved, controls } = await measureJudge({ judge, subjects, tried })
  expect(faults).toBeGreaterThan(subjects.size)
  expect(found).toBe(faults)
  expect(sound).toBeGreaterThan(30 * subjects.size)
  expect([refused, unproved]).toEqual([0, 0])
  expect(controls.planted).toBeGreaterThan(10 * subjects.size)
  expect(controls.found).toBe(controls.planted)
})

// Its calls cost money: it is asked only when somebody says so.
const environment = readEnvironment(process.env.MEASURE_JUDGE === '1' ? process.env : {})
const { WRITERS, JUDGE } = environment
const configured = JUDGE ?? WRITERS[0] ?? null

test.skipIf(configured === null)('the judge that is configured is measured', { timeout: 7_200_000 }, async () => {
  const judge = await askedJudge()
  const measured = await measureJudge({ judge, subjects, tried })
  console.log(`${judge.name}: ${inWords(measured)}`)
  expect(measured.unproved).toBeLessThan(measured.sound)
})

async function askedJudge(): Promise<Judge> {
  const model = await openModel(configured ?? expect.fail('no writer is configured'))
  const ask: Ask = (question) => {
    const idempotencyKey = createHash('sha256').update(JSON.stringify(question)).digest('hex')
    return model.ask({ ...question, idempotencyKey })
  }
  return languageJudge({ name: model.name, ask, prompt: prompts.judge })
}

function inWords({ faults, found, sound, refused, unproved, controls }: Measured): string {
  return `${found} of ${faults} faults found that code did not see, ${refused} of ${sound} sound claims refused, ${unproved} unproved, ${controls.found} of ${controls.planted} controls found`
}

type Told = Pick<Subject, 'draft' | 'sources'> & { name: string; category: string }

function subjectsOf(stories: Told[]): Map<string, Subject> {
  return new Map(stories.map(({ name }) => [name, all.get(name) ?? expect.fail(`no story ${name}`)]))
}

// The archive holds every other story; the prompt is the one that writers are given.
function subjectOf({ name, draft, sources }: Told): Subject {
  const { canaries, rule } = delimitersFor(name)
  const published = [...careful, ...heldOut]
    .filter((other) => other.name !== name)
    .map(({ category, draft: { title, excerpt }, sources: [first] }) => ({
      category,
      title: title.text,
      excerpt: excerpt.map(({ text }) => text).join(' '),
      date: first?.date ?? '',
    }))
    .toSorted((one, other) => other.date.localeCompare(one.date))
  return { draft, sources, published, canaries, instructions: `${prompts.write}\n\n${rule}` }
}
