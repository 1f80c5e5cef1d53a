import { blocking, revising, type Finding } from '#newsroom/article/finding.ts'
import { controlsFor, truthsFor, type Control } from '#newsroom/judging/controls.ts'
import type { Draft } from '#newsroom/article/draft.ts'
import { itemsOf, type Item } from '#newsroom/judging/judge-items.ts'
import { readIds } from '#newsroom/article/ids.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** The code of a claim that no judge could be believed on. */
export const NOT_JUDGED = 'not-judged'

/** The code of a claim that a support model doubts, believed or not; the finding's evidence are the words. */
export const GROUNDER_DOUBTFUL = 'grounder-doubtful'

/** The verdicts that a judge may give. */
export const VERDICTS = ['supported', 'contradicted', 'unsupported', 'doubtful'] as const

/** What a judge says of an item: `id` is the unit that decides, `reason` why; of a support model, the words it doubts. */
export type Answer = { verdict: (typeof VERDICTS)[number]; id: string; reason: string }

/**
 * Whoever compares claims with their evidence: a language model that is asked, or a support model that scores each word.
 * `judge` answers with a verdict on each item, null when what came back cannot be read; it rejects when it cannot be reached.
 */
export type Judge = {
  name: string
  kind: 'language model' | 'support model'
  judge(items: Item[], given: { sources: NumberedSource[]; seed: string }): Promise<Map<Item, Answer> | null>
}

/**
 * What a believed judge said of a claim: `id` is the unit that decides, `key` the claim with its evidence and what stands
 * before it. `unproved` says that no judge gave a verdict that can be believed; `judge` and `by` are then empty. `doubted`
 * are the words that a support model doubts, believed or not.
 */
export type Verdict = {
  where: string
  key: string
  verdict: (typeof VERDICTS)[number] | 'unproved'
  id: string
  reason: string
  judge: string
  by: Judge['kind'] | ''
  doubted: string
}

/** How many errors code planted in what a judge was asked, and how many of them it found. */
export type ControlCount = { planted: number; found: number }

/** The errors that were planted for each judge, by its name. */
export type Controls = Readonly<Record<string, ControlCount>>

/** What judging a draft gave: a verdict on each claim, and what is wrong by them. */
export type Judged = { verdicts: Verdict[]; controls: Controls; findings: Finding[] }

/**
 * Has judges compare the claims of a draft with their evidence, six at a time with some that code made false. A judge that
 * takes one of those for true is not believed about that batch: it is asked again with others, then the next judge is;
 * what then has no verdict is `unproved`. Of a support model only what it supports counts; what it doubts is warned of, and
 * the next judge is asked. Claims that `before` knows are not asked about again. Rejects with what `judge` rejects with when
 * no judge can be reached.
 */
export async function judgeDraft(options: {
  judges: Judge[]
  draft: Draft
  sources: NumberedSource[]
  /** What code noticed, for the judge to look at. */
  hints: { where: string; hint: string }[]
  /** Addresses that code rejected. */
  failing: string[]
  before: Verdict[]
  seed: string
  isOutOfReach: (error: unknown) => boolean
}): Promise<Judged> {
  const { sources, hints, failing, before, draft, seed } = options
  const items = itemsOf({ draft, sources, hints, failing })
  const known = new Map(before.map((verdict) => [verdict.key, verdict]))
  const doubts = new Map(before.map(({ key, doubted }) => [key, doubted]))
  const open = items.filter(({ key, evidence }) => !known.has(key) && evidence.length > 0)
  const sound = items.filter(({ claim, evidence }) => evidence.length > 0 && !failing.includes(claim.where))
  let controls: Controls = {}
  for (const [index, batch] of batchesOf(open).entries()) {
    const judged = await judgeBatch({ ...options, batch, sound, doubts, seed: `${seed}/${index}/${batch[0]?.key}` })
    for (const verdict of judged.verdicts) known.set(verdict.key, verdict)
    controls = addControls(controls, judged.controls)
  }
  const verdicts = items.map((item): Verdict => {
    const { verdict, id, reason, judge, by } = known.get(item.key) ?? (item.evidence.length === 0 ? BARE : UNPROVED)
    const doubted = doubts.get(item.key) ?? ''
    return { where: item.claim.where, key: item.key, verdict, id, reason, judge, by, doubted }
  })
  const findings = items.flatMap(({ claim }, index) => {
    const verdict = verdicts[index]
    return verdict === undefined ? [] : [...findingOf(verdict, claim.text), ...doubtOf(verdict)]
  })
  return { verdicts, controls, findings }
}

/** The errors that were planted in two rounds, judge by judge. */
export function addControls(one: Controls, other: Controls): Controls {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(names.map((name) => [name, sum([one[name] ?? NONE, other[name] ?? NONE])]))
}

/** The errors that were planted for all of these judges together; for all of them without names. */
export function countControls(controls: Controls, names = Object.keys(controls)): ControlCount {
  return sum(names.map((name) => controls[name] ?? NONE))
}

const NONE: ControlCount = { planted: 0, found: 0 }

function sum(counts: ControlCount[]): ControlCount {
  return counts.reduce(
    (all, { planted, found }) => ({ planted: all.planted + planted, found: all.found + found }),
    NONE,
  )
}

type Said = Pick<Verdict, 'verdict' | 'id' | 'reason' | 'judge' | 'by'>

const BARE: Said = { verdict: 'unsupported', id: '', reason: 'it names no evidence', judge: '', by: '' }
const UNPROVED: Said = { verdict: 'unproved', id: '', reason: '', judge: '', by: '' }

