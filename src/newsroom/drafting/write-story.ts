import type { Check } from '#blog/post.ts'
import { claimsOf, isWithin, type Draft } from '#newsroom/article/draft.ts'
import { isBlocking, SEVERITIES, type Finding } from '#newsroom/article/finding.ts'
import { checkDraft } from '#newsroom/checks/check-draft.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import { cutDraft } from '#newsroom/drafting/edit-draft.ts'
import { fitSources } from '#newsroom/drafting/fit-sources.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import { reviseDraft } from '#newsroom/drafting/revise.ts'
import { writeDraft, type Brief, type Written } from '#newsroom/drafting/write.ts'
import {
  DOUBTFUL,
  judgeCheck,
  judgeDraft,
  NOT_JUDGED,
  type PlantedError,
  type Verdict,
} from '#newsroom/judging/judge.ts'
import type { Ledger } from '#newsroom/llm/llm-ledger.ts'
import { ModelFailed } from '#newsroom/llm/model-settings.ts'
import type { Ask, Model } from '#newsroom/llm/model.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** The newsroom's models and prompts. Writers and judges are tried in the listed order. */
export type Drafting = { writers: Model[]; judges: Model[]; prompts: Prompts }

/** A story to write, with the models that write and judge it. */
export type Assignment = Omit<Brief, 'unread'> & {
  drafting: Drafting
  /** Sends requests to the models and stores their responses, so that a restarted run does not pay twice. */
  ledger: Ledger
  /** The story's title as shown in the report. */
  title: string
  /** Published posts, newest first. The draft must not repeat any of them. */
  published: Subject['published']
  slot: string
  /** Called before each model request. If it rejects, the story stops before the request is sent. */
  beforeAsking: () => Promise<void>
  onState: (state: 'writing' | 'checking' | 'judging' | 'revising', writer: Model) => void
}

/** A draft that failed and was revised or dropped, with its finding codes. `writer` is the name of a model. */
export type Rejection = { story: string; writer: string; codes: string[] }

/** A draft that can be published, and its record. */
export type Accepted = {
  draft: Draft
  writer: Model
  /** The draft's sources, followed by the earlier posts. Excludes sources that report another event. */
  sources: NumberedSource[]
  checks: Check[]
  /** Findings for the reviewer, about form and about sentences without a trusted verdict. */
  warnings: Finding[]
  /** The checks' questions, the judge's verdicts and the removed sentences, by sentence text. */
  notesForDesk: ReturnType<typeof notesOf>
  /** The codes of the questions that the checks raised about the first draft. */
  questions: string[]
  verdicts: Verdict[]
  planted: PlantedError[]
  /** The sentences that were cut, with the codes of the findings against them. */
  cut: { text: string; codes: string[] }[]
  /** Sentences for the report, about sources that were left out. */
  notes: string[]
  /**
   * Addresses of sentences without a trusted verdict. If there are any, the post is held until a person approves it.
   */
  unproved: string[]
}

/** Thrown if no writer, or no judge, can be reached. A later run can try the story again. */
export class NoWriter extends Error {
  override name = 'NoWriter'
}

/**
 * Writes an article: requests a draft, checks and judges it, has it revised, and cuts the sentences that still fail. If
 * nothing remains of a writer's draft, the next writer starts over. If every writer's draft fails, resolves to
 * `accepted: null`, with the reasons in `rejections`. Rejects with NoWriter if no writer, or no judge, can be reached.
 */
export async function writeStory(story: Assignment): Promise<{ accepted: Accepted | null; rejections: Rejection[] }> {
  const { writers } = story.drafting
  const rejections: Rejection[] = []
  const failures: ModelFailed[] = []
  for (const writer of writers) {
    const reject = (codes: string[]) => void rejections.push({ story: story.title, writer: writer.name, codes })
    try {
      const work: Work = { ...story, writer, reject, prompts: [], replies: new Map(), verdicts: [], planted: [] }
      const accepted = await writeWith(work)
      if (accepted !== null) return { accepted, rejections }
    } catch (error) {
      if (!(error instanceof ModelFailed)) throw error
      failures.push(error)
    }
  }
  if (failures.length === writers.length)
    throw new NoWriter(failures.map(({ message }) => message).join(' '), { cause: failures[0] })
  return { accepted: null, rejections }
}

