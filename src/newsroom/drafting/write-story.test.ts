import { expect, test } from 'vitest'
import type { Draft } from '#newsroom/drafting/draft.ts'
import type { Finding } from '#newsroom/checks/finding.ts'
import type { Model } from '#newsroom/drafting/llm/model.ts'
import { NoWriter, writeStory, type Attempt, type Steps } from '#newsroom/drafting/write-story.ts'

const draft: Draft = { title: 'T', excerpt: 'E', tags: [], sections: [], why_it_matters: 'W' }
const story = { title: 'A story', references: [] }
const block: Finding = { code: 'number-not-in-sources', severity: 'error', where: 'title', message: 'm', evidence: 'e' }
const warn: Finding = { ...block, code: 'hype', severity: 'warning' }
const result = { name: 'Judged', passed: true, detail: '' }

function writerOf(name: string): Model {
  return { provider: 'p', model: name, name: `p/${name}`, ask: () => Promise.reject(new Error('not asked')) }
}

function stepsOf(given: Partial<Steps>) {
  const calls: [writer: string, previous: Attempt | null][] = []
  const steps: Steps = {
    writers: [writerOf('one'), writerOf('two')],
    write: async (writer, previous) => {
      calls.push([writer.model, previous])
      return { draft, raw: '{}', findings: [], canaries: [], instructions: '' }
    },
    check: () => ({ findings: [], results: [] }),
    judge: async () => ({ findings: [], result }),
    isOutOfReach: (error) => error instanceof Error && error.message === 'out of reach',
    onState: () => {},
    ...given,
  }
  return { steps, calls }
}

test('a draft that passes is written once and judged once', async () => {
  let judged = 0
  const { steps, calls } = stepsOf({
    check: () => ({ findings: [warn], results: [{ ...result, name: 'Checked' }] }),
    judge: async () => {
      judged += 1
      return { findings: [], result }
    },
  })
  const { accepted, rejections } = await writeStory(story, steps)
  expect(accepted).toMatchObject({ writer: { model: 'one' }, warnings: [warn] })
  expect(accepted?.checks.map(({ name }) => name)).toEqual(['Checked', 'Judged'])
  expect([calls.length, judged, rejections]).toEqual([1, 1, []])
})

test('a rejected draft is revised twice with what was wrong, then the next writer begins anew', async () => {
  const { steps, calls } = stepsOf({ check: () => ({ findings: [block], results: [] }) })
  const { accepted, rejections } = await writeStory(story, steps)
  expect(accepted).toBeNull()
  expect(calls.map(([writer, previous]) => [writer, previous?.findings ?? null])).toEqual([
    ['one', null],
    ['one', [block]],
    ['one', [block]],
    ['two', null],
    ['two', [block]],
    ['two', [block]],
  ])
  expect(rejections).toHaveLength(6)
  expect(rejections[0]).toEqual({ story: 'A story', writer: 'p/one', codes: ['number-not-in-sources'] })
})

test('what code rejects is not judged, and what the judge rejects is revised', async () => {
  let [checks, judged] = [0, 0]
  const { steps, calls } = stepsOf({
    check: () => ({ findings: (checks += 1) === 1 ? [block] : [], results: [] }),
    judge: async () => ({ findings: (judged += 1) === 1 ? [{ ...block, code: 'judge-contradicted' }] : [], result }),
  })
  const { accepted, rejections } = await writeStory(story, steps)
  expect(accepted).not.toBeNull()
  expect([calls.length, judged]).toEqual([3, 2])
  expect(rejections.map(({ codes }) => codes)).toEqual([['number-not-in-sources'], ['judge-contradicted']])
})

test('an answer that holds no draft is a rejection', async () => {
  let written = 0
  const unreadable: Finding = { ...block, code: 'unreadable' }
  const { steps } = stepsOf({
    write: async () => {
      written += 1
      const none = { draft: null, raw: 'Sorry', findings: [unreadable], canaries: [], instructions: '' }
      return written === 1 ? none : { ...none, draft, findings: [] }
    },
  })
  const { accepted, rejections } = await writeStory(story, steps)
  expect(accepted).not.toBeNull()
  expect(rejections.map(({ codes }) => codes)).toEqual([['unreadable']])
})

test('without a judgement there is no article, and nothing to revise', async () => {
  const { steps, calls } = stepsOf({ judge: async () => null })
  const { accepted, rejections } = await writeStory(story, steps)
  expect(accepted).toBeNull()
  expect(calls.map(([writer]) => writer)).toEqual(['one', 'two'])
  expect(rejections.flatMap(({ codes }) => codes)).toEqual(['not-judged', 'not-judged'])
})

test('a writer out of reach makes room for the next; when none is left, the story is kept for later', async () => {
  const write: Steps['write'] = async (writer) => {
    if (writer.model === 'one') throw new Error('out of reach')
    return { draft, raw: '', findings: [], canaries: [], instructions: '' }
  }
  expect((await writeStory(story, stepsOf({ write }).steps)).accepted).toMatchObject({ writer: { model: 'two' } })
  const none = stepsOf({ write: () => Promise.reject(new Error('out of reach')) })
  await expect(writeStory(story, none.steps)).rejects.toThrow(NoWriter)
  const broken = stepsOf({ write: () => Promise.reject(new Error('disk full')) })
  await expect(writeStory(story, broken.steps)).rejects.toThrow('disk full')
})
