import { expect, test } from 'vitest'
import type { Finding } from '#newsroom/article/finding.ts'
import { claimsOf, type Draft } from '#newsroom/article/draft.ts'
import { mapClaims } from '#newsroom/drafting/edit-draft.ts'
import { judgeDraft, NOT_JUDGED, type Judged } from '#newsroom/judging/judge.ts'
import { languageJudge } from '#newsroom/judging/language-judge.ts'
import type { Ask, Model } from '#newsroom/llm/model.ts'
import type { Steps } from '#newsroom/drafting/steps.ts'
import { NoWriter, writeStory } from '#newsroom/drafting/write-story.ts'
import type { Written } from '#newsroom/drafting/write.ts'
import { draftWith, paragraph, said, sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferryDraft, ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'

const LONG = said(`Kestrel Bay ${'really '.repeat(130)}has it.`, 'S1.1')
const BAD = said('This is wrong.', 'S1.2')
const UGLY = said('This is ugly.', 'S1.3')
const good = draftWith({ sections: [{ heading: null, blocks: [paragraph(LONG, said('Another.', 'S1.2'))] }] })
const bad = draftWith({ sections: [{ heading: null, blocks: [paragraph(LONG, BAD, said('Another.', 'S1.2'))] }] })
const AWAY = new Error('out of reach')
const NO_PROMPTS = { edit: '', write: '', revise: '', judge: '', hash: '' }
const story = { title: 'A story', sources: ferrySources }

test('a draft that passes is written once, judged once, and has what is on record', async () => {
  const { steps, calls } = stepsWith({ write: () => good })
  const { accepted, rejections } = await writeStory(story, steps)
  expect([calls, rejections]).toEqual([['write one', 'check', 'judge'], []])
  expect(accepted).toMatchObject({ draft: good, writer: { model: 'one' }, cut: [], notes: [], unproved: [] })
  expect(accepted?.checks).toEqual([
    { name: 'Checked', passed: true, detail: '' },
    { name: expect.stringContaining('evidence'), passed: true, detail: '4 of 4 compared, 2 of 2 planted errors found' },
  ])
  expect(accepted?.controls).toEqual({ j: { planted: 2, found: 2 } })
})

test('what code and what the judge find goes back together, once, and only what is replaced changes', async () => {
  const given: Finding[][] = []
  const { steps, calls } = stepsWith({
    write: () => draftWith({ sections: [{ heading: null, blocks: [paragraph(LONG, BAD, UGLY)] }] }),
    judged: [{ text: UGLY.text, code: 'judge-contradicted' }],
    revise: ({ draft, findings }) => {
      given.push(findings)
      return without(draft, [BAD.text, UGLY.text])
    },
  })
  const { accepted, rejections } = await writeStory(story, steps)
  expect(calls).toEqual(['write one', 'check', 'judge', 'revise one 1', 'check', 'judge'])
  expect(given.map((findings) => findings.map(({ code }) => code))).toEqual([['number', 'judge-contradicted', 'long']])
  expect(rejections).toEqual([{ story: 'A story', writer: 'p/one', codes: ['number', 'judge-contradicted', 'long'] }])
  expect(accepted?.draft.sections[0]?.blocks).toEqual([paragraph(LONG)])
})

test('facts go back three times, then they are cut, with what leans on them judged again', async () => {
  const judged: Draft[] = []
  const { steps, calls } = stepsWith({
    write: () => bad,
    revise: ({ draft }) => draft,
    onJudge: ({ draft }) => judged.push(draft),
  })
  const { accepted } = await writeStory(story, steps)
  expect(calls.filter((call) => call.startsWith('revise'))).toEqual(['revise one 1', 'revise one 2', 'revise one 3'])
  expect(accepted?.cut).toEqual([{ text: BAD.text, codes: ['number'] }])
  expect(accepted?.draft.sections).toEqual(good.sections)
  expect(judged.at(-1)?.sections).toEqual(good.sections)
  // Controls of all rounds count.
  expect(accepted?.controls).toEqual({ j: { planted: 10, found: 10 } })
})

test('form goes back once and cuts nothing', async () => {
  const given: string[][] = []
  const { steps } = stepsWith({
    write: () => draftWith({ sections: [{ heading: null, blocks: [paragraph(LONG, BAD, UGLY)] }] }),
    revise: ({ draft, findings }) => {
      given.push(findings.map(({ code }) => code))
      return draft
    },
  })
  const { accepted } = await writeStory(story, steps)
  expect(given).toEqual([['number', 'long'], ['number'], ['number']])
  expect(accepted?.cut.map(({ codes }) => codes)).toEqual([['number']])
})

test('no story is dropped for its form: what cannot be spared stays, with a warning', async () => {
  const short = draftWith({ sections: [{ heading: null, blocks: [paragraph(said(`${LONG.text} ugly`, 'S1.1'))] }] })
  const { steps } = stepsWith({ write: () => short, revise: ({ draft }) => draft })
  const { accepted } = await writeStory(story, steps)
  expect(accepted?.draft).toEqual(short)
  expect(accepted?.warnings.map(({ code, severity }) => [code, severity])).toEqual([['long', 'revise']])
  const title = stepsWith({
    write: () => ({ ...good, title: said('An ugly title', 'S1.1') }),
    revise: ({ draft }) => draft,
  })
  expect((await writeStory(story, title.steps)).accepted?.draft.title.text).toBe('An ugly title')
  const whole = stepsWith({ write: () => good, revise: ({ draft }) => draft, whole: 'long' })
  expect((await writeStory(story, whole.steps)).accepted).not.toBeNull()
})

test('a fault of fact in no claim of its own, or in all of them, leaves no draft, and the next writer begins anew', async () => {
  const { steps, calls } = stepsWith({ write: () => good, revise: ({ draft }) => draft, whole: 'repeat' })
  const { accepted, rejections } = await writeStory(story, steps)
  expect(accepted).toBeNull()
  expect(calls.filter((call) => call.startsWith('write'))).toEqual(['write one', 'write two'])
  expect(rejections).toHaveLength(8)
  const short = stepsWith({ write: () => draftWith({}), revise: ({ draft }) => draft })
  expect((await writeStory(story, short.steps)).accepted).toBeNull()
})

test('a title that fails is replaced, and its replacement examined', async () => {
  const titled = draftWith({
    title: said('A title that is wrong', 'S1.1'),
    sections: [
      {
        heading: null,
        blocks: [paragraph(LONG, said('The ferry is wrong too.', 'S1.2'), said('Halcyon runs.', 'S1.2'))],
      },
    ],
  })
  const { steps } = stepsWith({ write: () => titled, revise: ({ draft }) => draft })
  const { accepted } = await writeStory(story, steps)
  expect(accepted?.draft.title).toEqual(said('Halcyon runs', 'S1.2'))
  expect(accepted?.cut.map(({ text }) => text)).toEqual(['A title that is wrong', 'The ferry is wrong too.'])
})

test('a source that reports another event is left out of every step, and noted', async () => {
  const seen: string[][] = []
  const { steps } = stepsWith({
    write: () => ({ ...good, leave_out: ['S2'] }),
    onJudge: ({ sources }) => seen.push(sources.map(({ id }) => id)),
  })
  const { accepted } = await writeStory(story, steps)
  expect([seen, accepted?.sources.map(({ id }) => id)]).toEqual([[['S1']], ['S1']])
  expect(accepted?.notes).toEqual(['S2 was left out, as it reports another event: Publisher S2, "The title of S2".'])
  const none = stepsWith({ write: () => ({ ...good, leave_out: ['S1', 'S2'] }) })
  const { rejections } = await writeStory(story, none.steps)
  expect(rejections.map(({ codes }) => codes)).toEqual([['all-left-out'], ['all-left-out']])
})

test('earlier posts of the blog are sources of every step but the writing, and alone are none', async () => {
  const seen: string[][] = []
  const { steps } = stepsWith({ write: () => good, onJudge: ({ sources }) => seen.push(sources.map(({ id }) => id)) })
  steps.context = [sourceWith('A1', ['Earlier.'])]
  const { accepted } = await writeStory(story, steps)
  expect([seen, accepted?.sources.map(({ id }) => id)]).toEqual([[['S1', 'S2', 'A1']], ['S1', 'S2', 'A1']])
  const none = stepsWith({ write: () => ({ ...good, leave_out: ['S1', 'S2'] }) })
  none.steps.context = steps.context
  expect((await writeStory(story, none.steps)).accepted).toBeNull()
})

test('an answer that cannot be read is asked for again, once', async () => {
  const before: (string | null)[] = []
  const { steps, calls } = stepsWith({
    write: (unread) => {
      before.push(unread?.raw ?? null)
      return before.length === 2 ? good : null
    },
  })
  const { accepted, rejections } = await writeStory(story, steps)
  expect(accepted).not.toBeNull()
  expect([before, rejections.map(({ codes }) => codes)]).toEqual([[null, 'Sorry'], [['unreadable']]])
  const never = stepsWith({ write: () => null })
  expect((await writeStory(story, never.steps)).accepted).toBeNull()
  expect(never.calls).toEqual(['write one', 'write one', 'write two', 'write two'])
  expect(calls.filter((call) => call === 'judge')).toHaveLength(1)
})

test('what no judge can be believed on is cut, and not sent to the writer', async () => {
  const { steps, calls } = stepsWith({ write: () => bad, judged: [{ text: BAD.text, code: NOT_JUDGED }], sound: true })
  const { accepted } = await writeStory(story, steps)
  expect(calls.some((call) => call.startsWith('revise'))).toBe(false)
  expect([accepted?.cut, accepted?.unproved]).toEqual([[{ text: BAD.text, codes: [NOT_JUDGED] }], []])
})

test('it is cut also where the form of what is left cannot be mended', async () => {
  const both = draftWith({ sections: [{ heading: null, blocks: [paragraph(said(`${LONG.text} ugly`, 'S1.1'), BAD)] }] })
  const { steps } = stepsWith({
    write: () => both,
    revise: ({ draft }) => draft,
    judged: [{ text: BAD.text, code: NOT_JUDGED }],
    sound: true,
  })
  const { accepted } = await writeStory(story, steps)
  expect([accepted?.cut, accepted?.unproved]).toEqual([[{ text: BAD.text, codes: [NOT_JUDGED] }], []])
})

test('with a careless judge nothing counts as judged, whatever the seed', async () => {
  const careless: Ask = ({ prompt }) => {
    const ids = [...prompt.matchAll(/"item":"(\d+)".*?"evidence":\["(\S+)/g)]
    const verdicts = ids.map(([, item, id]) => ({ item, id, reason: '', verdict: 'supported' }))
    return Promise.resolve({
      text: '',
      output: { verdicts },
      finishReason: 'stop',
      usage: { inputTokens: 1, outputTokens: 1 },
    })
  }
  const draft = { ...ferryDraft, what_changes: [...ferryDraft.what_changes, LONG] }
  for (let run = 0; run < 100; run += 1) {
    const { steps } = stepsWith({ write: () => draft })
    steps.judge = (given) =>
      judgeDraft({
        judges: [languageJudge({ name: 'careless', ask: careless, prompts: NO_PROMPTS })],
        seed: `run ${run}`,
        isOutOfReach: () => false,
        draft: given.draft,
        sources: given.sources,
        hints: given.hints,
        failing: given.failing,
        before: given.before,
      })
    const { accepted } = await writeStory(story, steps)
    expect(accepted?.unproved).toEqual(claimsOf(draft).map(({ where }) => where))
    expect(accepted?.checks.at(-1)).toMatchObject({
      passed: false,
      detail: '0 of 13 compared, 0 of 12 planted errors found',
    })
  }
})

test('a writer out of reach makes room for the next; when none is left, the story is kept for later', async () => {
  const { steps } = stepsWith({ write: () => good })
  const { write } = steps
  steps.write = (writer, unread) => (writer.model === 'one' ? Promise.reject(AWAY) : write(writer, unread))
  expect((await writeStory(story, steps)).accepted).toMatchObject({ writer: { model: 'two' } })
  steps.write = () => Promise.reject(AWAY)
  await expect(writeStory(story, steps)).rejects.toThrow(NoWriter)
  steps.write = () => Promise.reject(new Error('disk full'))
  await expect(writeStory(story, steps)).rejects.toThrow('disk full')
})

test('a judge out of reach keeps the story for later, and no second writer is paid', async () => {
  const { steps, calls } = stepsWith({ write: () => good })
  steps.judge = () => Promise.reject(AWAY)
  await expect(writeStory(story, steps)).rejects.toThrow(NoWriter)
  expect(calls).toEqual(['write one', 'check'])
})

type Given = {
  /** Null for an answer that cannot be read. */
  write: (unread: Written | null) => Draft | null
  revise?: (given: Parameters<Steps['revise']>[1]) => Draft
  judged?: { text: string; code: string }[]
  onJudge?: (given: Parameters<Steps['judge']>[0]) => void
  /** A fault of the whole. */
  whole?: string
  /** Whether code finds nothing. */
  sound?: boolean
}

// Code finds a fault of fact where a text says "wrong", one of form where it says "ugly".
function stepsWith(given: Given): { steps: Steps; calls: string[] } {
  const calls: string[] = []
  const told = { canaries: ['canary'], instructions: 'told' }
  const { revise = () => good, judged = [], onJudge, whole, sound = false } = given
  const steps: Steps = {
    writers: [writerOf('one'), writerOf('two')],
    write: (writer, unread) => {
      calls.push(`write ${writer.model}`)
      const draft = given.write(unread)
      const findings = draft === null ? [finding('draft', 'unreadable')] : []
      return Promise.resolve({ draft, raw: 'Sorry', findings, ...told })
    },
    check: ({ draft }) => {
      calls.push('check')
      const faults = claimsOf(draft).flatMap(({ where, text }) => [
        ...(/wrong/.test(text) && !sound ? [finding(where, 'number')] : []),
        ...(/ugly/.test(text) ? [finding(where, 'long')] : []),
      ])
      const findings = [...faults, ...(whole === undefined ? [] : [finding('draft', whole)])]
      return { findings, results: [{ name: 'Checked', passed: true, detail: '' }] }
    },
    judge: (state) => {
      calls.push('judge')
      onJudge?.(state)
      return Promise.resolve(verdictsOn(state.draft, judged))
    },
    revise: (writer, state) => {
      calls.push(`revise ${writer.model} ${state.round}`)
      return Promise.resolve({ draft: revise(state), findings: [], ...told })
    },
    isOutOfReach: (error) => error === AWAY,
    onState: () => {},
  }
  return { steps, calls }
}

function verdictsOn(draft: Draft, judged: { text: string; code: string }[]): Judged {
  const claims = claimsOf(draft)
  const codes = new Map(judged.map(({ text, code }) => [text, code]))
  return {
    verdicts: claims.map(({ where, text }) => {
      const verdict = codes.get(text) === NOT_JUDGED ? 'unproved' : codes.has(text) ? 'contradicted' : 'supported'
      return { where, key: text, verdict, id: '', reason: '', judge: 'j', by: 'language model', doubted: '' }
    }),
    controls: { j: { planted: 2, found: 2 } },
    findings: claims.flatMap(({ where, text }) => {
      const code = codes.get(text)
      return code === undefined ? [] : [finding(where, code)]
    }),
  }
}

function finding(where: string, code: string): Finding {
  return { code, severity: code === 'long' ? 'revise' : 'block', where, message: 'm', evidence: 'e', unit: null }
}

function without(draft: Draft, texts: string[]): Draft {
  return mapClaims(draft, (claim) => (texts.includes(claim.text) ? [] : [claim]))
}

function writerOf(name: string): Model {
  return {
    provider: 'p',
    model: name,
    name: `p/${name}`,
    window: null,
    ask: () => Promise.reject(new Error('not asked')),
  }
}
