import { expect, test } from 'vitest'
import { claimsOf, mapClaims, type Draft } from '#newsroom/article/draft.ts'
import { NoWriter, writeStory } from '#newsroom/drafting/write-story.ts'
import { ModelFailed } from '#newsroom/llm/model-settings.ts'
import { assignmentWith, modelOf, modelWith, type Answers } from '../../../tests/fixtures/newsroom/assignment.ts'
import { knowing } from '../../../tests/fixtures/newsroom/test-judge.ts'
import { said, sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferryDraft, ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'

const FIRST = 'sections.0.blocks.0.sentences.0'
const SECOND = 'sections.0.blocks.0.sentences.1'
const THIRD = 'sections.0.blocks.0.sentences.2'
const WRONG_NUMBER = 'Kestrel Bay has had an electric ferry since 16 November 2031.'
const INVENTED = 'The old ferry was loved by everybody in Kestrel Bay.'
const careful = knowing({ draft: ferryDraft, sources: ferrySources })

const away = modelOf('away', () => Promise.reject(new ModelFailed('Busy.')))

test('writes and judges a correct draft once and returns its complete record', async () => {
  const model = modelWith('one', { write: () => ferryDraft, judge: careful })
  const states: string[] = []
  const { accepted, rejections } = await writeStory(
    assignmentWith({ writers: [model], onState: (state) => void states.push(state) }),
  )
  // The short draft has findings about its length, which cause one revision.
  expect(callsOf(model)).toEqual(['article', 'article', 'draft', 'judgement', 'judgement', 'revision'])
  expect(states).toEqual(['writing', 'checking', 'judging', 'revising', 'checking', 'judging'])
  expect(rejections).toHaveLength(1)
  expect(accepted).toMatchObject({ draft: ferryDraft, writer: { model: 'one' }, cut: [], notes: [], unproved: [] })
  expect(accepted?.planted.every(({ judge, isFound }) => judge === 'p/one' && isFound)).toBe(true)
  expect(accepted?.checks.at(-1)).toEqual({
    name: 'Each sentence compared with its evidence by a second call to the model that wrote it',
    passed: true,
    detail: `12 of 12 compared, ${accepted?.planted.length} of ${accepted?.planted.length} planted errors found`,
  })
})

test('sends the findings of the checks and the judge together, and changes only the replaced sentences', async () => {
  const complaints: unknown[][] = []
  const { accepted, model } = await write({
    write: () => withTexts({ [FIRST]: WRONG_NUMBER, [THIRD]: INVENTED }),
    judge: careful,
    revise: (given) => {
      complaints.push(given)
      return {
        replacements: [{ where: FIRST, text: textAt(FIRST), from: ['S1.1'], compute: '' }],
        remove: [THIRD],
        keep: [],
      }
    },
  })
  expect(complaints[0]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        where: FIRST,
        complaints: expect.arrayContaining([expect.stringMatching(/^must be/)]),
      }),
      expect.objectContaining({ where: THIRD, complaints: [expect.stringMatching(/evidence says something else/)] }),
    ]),
  )
  expect(callsOf(model).filter((name) => name === 'revision')).toHaveLength(1)
  expect(textsIn(accepted?.draft)).toEqual(textsIn(ferryDraft).filter((text) => text !== textAt(THIRD)))
  // The desk shows the removed sentences and each sentence's verdict.
  expect(accepted?.notesForDesk.removed).toEqual([
    { text: WRONG_NUMBER, codes: expect.arrayContaining(['number-not-in-evidence']) },
    { text: INVENTED, codes: expect.arrayContaining(['judge-contradicted']) },
  ])
  const judged = accepted?.notesForDesk.verdicts.find(({ text }) => text === textAt(FIRST))
  expect(judged).toMatchObject({ verdict: 'supported', judge: expect.stringMatching(/./) })
})

test('requests three revisions of a wrong fact, then cuts it and judges the rest again', async () => {
  const { accepted, rejections, model } = await write({
    write: () => withTexts({ [FIRST]: WRONG_NUMBER }),
    judge: careful,
  })
  expect(callsOf(model).filter((name) => name === 'revision')).toHaveLength(3)
  expect(rejections).toHaveLength(3)
  expect(accepted?.cut.map(({ text }) => text)).toEqual([WRONG_NUMBER])
  expect(textsIn(accepted?.draft)).not.toContain(WRONG_NUMBER)
  expect(accepted?.verdicts.every(({ verdict }) => verdict === 'supported')).toBe(true)
})

test('requests one revision of a doubtful sentence, then cuts it', async () => {
  const judge: Answers['judge'] = (item) => (item.text === textAt(SECOND) ? 'doubtful' : careful(item))
  const { accepted, model } = await write({ write: () => ferryDraft, judge })
  expect(callsOf(model).filter((name) => name === 'revision')).toHaveLength(1)
  expect(accepted?.cut).toEqual([{ text: textAt(SECOND), codes: ['judge-doubtful'] }])
})

