import pLimit from 'p-limit'
import * as z from 'zod'
import type { Check } from '#blog/post.ts'
import { jsonSchemaOf } from '#newsroom/article/draft-json-schema.ts'
import { asking, blocking, JUDGED_NAME, type Finding } from '#newsroom/article/finding.ts'
import { KINDS, type Kind } from '#newsroom/judging/falsify.ts'
import { itemsOf, printItems, type Item } from '#newsroom/judging/judge-items.ts'
import { chooseTestItems, testItemsFrom, type TestItem, type TestItems } from '#newsroom/judging/planted-errors.ts'
import { ModelFailed } from '#newsroom/llm/model-settings.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { createRandom, hash } from '#text/random.ts'

/** The code of a finding about a sentence that has no trusted verdict, so a person must review it. */
export const NOT_JUDGED = 'not-judged'

/** The code of a finding about a sentence that a judge considers doubtful. */
export const DOUBTFUL = 'judge-doubtful'

/** The verdicts that a judge can return. */
export const VERDICTS = ['supported', 'contradicted', 'unsupported', 'doubtful'] as const

/** A judge's verdict on an item. `id` is the unit that decided it. */
export type Answer = { verdict: (typeof VERDICTS)[number]; id: string; reason: string }

/** A model that compares sentences with their evidence. `prompt` is its instructions. */
export type Judge = { name: string; ask: Ask; prompt: string }

/** The trusted verdict on a sentence. If there is none, `verdict` is `unproved` and `judge` is empty. */
export type Verdict = {
  where: string
  key: string
  verdict: Answer['verdict'] | 'unproved'
  id: string
  reason: string
  judge: string
}

/** An error that was planted to test a judge, and whether the judge found it. */
export type PlantedError = { judge: string; kind: Kind; isFound: boolean }

/** The verdicts on a draft, the resulting findings, and the planted errors. */
export type Judged = { verdicts: Verdict[]; planted: PlantedError[]; findings: Finding[] }

/**
 * Sends a draft's sentences with their evidence to judges, in batches of six to ten items. Each batch also contains
 * planted errors and true sentences from the sources. If a judge accepts an error or rejects a true sentence, its
 * verdicts on that batch are discarded. The batch is then sent to the judge once more, with other test items, and after
 * a second failure to the next judge. Sentences without a trusted verdict remain `unproved`. If `before` is empty,
 * plants every kind of error that the sources allow. If no judge can be reached, rejects with the first judge's error.
 */
export async function judgeDraft(
  options: Parameters<typeof itemsOf>[0] & {
    judges: Judge[]
    /** Earlier verdicts. A verdict stays valid until its sentence or the one before it changes. */
    before: Verdict[]
    seed: string
  },
): Promise<Judged> {
  const { sources, before, seed } = options
  const items = itemsOf(options)
  const known = new Map(before.map((verdict) => [verdict.key, verdict]))
  const open = items.filter(({ key, evidence }) => !known.has(key) && evidence.length > 0)
  const planted: PlantedError[] = []
  if (open.length > 0) {
    const tests = testItemsFrom(sources, seed)
    const kinds = createRandom(hash(seed)).shuffle(KINDS.filter((kind) => tests.has(kind)))
    const batches = batchesOf(open, before.length === 0 ? Math.ceil(kinds.length / MOST_ERRORS) : 1)
    const errors = before.length > 0 ? FEWEST_ERRORS : Math.max(FEWEST_ERRORS, Math.ceil(kinds.length / batches.length))
    const judgeOne = async (batch: Item[], index: number) => {
      // Start each batch with different kinds so that all batches together use every kind.
      const start = (index * errors) % Math.max(kinds.length, 1)
      const rotated = [...kinds.slice(start), ...kinds.slice(0, start)]
      const plan = { tests, kinds: rotated, errors: Math.min(errors, MOST_ERRORS) }
      const judged = await judgeBatch({ ...options, batch, plan, seed: `${seed}/${index}/${batch[0]?.key}` })
      for (const verdict of judged.verdicts) known.set(verdict.key, verdict)
      planted.push(...judged.planted)
    }
    const [first = [], ...others] = batches
    // Send the first batch alone so that an unreachable judge gets only one request.
    await judgeOne(first, 0)
    const limit = pLimit(MAX_PARALLEL)
    const judging = others.map((batch, index) => limit(() => judgeOne(batch, index + 1)))
    // Wait for all requests before throwing an error so that all responses are stored.
    for (const judged of await Promise.allSettled(judging)) if (judged.status === 'rejected') throw judged.reason
  }
  const verdicts = items.map((item): Verdict => {
    const unknown = item.evidence.length === 0 ? WITHOUT_EVIDENCE : UNPROVED
    return { ...unknown, ...known.get(item.key), where: item.claim.where, key: item.key }
  })
  return { verdicts, planted, findings: verdicts.flatMap((verdict, index) => findingOf(verdict, items[index])) }
}

