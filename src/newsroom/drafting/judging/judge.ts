import * as z from 'zod'
import { createRandom, hash } from '#newsroom/covers/random.ts'
import { blocking, warning, type Finding } from '#newsroom/checks/finding.ts'
import { controlsFor, type Control } from '#newsroom/drafting/judging/controls.ts'
import type { Draft } from '#newsroom/drafting/draft.ts'
import { itemsOf, printItems, type Item } from '#newsroom/drafting/judging/judge-items.ts'
import { readIds } from '#newsroom/drafting/answer/ids.ts'
import type { Ask } from '#newsroom/drafting/llm/model.ts'
import { listOf, objectOf, oneOf, TEXT } from '#newsroom/drafting/llm/strict-json-schema.ts'
import { delimitersFor } from '#newsroom/drafting/llm/prompt-delimiters.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import type { NumberedSource } from '#newsroom/sources/units.ts'

/** What the judge's check is called where readers see it. */
export const JUDGE_NAME = 'Each sentence compared with its evidence by a second model call'

/** The code of a claim that no judge could be believed on. */
export const NOT_JUDGED = 'not-judged'

/** A model that judges, by its name. */
export type Judge = { name: string; ask: Ask }

/**
 * What a believed judge said of a claim: `id` is the unit that decides, `key` the claim with its evidence and what stands
 * before it. `unproved` says that no judge gave a verdict that can be believed.
 */
export type Verdict = {
  where: string
  key: string
  verdict: (typeof VERDICTS)[number] | 'unproved'
  id: string
  reason: string
  judge: string
}

/** How many errors code planted in what a judge was asked, and how many of them it found. */
export type ControlCount = { planted: number; found: number }

/** What judging a draft gave: a verdict on each claim, and what is wrong by them. */
export type Judged = { verdicts: Verdict[]; controls: ControlCount; findings: Finding[] }

const VERDICTS = ['supported', 'contradicted', 'unsupported', 'doubtful'] as const

/**
 * Has models compare the claims of a draft with their evidence, six at a time with two that code made false. A judge that
 * takes one of those for true is not believed about that batch: it is asked again with others, then the next judge is;
 * what then has no verdict is `unproved`. Claims that `before` knows are not asked about again. Rejects with
 * what `ask` rejects with when no judge can be reached.
 */
