import type { JSONSchema7 } from 'ai'
import * as z from 'zod'
import { revising, type Finding } from '#newsroom/article/finding.ts'
import { evidenceSchema } from '#newsroom/article/draft-json-schema.ts'
import { claimsOf, type Claim, type Draft } from '#newsroom/article/draft.ts'
import { isWithin, mapClaims, type Piece } from '#newsroom/drafting/edit-draft.ts'
import { heal } from '#newsroom/drafting/heal.ts'
import { readIds } from '#newsroom/article/ids.ts'
import { evidenceOf, printHeads, printUnit } from '#newsroom/judging/judge-items.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import { listOf, objectOf, TEXT } from '#newsroom/llm/strict-json-schema.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import { withoutMarks } from '#newsroom/article/read-draft.ts'
import { readSentence, readSentences } from '#newsroom/article/read-sentences.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** A draft after a revision: `findings` warn of what could not be used of it. */
export type Revised = { draft: Draft; findings: Finding[]; canaries: string[]; instructions: string }

const MOST_TOKENS = 8_000
const TEMPERATURE = 0.3

/**
 * Has the sentences replaced that findings complain of, by their addresses, in one call; code puts the replacements in, and
 * what is not named stays as it is. An answer that cannot be read changes nothing. Rejects with whatever `ask` rejects with.
 */
export async function reviseDraft(options: {
  ask: Ask
  prompts: Prompts
  draft: Draft
  sources: NumberedSource[]
  /** Of code and judge together; errors have to be put right. */
  findings: Finding[]
  seed: string
  /** How many tokens question and answer may have together, or null: then all complaints fit. */
  window: number | null
}): Promise<Revised> {
  const { ask, prompts, draft, sources, findings, seed, window } = options
  const { fence, rule, canaries } = delimitersFor(seed)
  const claims = claimsOf(draft)
  const failing = complaintsOf(claims, { findings, sources })
  const units = claims.flatMap((claim) => evidenceOf(claim, { sources, width: 0 }).evidence)
  const instructions = `${prompts.revise}\n\n${rule}`
  const { output, finishReason } = await ask({
    purpose: 'revise',
    instructions,
    prompt: [
      `The article, each piece behind its address:\n${fence(claims.map(({ where, text }) => `${where} ${text}`))}`,
      `What has to change:\n${fence(fitting([...failing, ...ofTheWhole(findings, claims)], window))}`,
      `The sources of their evidence:\n${fence(printHeads(sources, units))}`,
      'Give the replacements.',
    ].join('\n\n'),
    schema: revisionSchema(sources),
    schemaName: 'revision',
    maxOutputTokens: MOST_TOKENS,
    temperature: TEMPERATURE,
  })
  const { success, data } = revision.safeParse(output)
  if (success && finishReason !== 'length') return { ...applyRevision(draft, data), canaries, instructions }
  const message = 'The revision could not be read: nothing was replaced.'
  const unread = revising({ code: 'revision-unreadable', where: 'draft', message, evidence: '' })
  return { draft, findings: [unread], canaries, instructions }
}

/** What a writer puts in the place of claims, by their addresses, and which of them it takes out. */
export type Revision = { replacements: Replacement[]; remove: string[] }

type Replacement = { where: string; text: string; from: string[]; compute: string }

/**
 * Puts a revision into a draft, and heals what is left. What has an address that the draft does not have is warned of, and
 * so is a row of another width; a title can be replaced, and not removed.
 */
