import type { Check } from '#blog/post.ts'
import { isBlocking, type Finding } from '#newsroom/article/finding.ts'
import { cutUntilSound, type Cut } from '#newsroom/drafting/cut-until-sound.ts'
import type { Draft } from '#newsroom/article/draft.ts'
import { examineDraft, type Examined } from '#newsroom/drafting/examine-draft.ts'
import { addControls, NOT_JUDGED, type Controls, type Verdict } from '#newsroom/judging/judge.ts'
import { judgeCheck } from '#newsroom/judging/judge-check.ts'
import type { Model } from '#newsroom/llm/model.ts'
import type { Steps, Told } from '#newsroom/drafting/steps.ts'
import type { Written } from '#newsroom/drafting/write.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** A draft that was rejected, with the codes of what is wrong with it; `writer` is a model's name. */
export type Rejection = { story: string; writer: string; codes: string[] }

/** A draft that may be published, and what is on record of it. */
export type Accepted = {
  draft: Draft
  writer: Model
  /** What it was written from and checked against, earlier posts last: without those that report another event. */
  sources: NumberedSource[]
  checks: Check[]
  warnings: Finding[]
  verdicts: Verdict[]
  controls: Controls
  cut: Cut[]
  /** In sentences, for the report: which sources were left out. */
  notes: string[]
  /** Addresses of claims that no judge could be believed on: a post with any must be held for a person. */
  unproved: string[]
}

/** A model that is needed could not be reached: the story is as good as before. */
export class NoWriter extends Error {
  override name = 'NoWriter'
}

// How often a writer may begin again whose answer could not be read, and revise what is wrong.
const REWRITES = 1
const ROUNDS = { facts: 3, form: 1 } as const

/**
 * Writes about a story until a draft may be published: what code and judge find in a round goes back together, facts up to
 * three times and form once; then what still fails is cut. A writer of whose draft nothing is left gives its place to the
 * next. Resolves to null when no draft is left; `rejections` tells why. Rejects with NoWriter when no writer, or no judge,
 * could be reached.
 */
export async function writeStory(
  story: { title: string; sources: NumberedSource[] },
  steps: Steps,
): Promise<{ accepted: Accepted | null; rejections: Rejection[] }> {
  const rejections: Rejection[] = []
  const failures: unknown[] = []
  for (const writer of steps.writers) {
    try {
      const accepted = await tryWriter(story, { steps, writer, onRejected })
      if (accepted !== null) return { accepted, rejections }
    } catch (error) {
      if (!steps.isOutOfReach(error)) throw error
      failures.push(error)
    }

    function onRejected(codes: string[]) {
      rejections.push({ story: story.title, writer: writer.name, codes })
    }
  }
  if (failures.length === steps.writers.length) throw unreachable(failures)
  return { accepted: null, rejections }
}

type Attempt = { steps: Steps; writer: Model; onRejected: (codes: string[]) => void }

async function tryWriter(story: { sources: NumberedSource[] }, attempt: Attempt): Promise<Accepted | null> {
  const { steps, writer, onRejected } = attempt
  const written = await writeReadable(attempt)
  if (written === null || written.draft === null) return null
  const { draft } = written
  const kept = story.sources.filter(({ id }) => !draft.leave_out.includes(id))
  const sources = [...kept, ...(steps.context ?? [])]
  if (kept.length === 0) {
    onRejected(['all-left-out'])
    return null
  }
  const told: Told[] = [written]
  const warnings: Finding[] = []
  let controls: Controls = {}
  let before: Verdict[] = []
  const examine = async (draft: Draft) => {
    const examined = await examineWith({ draft, sources, before, told: joined(told) }, attempt)
    before = examined.verdicts
    controls = addControls(controls, examined.controls)
    return examined
  }
  let examined = await examine(draft)
  const done = { facts: 0, form: 0 }
  for (let round = 1; ; round += 1) {
    const errors = examined.findings.filter(({ severity, code }) => severity !== 'ask' && code !== NOT_JUDGED)
    const facts = done.facts < ROUNDS.facts ? errors.filter(isBlocking) : []
    const form = done.form < ROUNDS.form ? errors.filter((finding) => !isBlocking(finding)) : []
    if (facts.length + form.length === 0) break
    onRejected([...facts, ...form].map(({ code }) => code))
    if (facts.length > 0) done.facts += 1
    if (form.length > 0) done.form += 1
    steps.onState('revising', writer)
    const findings = [...facts, ...form]
    const revised = await steps.revise(writer, { draft: examined.draft, sources, findings, round })
    told.push(revised)
    warnings.push(...revised.findings)
    examined = await examine(revised.draft)
  }
  const { examined: last, cut, isSound } = await cutUntilSound(examined, examine)
  if (!isSound) {
    onRejected(last.findings.filter(({ severity }) => severity === 'block').map(({ code }) => code))
    return null
  }
  return {
    draft: last.draft,
    writer,
    sources,
    checks: [...last.results, judgeCheck(last.verdicts, controls)],
    // What is wrong with the form of an article keeps nobody from reading it.
    warnings: [...last.findings.filter(({ severity }) => severity !== 'ask'), ...warnings],
    verdicts: last.verdicts,
    controls,
    cut,
    notes: story.sources
      .filter((source) => !kept.includes(source))
      .map(({ id, publisher, title }) => `${id} was left out, as it reports another event: ${publisher}, "${title}".`),
    unproved: last.verdicts.filter(({ verdict }) => verdict === 'unproved').map(({ where }) => where),
  }
}

async function writeReadable({ steps, writer, onRejected }: Attempt): Promise<Written | null> {
  let unread: Written | null = null
  for (let attempt = 0; attempt <= REWRITES; attempt += 1) {
    steps.onState('writing', writer)
    const written: Written = await steps.write(writer, unread)
    if (written.draft !== null) return written
    onRejected(written.findings.map(({ code }) => code))
    unread = written
  }
  return null
}

async function examineWith(
  given: { draft: Draft; sources: NumberedSource[]; before: Verdict[]; told: Told },
  { steps, writer }: Attempt,
): Promise<Examined> {
  const { draft, sources, before, told } = given
  steps.onState('checking', writer)
  const onJudging = () => steps.onState('judging', writer)
  try {
    return await examineDraft({ draft, sources, before, told, onJudging }, steps)
  } catch (error) {
    // Another writer would not be judged either.
    throw steps.isOutOfReach(error) ? unreachable([error]) : error
  }
}

function joined(told: Told[]): Told {
  return {
    canaries: told.flatMap(({ canaries }) => canaries),
    instructions: [...new Set(told.map(({ instructions }) => instructions))].join('\n\n'),
  }
}

function unreachable(failures: unknown[]): NoWriter {
  const reasons = failures.map((error) => (error instanceof Error ? error.message : String(error)))
  return new NoWriter(reasons.join(' '), { cause: failures[0] })
}