/** Counts the planted errors, and how many of them were found. */
export function countPlanted(planted: readonly PlantedError[]): { planted: number; found: number } {
  return { planted: planted.length, found: planted.filter(({ isFound }) => isFound).length }
}

/** Counts planted and found errors by kind, in the order of `KINDS`. */
export function countByKind(planted: readonly PlantedError[]): { kind: Kind; planted: number; found: number }[] {
  const groups = Map.groupBy(planted, ({ kind }) => kind)
  return KINDS.flatMap((kind) => {
    const group = groups.get(kind)
    return group === undefined ? [] : [{ kind, ...countPlanted(group) }]
  })
}

/**
 * Returns the check result that readers see: whether every sentence passed, and how many planted errors the trusted
 * judges found. If the only judge was the writer, the result's name says so.
 */
export function judgeCheck(verdicts: Verdict[], planted: PlantedError[], writer: string): Check {
  const judges = new Set(verdicts.map(({ judge }) => judge).filter(Boolean))
  const counts = countPlanted(judges.size === 0 ? planted : planted.filter(({ judge }) => judges.has(judge)))
  const compared = verdicts.filter(({ verdict }) => verdict !== 'unproved').length
  const isOwnJudge = judges.size === 1 && judges.has(writer)
  return {
    name: `${JUDGED_NAME} by a second ${isOwnJudge ? 'call to the model that wrote it' : 'model call'}`,
    passed: verdicts.every(({ verdict }) => verdict === 'supported'),
    detail: `${compared} of ${verdicts.length} compared, ${counts.found} of ${counts.planted} planted errors found`,
  }
}

const WITHOUT_EVIDENCE = { verdict: 'unsupported', id: '', reason: 'it cites no evidence', judge: '' } as const
const UNPROVED = { verdict: 'unproved', id: '', reason: '', judge: '' } as const

const MOST_CLAIMS = 6
const FEWEST_ERRORS = 2
const MOST_ERRORS = 3
const TRIES = 2
const MAX_PARALLEL = 4

// Splits items into batches of similar size, because test items would stand out in a small last batch.
function batchesOf(items: Item[], fewest: number): Item[][] {
  const count = Math.min(items.length, Math.max(fewest, Math.ceil(items.length / MOST_CLAIMS)))
  const start = (batch: number) => Math.round((batch * items.length) / count)
  return Array.from({ length: count }, (_, batch) => items.slice(start(batch), start(batch + 1)))
}

type Batch = Pick<Parameters<typeof judgeDraft>[0], 'judges' | 'sources'> & {
  batch: Item[]
  plan: { tests: TestItems; kinds: Kind[]; errors: number }
  seed: string
}