export async function judgeDraft(options: {
  judges: Judge[]
  prompts: Prompts
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
  const open = items.filter(({ key, evidence }) => !known.has(key) && evidence.length > 0)
  const sound = items.filter(({ claim, evidence }) => evidence.length > 0 && !failing.includes(claim.where))
  const controls: ControlCount = { planted: 0, found: 0 }
  for (const [index, batch] of batchesOf(open).entries()) {
    const judged = await judgeBatch({ ...options, batch, sound, seed: `${seed}/${index}/${batch[0]?.key}` })
    for (const verdict of judged.verdicts) known.set(verdict.key, verdict)
    controls.planted += judged.controls.planted
    controls.found += judged.controls.found
  }
  const verdicts = items.map((item): Verdict => {
    const { verdict, id, reason, judge } = known.get(item.key) ?? (item.evidence.length === 0 ? BARE : UNPROVED)
    return { where: item.claim.where, key: item.key, verdict, id, reason, judge }
  })
  const findings = items.flatMap(({ claim }, index) => {
    const verdict = verdicts[index]
    return verdict === undefined ? [] : findingOf(verdict, claim.text)
  })
  return { verdicts, controls, findings }
}

type Said = Pick<Verdict, 'verdict' | 'id' | 'reason' | 'judge'>

const BARE: Said = { verdict: 'unsupported', id: '', reason: 'it names no evidence', judge: '' }
const UNPROVED: Said = { verdict: 'unproved', id: '', reason: '', judge: '' }

const BATCH = 6

// Equal shares: controls would stand out in a last batch of one.
function batchesOf(items: Item[]): Item[][] {
  const count = Math.ceil(items.length / BATCH)
  const start = (batch: number) => Math.round((batch * items.length) / count)
  return Array.from({ length: count }, (_, batch) => items.slice(start(batch), start(batch + 1)))
}

type Batch = Pick<Parameters<typeof judgeDraft>[0], 'judges' | 'prompts' | 'sources' | 'seed' | 'isOutOfReach'> & {
  batch: Item[]
  /** What controls may be made of. */
  sound: Item[]
}

const TRIES = [1, 2]

async function judgeBatch(options: Batch): Promise<Pick<Judged, 'verdicts' | 'controls'>> {
  const { batch, judges, sources, isOutOfReach } = options
  const verdicts: Verdict[] = []
  const controls: ControlCount = { planted: 0, found: 0 }
  const used: Control[] = []
  const failures: unknown[] = []
  for (const judge of judges) {
    for (const attempt of TRIES) {
      const open = batch.filter(({ key }) => !verdicts.some((verdict) => verdict.key === key))
      if (open.length === 0) return { verdicts, controls }
      const seed = `${options.seed}/${judge.name}/${attempt}`
      const planted = controlsFor({ batch: open, sound: options.sound, sources, seed, used })
      // Without a control nobody is believed.
      if (planted.length === 0) return { verdicts, controls }
      used.push(...planted)
      try {
        const answers = await askAbout([...open, ...planted.map(({ item }) => item)], { ...options, judge, seed })
        if (answers === null) continue
        const found = planted.filter(({ item }) => isFault(answers.get(item)?.verdict))
        controls.planted += planted.length
        controls.found += found.length
        if (found.length < planted.length) continue
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

function isFault(verdict: string | undefined): boolean {
  return verdict === 'contradicted' || verdict === 'unsupported'
}

// Nothing passes on the strength of a unit that was not shown.
function believed(item: Item, answer: Answer | undefined, { name }: Judge): Verdict[] {
  if (answer === undefined) return []
  const { verdict, reason } = answer
  const ids = readIds([answer.id])
  const isShown = (id: string) => [...item.evidence, ...item.beside].some((unit) => unit.id === id) || HEAD.test(id)
  if (!isFault(verdict) && (ids.length === 0 || !ids.every(isShown))) return []
  return [{ where: item.claim.where, key: item.key, verdict, id: ids.join(', '), reason, judge: name }]
}

// The head of each source is printed with the items.
const HEAD = /^[SA]\d+\.(?:title|date|author)$/

const MOST_TOKENS = 6_000

// Null when the answer cannot be read.
async function askAbout(
  given: Item[],
  { prompts, sources, judge, seed }: Batch & { judge: Judge },
): Promise<Map<Item, Answer> | null> {
  const { fence, rule } = delimitersFor(seed)
  // No place in the list tells what was planted.
  const items = createRandom(hash(`${seed}/order`)).shuffle(given)
  const { output, finishReason } = await judge.ask({
    purpose: 'judge',
    instructions: `${prompts.judge}\n\n${rule}`,
    prompt: `${fence(printItems(items, sources))}\n\nGive a verdict on each of the ${items.length} items.`,
    schema: JUDGEMENT_SCHEMA,
    schemaName: 'judgement',
    maxOutputTokens: MOST_TOKENS,
    temperature: 0,
  })
  const { success, data } = judgement.safeParse(output)
  // What was cut off may have lost the worst.
  if (!success || finishReason === 'length') return null
  const answers = new Map<Item, Answer>()
  for (const answer of data.verdicts.filter((answer) => answer !== null)) {
    const item = items[answer.item - 1]
    const other = item && answers.get(item)
    // Of two verdicts on one item the worse counts.
    if (item !== undefined && (other === undefined || !isFault(other.verdict))) answers.set(item, answer)
  }
  return answers
}

// A model may number items, or name them.
const answer = z.object({
  item: z.union([z.string(), z.number()]).transform((item) => Number(/\d+/.exec(String(item))?.[0])),
  verdict: z.string().toLowerCase().trim().pipe(z.enum(VERDICTS)),
  id: z.union([z.string(), z.array(z.string()).transform((ids) => ids.join(', '))]).catch(''),
  reason: z.string().catch(''),
})
const judgement = z.object({ verdicts: z.array(answer.nullable().catch(null)) })

type Answer = z.infer<typeof answer>

// What it saw and why come first, so that the verdict follows from them.
const JUDGEMENT_SCHEMA = objectOf({
  verdicts: listOf(objectOf({ item: TEXT, id: TEXT, reason: TEXT, verdict: oneOf(...VERDICTS) })),
})

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
  const finding = verdict === 'doubtful' ? warning : blocking
  return [finding({ code: `judge-${verdict}`, where, message, evidence: text })]
}

const MESSAGES = {
  contradicted: 'Its evidence says something else',
  unsupported: 'Its evidence does not say this',
  doubtful: 'Its evidence hardly says this',
} as const
