import { setImmediate as breathe } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Subject } from '#newsroom/checks/check.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import * as invented from './fixtures/newsroom/mutations/invented.ts'
import { KINDS, type Kind } from './fixtures/newsroom/mutations/mutation.ts'
import { mutationsOf } from './fixtures/newsroom/mutations/mutations.ts'
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

// Changes one claim in a good draft at a time, and measures how many of these faults the checks block or question.

/** The minimum fraction of errors that code must block, for each group of error kinds. */
const LEAST_BLOCKED: [kinds: Kind[], share: number][] = [
  [['invented number'], 0.96],
  [['invented name'], 0.96],
  [['invented date'], 0.96],
  [['invented or altered quotation'], 0.96],
  [['number from another sentence', 'date from another sentence'], 0.8],
  ...KINDS.slice(KINDS.indexOf('unknown evidence'))
    .filter((kind) => kind !== 'evidence from another sentence')
    .map((kind): [Kind[], number] => [[kind], 1]),
]
const LEAST_STOPPED = 0.85

const stories = readStories()
const prompts = await readPrompts('editorial/prompts')
const careful = [...stories].map(([name, story]) => ({
  name,
  category: story.category,
  draft: story.draft,
  sources: numberedSources(story),
}))
// The checks must not be tuned to these held-out drafts.
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
      // Give the worker time to communicate with the test runner.
      await breathe()
      results.push(...tryMutations(story, subject))
    }
}, 600_000)

afterAll(() => {
  console.log(tableOf(`${subjects.size} stories`, tried))
  if (others.size === 0) return
  console.log(tableOf(`${others.size} stories that no check is tuned to`, triedOthers))
  const blocked = [...others].filter(([, subject]) => blockingIn(subject).length > 0)
  console.log(`The checks block ${blocked.length} of their honest drafts.`)
})

test('every id that a careful draft cites is a unit of its sources', () => {
  const unknown = [...stories].flatMap(([name, story]) =>
    unknownIds(story).map(
      ({ where, id, text }) => `${name}, ${where}: ${id} is not a unit of the sources, but is cited by "${text}"`,
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

test('no source contains an invented word', () => {
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

test('creates the same mutations for the same seed, including some of every kind', () => {
  for (const [name, subject] of [...subjects].slice(0, 3)) {
    const made = mutationsOf(subject, name).map(({ draft }) => draft)
    expect(made).toEqual(tried.filter(({ story }) => story === name).map(({ mutation }) => mutation.draft))
  }
  for (const kind of KINDS) expect(tally(tried, kind).made, kind).toBeGreaterThan(kind === 'swapped dates' ? 0 : 8)
})

test.for(LEAST_BLOCKED)('blocks %s: at least the fraction %d', ([kinds, least]) => {
  const { made, blocked, missed } = tally(tried, ...kinds)
  expect(blocked.length / made, missed.map(describe).join('\n')).toBeGreaterThanOrEqual(least)
})

test('blocks most faults, or asks the judge about them', () => {
  for (const results of [tried, triedOthers]) {
    const stopped = results.filter(({ codes, questions }) => codes.length + questions.length > 0)
    expect(stopped.length / results.length).toBeGreaterThanOrEqual(LEAST_STOPPED)
  }
})

type Told = Pick<Subject, 'draft' | 'sources'> & { name: string; category: string }

function subjectsOf(stories: Told[]): Map<string, Subject> {
  return new Map(stories.map(({ name }) => [name, all.get(name) ?? expect.fail(`no story ${name}`)]))
}

// The archive contains all other stories. The instructions are the same that writers get.
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