async function judgeBatch(options: Batch): Promise<Pick<Judged, 'verdicts' | 'planted'>> {
  const { batch, judges, sources, plan } = options
  const verdicts: Verdict[] = []
  const planted: PlantedError[] = []
  const used: TestItem[] = []
  const failures: ModelFailed[] = []
  for (const judge of judges) {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const open = batch.filter(({ key }) => !verdicts.some((verdict) => verdict.key === key))
      if (open.length === 0) return { verdicts, planted }
      const tests = chooseTestItems(open, { ...plan, used })
      used.push(...tests)
      const errors = tests.flatMap(({ item, kind }) => (kind === 'true' ? [] : [{ item, kind }]))
      // A model can notice a changed speaker without understanding the sentence, so this kind alone proves little.
      if (errors.every(({ kind }) => kind === 'wrong speaker')) break
      try {
        const seed = `${options.seed}/${judge.name}/${attempt}`
        const answers = await askJudge(judge, [...open, ...tests.map(({ item }) => item)], { sources, seed })
        const isPassed = (item: Item) => answers?.get(item)?.verdict === 'supported'
        const isCaught = (item: Item) => answers?.get(item) !== undefined && !isPassed(item)
        planted.push(...errors.map(({ item, kind }) => ({ judge: judge.name, kind, isFound: isCaught(item) })))
        const isTrusted = tests.every(({ item, kind }) => (kind === 'true' ? isPassed(item) : isCaught(item)))
        if (answers !== null && isTrusted)
          verdicts.push(...open.flatMap((item) => verdictOf(item, answers.get(item), judge.name)))
      } catch (error) {
        if (!(error instanceof ModelFailed)) throw error
        failures.push(error)
        break
      }
    }
  }
  if (failures.length === judges.length) throw failures[0]
  return { verdicts, planted }
}

const MAX_OUTPUT_TOKENS = 6_000

// The verdict is the last field so that a model states its reason first.
const judgement = z.object({
  verdicts: z.array(z.object({ item: z.string(), id: z.string(), reason: z.string(), verdict: z.enum(VERDICTS) })),
})

// Resolves to null if the response is truncated or invalid.
async function askJudge(
  { ask, prompt }: Judge,
  given: Item[],
  { sources, seed }: { sources: NumberedSource[]; seed: string },
): Promise<Map<Item, Answer> | null> {
  const { fence, rule } = delimitersFor(seed)
  // Shuffle the items so that their positions do not reveal which ones are planted.
  const items = createRandom(hash(`${seed}/order`)).shuffle(given)
  const { output, finishReason } = await ask({
    purpose: 'judge',
    instructions: `${prompt}\n\n${rule}`,
    prompt: `${fence(printItems(items, sources))}\n\nGive a verdict on each of the ${items.length} items.`,
    schema: jsonSchemaOf(judgement),
    schemaName: 'judgement',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: 0,
  })
  const { success, data } = judgement.safeParse(output)
  if (!success || finishReason === 'length') return null
  const answers = new Map<Item, Answer>()
  for (const answer of data.verdicts) {
    const item = items[Number(answer.item) - 1]
    const other = item && answers.get(item)
    // If the response contains several verdicts on an item, a negative one wins.
    if (item !== undefined && (other === undefined || other.verdict === 'supported')) answers.set(item, answer)
  }
  return answers
}

// Discards a positive verdict if it does not cite a unit that the judge was shown.
function verdictOf(item: Item, answer: Answer | undefined, judge: string): Verdict[] {
  if (answer === undefined) return []
  const { verdict, reason } = answer
  const ids = answer.id.match(/\b[SA]\d+\.\w+/g) ?? []
  const isShown = (id: string) => [...item.evidence, ...item.beside].some((unit) => unit.id === id) || HEAD.test(id)
  const isPass = verdict === 'supported' || verdict === 'doubtful'
  if (isPass && (ids.length === 0 || !ids.every(isShown))) return []
  return [{ where: item.claim.where, key: item.key, verdict, id: ids.join(', '), reason, judge }]
}

// Judges are also shown each source's title, date and author.
const HEAD = /^[SA]\d+\.(?:title|date|author)$/

const LONGEST_REASON = 200

function findingOf({ where, verdict, id, reason }: Verdict, item: Item | undefined): Finding[] {
  const evidence = item?.claim.text ?? ''
  if (verdict === 'supported') return []
  if (verdict === 'unproved')
    return [asking({ code: NOT_JUDGED, where, message: 'No judge gave a trusted verdict on this sentence.', evidence })]
  const why = reason.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REASON).replace(/\.$/, '')
  const details = [why, id].filter(Boolean).join('; ')
  const message = `${MESSAGES[verdict]}${details === '' ? '' : ` (${details})`}.`
  return [blocking({ code: `judge-${verdict}`, where, message, evidence })]
}

const MESSAGES = {
  contradicted: 'Its evidence says something else',
  unsupported: 'Its evidence does not say this',
  doubtful: 'It can be doubted whether its evidence says this',
} as const