/** A story that a particular writer is writing. */
type Work = Assignment & {
  writer: Model
  reject: (codes: string[]) => void
  /** The prompts that were sent so far. The draft must not contain any of their text. */
  prompts: Pick<Subject, 'canaries' | 'instructions'>[]
  /** The writer's reasons for keeping sentences, by sentence text. */
  replies: Map<string, string>
  /** The verdicts on the current draft. */
  verdicts: Verdict[]
  planted: PlantedError[]
}

async function writeWith(work: Work): Promise<Accepted | null> {
  const { writer, reject, sources: all, context, planted } = work
  const draft = await writeFirstDraft(work)
  if (draft === null) return null
  const used = all.filter(({ id }) => !draft.leave_out.includes(id))
  const sources = [...used, ...context]
  const assigned = { ...work, sources }
  const first = await checkAndJudge(assigned, draft)
  const checked = await revise(assigned, first)
  const { last, cut } = await cutFailing(assigned, checked)
  if (last === null) {
    reject(codesOf(checked.findings.filter(isBlocking)))
    return null
  }
  const { verdicts } = last
  const unproved = verdicts.filter(({ verdict }) => verdict === 'unproved').map(({ where }) => where)
  const leftOut = all.filter((source) => !used.includes(source))
  return {
    draft: last.draft,
    writer,
    sources,
    checks: [...last.checks, judgeCheck(verdicts, planted, writer.name)],
    // The judge has already answered the questions about all other sentences.
    warnings: last.findings.filter(({ severity, where }) => severity === 'revise' || unproved.includes(where)),
    notesForDesk: notesOf(first, last, { cut, sources }),
    questions: codesOf(first.findings.filter(({ severity, code }) => severity === 'ask' && code !== NOT_JUDGED)),
    verdicts,
    planted,
    cut,
    notes: leftOut.map(
      ({ id, publisher, title }) => `${id} was left out because it reports another event: ${publisher}, "${title}".`,
    ),
    unproved,
  }
}

const MAX_DRAFTS = 2

// Requests the draft a second time if a response is unreadable.
async function writeFirstDraft(work: Work): Promise<Draft | null> {
  const { writer, drafting, context, title, event } = work
  const { window } = writer
  const brief = {
    ...work,
    ask: askOf(writer, work),
    prompts: drafting.prompts,
    seed: seedOf(work),
    sources: fitSources(work.sources, { context: window, about: `${title} ${event}` }),
    // A model with a small context has no room for earlier posts.
    context: window === null ? context : [],
  }
  let unread: Written | null = null
  for (let attempt = 1; attempt <= MAX_DRAFTS; attempt += 1) {
    work.onState('writing', writer)
    const written: Written = await writeDraft({ ...brief, unread })
    work.prompts.push(written)
    if (written.draft !== null) return written.draft
    if (written.isDeclined) {
      work.reject(['all-left-out'])
      return null
    }
    work.reject(codesOf(written.findings))
    unread = written
  }
  return null
}

/** A draft with the findings from the checks and the judge. */
type Checked = { draft: Draft; findings: Finding[]; checks: Check[]; verdicts: Verdict[] }

// Runs the checks on a draft and sends it to the judges. Sentences that already have a verdict are not judged again.
async function checkAndJudge(work: Work, draft: Draft): Promise<Checked> {
  const { drafting, writer, prompts } = work
  work.onState('checking', writer)
  const canaries = prompts.flatMap((prompt) => prompt.canaries)
  const instructions = [...new Set(prompts.map((prompt) => prompt.instructions))].join('\n\n')
  const { findings, results: checks } = checkDraft({ ...work, draft, canaries, instructions })
  work.onState('judging', writer)
  const { verdicts, ...judged } = await judgeDraft({
    ...work,
    judges: drafting.judges.map((model) => {
      return { name: model.name, ask: askOf(model, work), prompt: drafting.prompts.judge }
    }),
    draft,
    questions: findings.filter(({ severity }) => severity === 'ask'),
    before: work.verdicts,
    seed: seedOf(work),
  }).catch((error: unknown) => {
    // A draft by another writer could not be judged either.
    throw error instanceof ModelFailed ? new NoWriter(error.message, { cause: error }) : error
  })
  work.verdicts = verdicts
  work.planted.push(...judged.planted)
  return { draft, findings: [...findings, ...judged.findings], checks, verdicts }
}

