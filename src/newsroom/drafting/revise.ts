import * as z from 'zod'
import { jsonSchemaOf, unitOf } from '#newsroom/article/draft-json-schema.ts'
import { claimsOf, type Claim, type Draft } from '#newsroom/article/draft.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import { applyRevision } from '#newsroom/drafting/edit-draft.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import { evidenceOf, printHeads, printUnit } from '#newsroom/judging/judge-items.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** A revised draft. */
export type Revised = Pick<Subject, 'canaries' | 'instructions'> & {
  draft: Draft
  /** The writer's reasons for keeping questioned sentences, by sentence text. */
  replies: Map<string, string>
}

const MAX_OUTPUT_TOKENS = 8_000
const TEMPERATURE = 0.3

/**
 * Has the writer replace, remove or keep each sentence with findings, in one request. Code applies the response, so
 * that all other sentences stay unchanged. Returns the draft unchanged if the response is unreadable. Rejects if `ask`
 * rejects.
 */
export async function reviseDraft(options: {
  ask: Ask
  prompts: Prompts
  draft: Draft
  sources: NumberedSource[]
  /** Findings from the checks and the judge in one round. */
  findings: Finding[]
  seed: string
}): Promise<Revised> {
  const { ask, prompts, draft, sources, findings, seed } = options
  const { fence, rule, canaries } = delimitersFor(seed)
  const claims = claimsOf(draft)
  const instructions = `${prompts.revise}\n\n${rule}`
  const { output, finishReason } = await ask({
    purpose: 'revise',
    instructions,
    prompt: [
      `The article, each piece after its address:\n${fence(claims.map(({ where, text }) => `${where} ${text}`))}`,
      `The complaints:\n${fence(complaintsOf(claims, { findings, sources }))}`,
      `The sources:\n${fence(printHeads(sources))}`,
      'Give the replacements.',
    ].join('\n\n'),
    schema: jsonSchemaOf(revisionShape(unitOf(sources))),
    schemaName: 'revision',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: TEMPERATURE,
  })
  const { success, data } = revisionShape(z.string()).safeParse(output)
  const prompt = { canaries, instructions }
  if (!success || finishReason === 'length') return { draft, replies: new Map(), ...prompt }
  // The writer may keep a questioned sentence, but not one that was proved wrong.
  const asked = new Set(findings.filter(({ severity }) => severity === 'ask').map(({ where }) => where))
  const kept = data.keep.filter(({ where, reason }) => asked.has(where) && reason.trim() !== '')
  const textAt = (address: string) => claims.find(({ where }) => where === address)?.text ?? ''
  const replies = new Map(kept.map(({ where, reason }) => [textAt(where), reason.trim()]))
  return { draft: applyRevision(draft, data), replies, ...prompt }
}

// Number of units to show the writer on each side of a cited unit, because one of them may contain the missing fact.
const NEIGHBOURS = 3

const LABELS = { block: 'must be corrected', revise: 'better corrected', ask: 'question' } as const

function complaintsOf(claims: Claim[], { findings, sources }: { findings: Finding[]; sources: NumberedSource[] }) {
  return [...Map.groupBy(findings, ({ where }) => where)].map(([where, own]) => {
    const complaints = own.map(({ severity, message, unit }) => {
      return `${LABELS[severity]}: ${message}${unit === null ? '' : ` (${unit})`}`
    })
    const claim = claims.find((one) => one.where === where)
    if (claim === undefined) return { where, complaints }
    const { kind, text, from, compute, speaker } = claim
    const found = own.flatMap(({ unit }) => unit ?? [])
    const { evidence, beside } = evidenceOf(from, { found, sources, width: NEIGHBOURS })
    return {
      where,
      kind,
      text: kind === 'quote' ? `“${text}” — ${speaker}` : text,
      from,
      compute,
      complaints,
      evidence: evidence.map(printUnit),
      beside: beside.map(printUnit),
    }
  })
}

function revisionShape<Id extends z.ZodType<string>>(unit: Id) {
  const text = z.string()
  return z.object({
    replacements: z.array(z.object({ where: text, from: z.array(unit), text, compute: text })),
    remove: z.array(text),
    keep: z.array(z.object({ where: text, reason: text })),
  })
}