export function applyRevision(draft: Draft, { replacements, remove }: Revision): Pick<Revised, 'draft' | 'findings'> {
  const given = new Map(replacements.map((replacement) => [replacement.where, replacement]))
  const used = new Set<string>()
  const isGone = (where: string) => {
    const addresses = remove.filter((address) => isWithin(where, address))
    for (const address of addresses) used.add(address)
    return addresses.length > 0
  }
  const edited = mapClaims(draft, (claim) => {
    const replacement = given.get(claim.where)
    if (replacement === undefined || !fits(claim, replacement))
      return claim.kind !== 'title' && isGone(claim.where) ? [] : [claim]
    used.add(claim.where)
    return piecesOf(claim, replacement)
  })
  const tags = draft.tags.flatMap((tag, index) => {
    const where = `tags.${index}`
    const replacement = given.get(where)
    if (replacement === undefined) return isGone(where) ? [] : [tag]
    used.add(where)
    return [replacement.text.trim()]
  })
  const ignored = [...given.keys(), ...remove].filter((where) => !used.has(where))
  const healed = heal(edited)
  return {
    draft: {
      angle: healed.angle,
      form: healed.form,
      title: healed.title,
      excerpt: healed.excerpt,
      tags: tags.filter((tag) => tag !== ''),
      leave_out: healed.leave_out,
      sections: healed.sections,
      what_changes: healed.what_changes,
    },
    findings: ignored.map((where) => {
      const message = `The revision names ${where}, which cannot be changed so: it was ignored.`
      return revising({ code: 'revision-ignored', where: 'draft', message, evidence: where })
    }),
  }
}

// A title is needed, and a row has as many cells as its table.
function fits({ kind, text }: Claim, replacement: Replacement): boolean {
  if (kind === 'title') return replacement.text.trim() !== ''
  return kind !== 'row' || replacement.text.trim() === '' || cellsIn(replacement.text) === cellsIn(text)
}

function cellsIn(text: string): number {
  return text.split(' | ').length
}

function piecesOf({ kind, from: before }: Claim, { text, from, compute }: Replacement): Piece[] {
  if (text.trim() === '') return []
  // Some leave out what stays as it was.
  const given = { text, from: from.length > 0 ? from : before, compute }
  if (kind === 'sentence' || kind === 'lead' || kind === 'change') return readSentences(given)
  if (kind === 'code') return [{ text, from: readIds(given.from), compute: '' }]
  const read = readSentence(given)
  if (kind !== 'quote') return [read]
  const [, words = read.text, speaker] = /^(.*["”])\s+[—–-]+\s+([^"“”]+)$/.exec(read.text) ?? []
  return [{ text: withoutMarks(words), from: read.from, compute: '', speaker }]
}

// What no claim alone is to blame for.
function ofTheWhole(findings: Finding[], claims: Claim[]) {
  return findings
    .filter(({ severity, where }) => severity !== 'ask' && !claims.some((claim) => claim.where === where))
    .map(({ where, message }) => ({ where, complaints: [`${MUST}: ${message}`] }))
}

// Four characters are a token: a third of what can be taken is complaints, the rest the article, rules and the answer.
const CHARACTERS_A_TOKEN = 4 / 3

// What does not fit waits for the next round, and at last is cut.
function fitting<T>(complaints: T[], window: number | null): T[] {
  let left = window === null ? Infinity : window * CHARACTERS_A_TOKEN
  return complaints.filter((complaint) => (left -= JSON.stringify(complaint).length) >= 0)
}

const WIDTH = 3
const MUST = 'must be put right'

function complaintsOf(claims: Claim[], { findings, sources }: { findings: Finding[]; sources: NumberedSource[] }) {
  return claims.flatMap((claim) => {
    const { where, kind, text, from, compute, speaker } = claim
    const own = findings.filter((finding) => finding.where === where && finding.severity !== 'ask')
    if (own.length === 0) return []
    const { evidence, beside } = evidenceOf(claim, { sources, width: WIDTH })
    const complaints = own.map(({ severity, message }) => {
      return `${severity === 'block' ? MUST : 'better put right'}: ${message}`
    })
    const written = kind === 'quote' ? `“${text}” — ${speaker}` : text
    const [units, near] = [evidence.map(printUnit), beside.map(printUnit)]
    return [{ where, kind, text: written, from, compute, complaints, evidence: units, beside: near }]
  })
}

const text = z.string().catch('')
const texts = z.union([z.string().transform((id) => [id]), z.array(z.string())]).catch([])
const revision: z.ZodType<Revision> = z.object({
  replacements: z
    .array(z.object({ where: z.string(), text, from: texts, compute: text }).nullable().catch(null))
    .transform((list) => list.filter((one) => one !== null))
    .catch([]),
  remove: texts,
})

function revisionSchema(sources: NumberedSource[]): JSONSchema7 {
  return objectOf({
    replacements: listOf(objectOf({ where: TEXT, text: TEXT, from: evidenceSchema(sources), compute: TEXT })),
    remove: listOf(TEXT),
  })
}
