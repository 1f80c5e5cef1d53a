import * as z from 'zod'
import { jsonSchemaOf, unitOf } from '#newsroom/article/draft-json-schema.ts'
import { claimsOf, isWithin, type Claim, type Draft } from '#newsroom/article/draft.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import { readSentence, readSentences, withoutMarks } from '#newsroom/article/read-draft.ts'
import { mapClaims, normalizeDraft, type Piece } from '#newsroom/drafting/edit-draft.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import { evidenceOf, printHeads, printUnit } from '#newsroom/judging/judge-items.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** A revised draft. */
export type Revised = {
  draft: Draft
  /** The writer's reasons for keeping sentences against code's questions, by the text of the sentence. */
  replies: Map<string, string>
  canaries: string[]
  instructions: string
}

const MAX_OUTPUT_TOKENS = 8_000
const TEMPERATURE = 0.3

/**
 * Asks the writer, in one request, to replace, remove or keep the sentences that findings are about. Code applies the answer,
 * so all other sentences stay as they are. An answer that cannot be read changes nothing. Rejects if `ask` rejects.
 */
export async function reviseDraft(options: {
  ask: Ask
  prompts: Prompts
  draft: Draft
  sources: NumberedSource[]
  /** The findings of code and judge of one round. */
  findings: Finding[]
  seed: string
}): Promise<Revised> {
  const { ask, prompts, draft, sources, findings, seed } = options
  const { fence, rule, canaries } = delimitersFor(seed)
  const claims = claimsOf(draft)
  const units = claims.flatMap(({ from }) => evidenceOf(from, { sources, width: 0 }).evidence)
  const instructions = `${prompts.revise}\n\n${rule}`
  const { output, finishReason } = await ask({
    purpose: 'revise',
    instructions,
    prompt: [
      `The article, each piece after its address:\n${fence(claims.map(({ where, text }) => `${where} ${text}`))}`,
      `The complaints:\n${fence(complaintsOf(claims, { findings, sources }))}`,
      `The sources:\n${fence(printHeads(sources, units))}`,
      'Give the replacements.',
    ].join('\n\n'),
    schema: jsonSchemaOf(revisionShape(unitOf(sources))),
    schemaName: 'revision',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: TEMPERATURE,
  })
  const { success, data } = revisionShape(z.string()).safeParse(output)
  const told = { canaries, instructions }
  if (!success || finishReason === 'length') return { draft, replies: new Map(), ...told }
  // The writer may answer a question, but not a proof.
  const asked = new Set(findings.filter(({ severity }) => severity === 'ask').map(({ where }) => where))
  const kept = data.keep.filter(({ where, reason }) => asked.has(where) && reason.trim() !== '')
  const textAt = (address: string) => claims.find(({ where }) => where === address)?.text ?? ''
  const replies = new Map(kept.map(({ where, reason }) => [textAt(where), reason.trim()]))
  return { draft: applyRevision(draft, data), replies, ...told }
}

/** The replacements of claims by their addresses, and the addresses of the claims to remove. */
export type Revision = Omit<z.infer<ReturnType<typeof revisionShape<z.ZodString>>>, 'keep'>

/**
 * Applies a revision to a draft. An address that does not exist, a row with another number of cells, and the removal of the
 * title are ignored.
 */
export function applyRevision(draft: Draft, { replacements, remove }: Revision): Draft {
  const given = new Map(replacements.map((replacement) => [replacement.where, replacement]))
  const isRemoved = (where: string) => remove.some((address) => isWithin(where, address))
  const edited = mapClaims(draft, (claim) => {
    const replacement = given.get(claim.where)
    if (replacement !== undefined && fits(claim, replacement.text)) return piecesOf(claim, replacement)
    return claim.kind !== 'title' && isRemoved(claim.where) ? [] : [claim]
  })
  const tags = draft.tags.flatMap((tag, index) => {
    const replacement = given.get(`tags.${index}`)
    if (replacement !== undefined) return [replacement.text.trim()]
    return isRemoved(`tags.${index}`) ? [] : [tag]
  })
  return normalizeDraft({ ...edited, tags })
}

function fits({ kind, text: before }: Claim, text: string): boolean {
  if (kind === 'title') return text.trim() !== ''
  const cells = (row: string) => row.split(' | ').length
  return kind !== 'row' || text.trim() === '' || cells(text) === cells(before)
}

function piecesOf({ kind, from: before }: Claim, { text, from, compute }: Revision['replacements'][number]): Piece[] {
  if (text.trim() === '') return []
  // Some models omit ids that do not change.
  const given = { text, from: from.length > 0 ? from : before, compute }
  if (kind === 'sentence' || kind === 'lead' || kind === 'change') return readSentences(given)
  if (kind === 'code') return [{ text, from: given.from, compute: '' }]
  const read = readSentence(given)
  if (kind !== 'quote') return [read]
  const [, quoted = read.text, speaker] = /^(.*["”])\s+[—–-]+\s+([^"“”]+)$/.exec(read.text) ?? []
  return [{ text: withoutMarks(quoted), from: read.from, compute: '', speaker }]
}

// Neighbours of a unit that the writer sees: another unit may say what is missing.
const NEIGHBOURS = 3

const LABELS = { block: 'must be corrected', revise: 'better corrected', ask: 'question' } as const

function complaintsOf(claims: Claim[], { findings, sources }: { findings: Finding[]; sources: NumberedSource[] }) {
  const complaintsAt = (address: string) =>
    findings
      .filter(({ where }) => where === address)
      .map(({ severity, message, unit }) => `${LABELS[severity]}: ${message}${unit === null ? '' : ` (${unit})`}`)
  const isClaim = (address: string) => claims.some(({ where }) => where === address)
  const about = claims.map(({ where, kind, text, from, compute, speaker }) => {
    const { evidence, beside } = evidenceOf(from, { sources, width: NEIGHBOURS })
    const units = findings.flatMap((finding) => (finding.where === where ? (finding.unit ?? []) : []))
    const found = evidenceOf(units, { sources, width: 0 }).evidence
    const near = [...new Set([...beside, ...found])].filter((unit) => !evidence.includes(unit))
    const written = kind === 'quote' ? `“${text}” — ${speaker}` : text
    const complaints = complaintsAt(where)
    const [cited, shown] = [evidence.map(printUnit), near.map(printUnit)]
    return { where, kind, text: written, from, compute, complaints, evidence: cited, beside: shown }
  })
  const others = [...new Set(findings.map(({ where }) => where))].filter((where) => !isClaim(where))
  return [
    ...about.filter(({ complaints }) => complaints.length > 0),
    ...others.map((where) => ({ where, complaints: complaintsAt(where) })),
  ]
}

function revisionShape<Id extends z.ZodType<string>>(unit: Id) {
  const text = z.string()
  return z.object({
    replacements: z.array(z.object({ where: text, text, from: z.array(unit), compute: text })),
    remove: z.array(text),
    keep: z.array(z.object({ where: text, reason: text })),
  })
}
