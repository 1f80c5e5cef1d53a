import * as z from 'zod'
import { passages, type Draft, type Passage } from '#newsroom/drafting/draft.ts'
import type { Finding } from '#newsroom/checks/finding.ts'
import type { Ask, ModelAnswer } from '#newsroom/drafting/llm/model.ts'
import { listOf, objectOf, oneOf, TEXT } from '#newsroom/drafting/llm/strict-json-schema.ts'
import { delimitersFor } from '#newsroom/drafting/llm/prompt-delimiters.ts'
import { shortenTexts } from '#newsroom/drafting/llm/shorten.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** What the judge's check is called where readers see it. */
export const JUDGE_NAME = 'Facts compared with the sources by a second model call'

/** What a judge made of a draft; `detail` is how much was compared. */
export type Judged = { findings: Finding[]; detail: string; usage: ModelAnswer['usage'] }

const MOST_TOKENS = 8_000

/**
 * Has a model compare every passage of a draft with the sources that it names, for facts that are there but belong to
 * something else, which no check of words can see. Resolves to null when its answer cannot be read.
 */
export async function judgeDraft(options: {
  ask: Ask
  prompts: Prompts
  draft: Draft
  references: Reference[]
  seed: string
}): Promise<Judged | null> {
  const { ask, prompts, draft, references, seed } = options
  const { fence, rule } = delimitersFor(seed)
  // A tag asserts nothing.
  const judged = passages(draft).filter(({ kind }) => kind !== 'tag')
  const sources = sourcesOf(judged, references)
  const { output, finishReason, usage } = await ask({
    purpose: 'judge',
    instructions: `${prompts.judge}\n\n${rule}`,
    schema: JUDGEMENT_SCHEMA,
    prompt: [
      `The sources:\n${fence(sources)}`,
      `The passages:\n${fence(judged.map(({ text, sources }, index) => ({ passage: `${index + 1}`, sources, text })))}`,
      'Compare each passage with its own sources.',
    ].join('\n\n'),
    schemaName: 'judgement',
    maxOutputTokens: MOST_TOKENS,
    temperature: 0,
  })
  const { success, data } = judgement.safeParse(output)
  // What was cut off may have lost the worst.
  if (!success || finishReason === 'length') return null
  const findings = data.claims.flatMap((claim) => findingOf(claim, judged))
  const doubted = `${findings.length} ${findings.length === 1 ? 'claim' : 'claims'} doubted`
  return { findings, detail: `${judged.length} passages, ${doubted}`, usage }
}

// Only what a passage names, in the words that the writer was given.
function sourcesOf(judged: Passage[], references: Reference[]) {
  const named = new Set(judged.flatMap(({ sources }) => sources))
  const texts = shortenTexts(references.map(({ text }) => text))
  return references
    .map(({ id, publisher, title, date }, index) => ({ id, publisher, title, date, text: texts[index] }))
    .filter(({ id }) => named.has(id))
}

// A model may number passages, and name what it found in order.
const judgement = z.object({
  claims: z.array(
    z.object({
      passage: z.union([z.string(), z.number()]),
      claim: z.string(),
      verdict: z.enum(['contradicted', 'unsupported', 'doubtful', 'supported']),
      reason: z.string(),
    }),
  ),
})

const LONGEST_EVIDENCE = 200

function findingOf(
  { passage, claim, verdict, reason }: z.infer<typeof judgement>['claims'][number],
  judged: Passage[],
): Finding[] {
  const number = Number(/\d+/.exec(String(passage))?.[0])
  const where = judged[number - 1]?.where
  if (where === undefined || verdict === 'supported') return []
  const why = reason.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_EVIDENCE).replace(/\.$/, '')
  return [
    {
      code: `judge-${verdict}`,
      severity: verdict === 'doubtful' ? 'warning' : 'error',
      where,
      message: `${MESSAGES[verdict]}${why === '' ? '' : ` (${why})`}: correct it or leave it out.`,
      evidence: claim.slice(0, LONGEST_EVIDENCE),
    },
  ]
}

const MESSAGES = {
  contradicted: 'The sources of this passage say something else',
  unsupported: 'The sources of this passage do not say this',
  doubtful: 'The sources of this passage hardly say this',
} as const

const JUDGEMENT_SCHEMA = objectOf({
  claims: listOf(
    objectOf({
      passage: TEXT,
      claim: TEXT,
      verdict: oneOf('contradicted', 'unsupported', 'doubtful'),
      reason: TEXT,
    }),
  ),
})