const BATCH = 6

// Equal shares: controls would stand out in a last batch of one.
function batchesOf(items: Item[]): Item[][] {
  const count = Math.ceil(items.length / BATCH)
  const start = (batch: number) => Math.round((batch * items.length) / count)
  return Array.from({ length: count }, (_, batch) => items.slice(start(batch), start(batch + 1)))
}

type Batch = Pick<Parameters<typeof judgeDraft>[0], 'judges' | 'sources' | 'seed' | 'isOutOfReach'> & {
  batch: Item[]
  /** What controls may be made of. */
  sound: Item[]
  /** The words that a support model doubts, by the keys of their claims; it is added to. */
  doubts: Map<string, string>
}

// How a judge is tested in a batch: how often, with how many planted errors, at least and at most, and with how many
// sentences of the sources as they stand, which it has to support.
const TRIALS = {
  'language model': { tries: 2, least: 1, most: 2, sound: 0 },
  // The same words get the same scores, so nothing comes of a second try. One that doubts everything would find every
  // error, and a claim costs it a fraction of a second.
  'support model': { tries: 1, least: 4, most: 4, sound: 4 },
} as const

async function judgeBatch(options: Batch): Promise<Pick<Judged, 'verdicts' | 'controls'>> {
  const { batch, judges, sources, doubts, isOutOfReach } = options
  const verdicts: Verdict[] = []
  let controls: Controls = {}
  const used: Control[] = []
  const failures: unknown[] = []
  for (const judge of judges) {
    const { tries, least, most, sound } = TRIALS[judge.kind]
    const warns = judge.kind === 'support model'
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const open = batch.filter(({ key }) => !verdicts.some((verdict) => verdict.key === key))
      if (open.length === 0) return { verdicts, controls }
      const seed = `${options.seed}/${judge.name}/${attempt}`
      const planted = controlsFor({ batch: open, sound: options.sound, sources, seed, used, most })
      const truths = truthsFor({ sources, seed, planted, most: sound })
      // Without a control nobody is believed.
      const isTested = planted.length >= least && truths.length === sound
      if (!isTested && !warns) break
      used.push(...planted)
      try {
        const asked = [...open, ...planted.map(({ item }) => item), ...truths]
        const answers = await judge.judge(asked, { sources, seed })
        if (answers === null) continue
        if (warns) for (const [key, words] of doubtsAmong(open, answers)) doubts.set(key, words)
        const found = planted.filter(({ item }) => isFault(answers.get(item)))
        controls = addControls(controls, { [judge.name]: { planted: planted.length, found: found.length } })
        const isBelieved = found.length === planted.length && truths.every((item) => isSupported(answers.get(item)))
        if (!isTested || !isBelieved) continue
        verdicts.push(...open.flatMap((item) => believed(item, answers.get(item), judge)))
      } catch (error) {
        if (!isOutOfReach(error)) throw error
        failures.push(error)
        break
      }
    }
  }
  if (failures.length === judges.length) throw failures[0]
  return { verdicts, controls }
}

/** Whether an answer takes its claim for false. */
export function isFault(answer: Answer | undefined): boolean {
  return answer?.verdict === 'contradicted' || answer?.verdict === 'unsupported'
}

function isSupported(answer: Answer | undefined): boolean {
  return answer?.verdict === 'supported'
}

function doubtsAmong(items: Item[], answers: Map<Item, Answer>): [key: string, words: string][] {
  return items.flatMap((item) => {
    const answer = answers.get(item)
    return answer !== undefined && isFault(answer) ? [[item.key, answer.reason]] : []
  })
}

// Nothing passes on the strength of a unit that was not shown.
function believed(item: Item, answer: Answer | undefined, { name, kind }: Judge): Verdict[] {
  if (answer === undefined || (kind === 'support model' && !isSupported(answer))) return []
  const { verdict, reason } = answer
  const ids = readIds([answer.id])
  const isShown = (id: string) => [...item.evidence, ...item.beside].some((unit) => unit.id === id) || HEAD.test(id)
  if (!isFault(answer) && (ids.length === 0 || !ids.every(isShown))) return []
  const { where } = item.claim
  return [{ where, key: item.key, verdict, id: ids.join(', '), reason, judge: name, by: kind, doubted: '' }]
}

// The head of each source is shown with the items.
const HEAD = /^[SA]\d+\.(?:title|date|author)$/

const LONGEST_REASON = 200

function findingOf({ where, verdict, id, reason }: Verdict, text: string): Finding[] {
  if (verdict === 'supported') return []
  if (verdict === 'unproved')
    return [
      blocking({ code: NOT_JUDGED, where, message: 'No judge gave a verdict that can be believed.', evidence: text }),
    ]
  const why = [reason.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REASON).replace(/\.$/, ''), id]
    .filter(Boolean)
    .join('; ')
  const message = `${MESSAGES[verdict]}${why === '' ? '' : ` (${why})`}: correct it or leave it out.`
  const finding = verdict === 'doubtful' ? revising : blocking
  return [finding({ code: `judge-${verdict}`, where, message, evidence: text })]
}

const MESSAGES = {
  contradicted: 'Its evidence says something else',
  unsupported: 'Its evidence does not say this',
  doubtful: 'Its evidence hardly says this',
} as const

function doubtOf({ where, doubted }: Verdict): Finding[] {
  if (doubted === '') return []
  const message = `A support model finds nothing in its evidence that bears ${doubted}: compare these words with it.`
  return [revising({ code: GROUNDER_DOUBTFUL, where, message, evidence: doubted })]
}