// Sends each round's findings to the writer together, until every remaining finding has used up its revisions.
async function revise(work: Work, first: Checked): Promise<Checked> {
  const done = new Map<string, number>()
  let checked = first
  for (let round = 1; ; round += 1) {
    const due = checked.findings.filter((finding) => {
      const { name, revisions } = limitOf(finding)
      return (done.get(name) ?? 0) < revisions
    })
    if (due.length === 0) return checked
    work.reject(codesOf(due))
    for (const name of new Set(due.map((finding) => limitOf(finding).name))) done.set(name, (done.get(name) ?? 0) + 1)
    work.onState('revising', work.writer)
    const revised = await reviseDraft({
      ...work,
      ask: askOf(work.writer, work),
      prompts: work.drafting.prompts,
      draft: checked.draft,
      // If a sentence fails, also show the writer its open questions and minor findings.
      findings: checked.findings.filter(
        ({ where, code }) => code !== NOT_JUDGED && due.some((one) => one.where === where),
      ),
      seed: `${seedOf(work)}/${round}`,
    })
    work.prompts.push(revised)
    for (const [text, reason] of revised.replies) work.replies.set(text, reason)
    checked = await checkAndJudge(work, revised.draft)
  }
}

// A doubtful sentence is sent back once. If it is still doubtful, it is cut like a wrong one.
function limitOf({ code, severity }: Finding): { name: string; revisions: number } {
  return code === DOUBTFUL
    ? { name: code, revisions: 1 }
    : { name: severity, revisions: SEVERITIES[severity].revisions }
}

// A replacement title can fail too. A finding about the whole article cannot be fixed by cutting, so it uses up all
// rounds.
const MAX_CUTS = 6

// Cuts the failing sentences and checks the rest again, because some of the remaining sentences now come after a
// different sentence.
async function cutFailing(work: Work, first: Checked): Promise<{ last: Checked | null; cut: Accepted['cut'] }> {
  const cut: Accepted['cut'] = []
  let last = first
  for (let round = 0; round <= MAX_CUTS; round += 1) {
    const failing = last.findings.filter(isBlocking)
    if (failing.length === 0) return { last, cut }
    const addresses = failing.map(({ where }) => where)
    const left = cutDraft(last.draft, addresses)
    if (left === null) break
    for (const { where, text } of claimsOf(last.draft)) {
      const codes = codesOf(failing.filter((finding) => isWithin(where, finding.where)))
      if (codes.length > 0) cut.push({ text, codes })
    }
    last = await checkAndJudge(work, left)
  }
  return { last: null, cut }
}

// Collects the notes by sentence text, because cutting sentences changes the addresses of others.
function notesOf(first: Checked, last: Checked, { cut, sources }: Pick<Accepted, 'cut' | 'sources'>) {
  const after = claimsOf(last.draft)
  const textAt = new Map(after.map(({ where, text }) => [where, text]))
  const units = new Map(sources.flatMap((source) => source.units.map(({ id, text }) => [id, text])))
  const kept = new Set(after.map(({ text }) => text))
  const replaced = claimsOf(first.draft).flatMap(({ where, text }) => {
    if (kept.has(text) || cut.some((one) => one.text === text)) return []
    return [{ text, codes: codesOf(first.findings.filter((finding) => isWithin(where, finding.where))) }]
  })
  return {
    questions: last.findings.flatMap(({ severity, code, where, message, unit }) => {
      const text = textAt.get(where)
      const isQuestion = severity === 'ask' && code !== NOT_JUDGED && text !== undefined
      return isQuestion ? [{ text, message, found: units.get(unit ?? '') ?? null }] : []
    }),
    verdicts: last.verdicts.flatMap(({ where, verdict, reason, judge }) => {
      const text = textAt.get(where)
      return text === undefined ? [] : [{ text, verdict, reason, judge }]
    }),
    removed: [...replaced, ...cut],
  }
}

function askOf(model: Model, { ledger, beforeAsking }: Assignment): Ask {
  return async (request) => {
    await beforeAsking()
    return await ledger.ask(model, request)
  }
}

function seedOf({ date, slot, sources }: Assignment): string {
  return `${date}/${slot}/${sources.map(({ hash }) => hash).join()}`
}

function codesOf(findings: Finding[]): string[] {
  return findings.map(({ code }) => code)
}