test("shows the judge the writer's reason for keeping a sentence that the checks questioned", async () => {
  const kept = 'The ferry was built by Tessel.'
  const where = 'sections.1.blocks.0.sentences.1'
  // The name is in S1.5 but not near S2.5, so the checks ask the judge about it.
  const draft = mapClaims(ferryDraft, (claim) => [claim.where === where ? said(kept, 'S2.5') : claim])
  const shown: { questions: string[]; reply: string }[] = []
  const { accepted } = await write({
    write: () => draft,
    judge: (item) => {
      if (item.text !== kept) return careful(item)
      shown.push(item)
      return item.reply === '' ? 'unsupported' : 'supported'
    },
    revise: () => ({ replacements: [], remove: [], keep: [{ where, reason: 'S1.5 says so.' }] }),
  })
  expect(shown.map(({ reply }) => reply)).toEqual(['', 'S1.5 says so.'])
  for (const { questions } of shown) expect(questions.join()).toContain('Is "Tessel" the right name here?')
  expect(accepted?.notesForDesk.questions).toContainEqual({
    text: kept,
    message: expect.any(String),
    found: expect.any(String),
  })
  expect(textsIn(accepted?.draft)).toContain(kept)
  expect(accepted?.questions.length).toBeGreaterThan(0)
})

test('lets the next writer write if nothing remains of a draft', async () => {
  const first = modelWith('first', { write: () => ferryDraft, judge: () => 'contradicted' })
  const second = modelWith('second', { write: () => ferryDraft, judge: careful })
  const published = [
    { category: 'technology', title: ferryDraft.title.text, excerpt: '', date: '2026-11-20T06:00:00Z' },
  ]
  const { accepted, rejections } = await writeStory(assignmentWith({ writers: [first, second], published }))
  expect(accepted).toBeNull()
  expect(new Set(rejections.map(({ writer }) => writer))).toEqual(new Set(['p/first', 'p/second']))
})

test('drops a source that reports another event, and mentions it in the report', async () => {
  const one = mapClaims(ferryDraft, ({ text, from, compute }) => {
    const left = from.filter((id) => id.startsWith('S1.'))
    return left.length === 0 ? [] : [{ text, from: left, compute }]
  })
  // Earlier posts can be evidence, but not the only sources of an article.
  const context = [sourceWith('A1', ['The old ferry burned diesel.'])]
  const { accepted } = await write({ write: () => ({ ...one, leave_out: ['S2'] }), judge: careful }, { context })
  expect(accepted?.sources.map(({ id }) => id)).toEqual(['S1', 'A1'])
  expect(accepted?.notes).toEqual([
    'S2 was left out because it reports another event: Publisher S2, "The title of S2".',
  ])
  const none = await write({ write: () => ({ ...ferryDraft, leave_out: ['S1', 'S2'] }) }, { context })
  expect([none.accepted, none.rejections.map(({ codes }) => codes)]).toEqual([null, [['all-left-out']]])
})

test('sends a model with a small context only part of the sources and no earlier posts', async () => {
  const model = { ...modelWith('small', { write: () => ferryDraft, judge: careful }), window: 300 }
  await writeStory(assignmentWith({ writers: [model], context: [sourceWith('A1', ['Earlier.'])] }))
  for (const { prompt } of model.asked.slice(0, 2)) {
    expect(prompt).toContain('[S1.1]')
    expect(prompt).not.toContain('[S1.9]')
    expect(prompt).not.toContain('[A1.1]')
  }
})

test('requests the draft a second time if the response is unreadable', async () => {
  let count = 0
  const { accepted, rejections } = await write({
    write: ({ schemaName }) => (schemaName === 'draft' && (count += 1) === 1 ? null : ferryDraft),
    judge: careful,
  })
  expect(accepted).not.toBeNull()
  expect(rejections[0]?.codes).toEqual(['unreadable'])
  const never = await write({ write: () => null })
  expect([never.accepted, callsOf(never.model)]).toEqual([null, ['article', 'article', 'draft', 'draft']])
})

test('uses the next writer if one cannot be reached, and rejects with NoWriter if none can', async () => {
  const judge = modelWith('judge', { judge: careful, write: () => ferryDraft })
  const { accepted } = await writeStory(assignmentWith({ writers: [away, judge], judges: [judge] }))
  expect(accepted?.writer.model).toBe('judge')
  await expect(writeStory(assignmentWith({ writers: [away], judges: [judge] }))).rejects.toThrow(NoWriter)
  const broken = modelOf('broken', () => Promise.reject(new Error('disk full')))
  await expect(writeStory(assignmentWith({ writers: [broken, judge] }))).rejects.toThrow('disk full')
})

test('rejects with NoWriter if no judge can be reached, and does not try a second writer', async () => {
  const writers = ['one', 'two'].map((name) => modelWith(name, { write: () => ferryDraft }))
  await expect(writeStory(assignmentWith({ writers, judges: [away] }))).rejects.toThrow(NoWriter)
  expect(writers.map(callsOf)).toEqual([['article', 'article', 'draft'], []])
})

async function write(answers: Answers, given: Partial<Parameters<typeof assignmentWith>[0]> = {}) {
  const model = modelWith('one', answers)
  return { ...(await writeStory(assignmentWith({ writers: [model], ...given }))), model }
}

function callsOf({ asked }: { asked: { schemaName: string }[] }): string[] {
  return asked.map(({ schemaName }) => schemaName)
}

function withTexts(texts: Record<string, string>): Draft {
  return mapClaims(ferryDraft, (claim) => [{ ...claim, text: texts[claim.where] ?? claim.text }])
}

function textAt(address: string): string {
  return claimsOf(ferryDraft).find(({ where }) => where === address)?.text ?? ''
}

function textsIn(draft: Draft | undefined): string[] {
  return draft === undefined ? [] : claimsOf(draft).map(({ text }) => text)
}
