import { setImmediate as breathe } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Subject } from '#newsroom/checks/check.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import { KINDS, type Kind } from './fixtures/newsroom/mutations/mutation.ts'
import {
  blockingIn,
  describe,
  ofKinds,
  tableOf,
  tryMutations,
  type Tried,
} from './fixtures/newsroom/mutations/try-mutations.ts'
import { numberedSources, readStories } from './fixtures/newsroom/stories.ts'
import { readTrial } from './fixtures/newsroom/trial/trial.ts'

// Changes one claim in a good draft at a time, and measures how many of these faults the checks block or question.

/** The minimum fraction of errors that code must block, for each group of error kinds. */
const LEAST_BLOCKED: [kinds: Kind[], share: number][] = [
  [['invented number'], 0.96],
  [['invented name'], 0.96],
  [['invented date'], 0.96],
  [['invented or altered quotation'], 0.96],
  [['number from another sentence', 'date from another sentence'], 0.8],
  [['unknown evidence'], 1],
]
const LEAST_STOPPED = 0.85

const prompts = await readPrompts('editorial/prompts')
const careful = [...readStories()].map(([name, story]) => ({ name, ...story, sources: numberedSources(story) }))
// The checks must not be tuned to these held-out drafts.
const heldOut = readTrial().flatMap(({ drafts, ...story }) =>
  drafts.filter(({ name }) => name === 'honest').map(({ draft }) => ({ ...story, draft })),
)
const subjects = careful.map(subjectOf)
const others = heldOut.map(subjectOf)
const tried: Tried[] = []
const triedOthers: Tried[] = []

beforeAll(async () => {
  for (const subject of [...subjects, ...others]) {
    // Give the worker time to communicate with the test runner.
    await breathe()
    const results = subjects.includes(subject) ? tried : triedOthers
    results.push(...tryMutations(subject.name, subject))
  }
}, 600_000)

afterAll(() => {
  console.log(`${subjects.length} stories, and ${others.length} stories that no check is tuned to:`)
  console.table(tableOf(tried))
  console.table(tableOf(triedOthers))
  const blocked = others.filter((subject) => blockingIn(subject).length > 0)
  console.log(`The checks block ${blocked.length} of their honest drafts.`)
})

test('no careful draft is blocked', () => {
  const blocked = subjects.flatMap((subject) =>
    blockingIn(subject).map(({ where, code, message }) => `${subject.name}, ${where}, ${code}: ${message}`),
  )
  expect(blocked).toEqual([])
})

test('creates mutations of every kind', () => {
  for (const kind of KINDS) expect(ofKinds(tried, kind).length, kind).toBeGreaterThan(kind === 'swapped dates' ? 0 : 8)
})

test.for(LEAST_BLOCKED)('blocks %s: at least the fraction %d', ([kinds, least]) => {
  const made = ofKinds(tried, ...kinds)
  const missed = made.filter(({ isBlocked }) => !isBlocked)
  expect(1 - missed.length / made.length, missed.map(describe).join('\n')).toBeGreaterThanOrEqual(least)
})

test('blocks most faults, or asks the judge about them', () => {
  for (const results of [tried, triedOthers]) {
    const stopped = results.filter(({ isStopped }) => isStopped)
    expect(stopped.length / results.length).toBeGreaterThanOrEqual(LEAST_STOPPED)
  }
})

type Told = Pick<Subject, 'draft' | 'sources'> & { name: string; category: string }

// The archive contains all other stories. The instructions are the same that writers get.
function subjectOf({ name, draft, sources }: Told): Subject & { name: string } {
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
  return {
    name,
    draft,
    sources,
    published,
    canaries,
    instructions: [prompts.write, prompts.rewrite, prompts.cite, rule].join('\n\n'),
  }
}
