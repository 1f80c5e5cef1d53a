import * as z from 'zod'
import { draft as draftSchema, type Block, type Draft } from '#newsroom/drafting/draft.ts'
import type { Finding } from '#newsroom/checks/finding.ts'
import type { Ask, ModelAnswer } from '#newsroom/drafting/llm/model.ts'
import { listOf, objectOf, oneOf, TEXT } from '#newsroom/drafting/llm/strict-json-schema.ts'
import { delimitersFor, type Delimiters } from '#newsroom/drafting/llm/prompt-delimiters.ts'
import { shorten, shortenTexts } from '#newsroom/drafting/llm/shorten.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import type { Reference } from '#newsroom/stories/story.ts'

export type { Ask }

/**
 * What came of one call: `draft` is null when the answer could not be read, and `findings` says why. `canaries` are the
 * words that must not be in it, `instructions` what the model was told.
 */
export type Written = {
  draft: Draft | null
  raw: string
  findings: Finding[]
  canaries: string[]
  instructions: string
  usage: ModelAnswer['usage']
}

// A long article is under 4,000 tokens; models that think first count their thoughts as well.
const MOST_TOKENS = 12_000
const TEMPERATURE = 0.3

/**
 * Has an article written about the references, in one call; with `previous`, has that draft revised. The same `seed` and
 * input make the same question. Rejects with whatever `ask` rejects with.
 */
export async function writeDraft(options: {
  ask: Ask
  prompts: Prompts
  references: Reference[]
  category: string
  /** The day of the edition, `YYYY-MM-DD`. */
  date: string
  seed: string
  previous?: { draft: Draft | null; raw: string; findings: Finding[] }
}): Promise<Written> {
  const { ask, prompts, seed, previous } = options
  const delimiters = delimitersFor(seed)
  const parts = previous === undefined ? [prompts.write] : [prompts.write, prompts.revise]
  const instructions = [...parts, delimiters.rule].join('\n\n')
  const answer = await ask({
    purpose: previous === undefined ? 'write' : 'revise',
    instructions,
    prompt: promptFor(options, delimiters),
    schema: DRAFT_SCHEMA,
    schemaName: 'draft',
    maxOutputTokens: MOST_TOKENS,
    temperature: TEMPERATURE,
  })
  const { text: raw, usage } = answer
  return { ...readDraft(answer), raw, canaries: delimiters.canaries, instructions, usage }
}

function promptFor(
  { references, category, date, previous }: Parameters<typeof writeDraft>[0],
  { fence }: Delimiters,
): string {
  const texts = shortenTexts(references.map(({ text }) => text))
  const sources = references.map(({ id, publisher, title, date }, index) => ({
    id,
    publisher,
    title,
    date,
    text: texts[index],
  }))
  const publishers = new Set(references.map(({ publisher }) => publisher)).size
  return [
    `Category: ${category.replaceAll('-', ' ')}\nToday: ${date}\nPublishers: ${publishers === 1 ? 'only one; name it in the opening paragraph as the one that says all of this' : publishers}`,
    `The sources:\n${fence(sources)}`,
    ...(previous === undefined ? [] : [rejected(previous, fence)]),
    previous === undefined ? 'Write the article.' : 'Write the whole article again, without these faults.',
  ].join('\n\n')
}

const LONGEST_RAW = 12_000

function rejected(
  { draft, raw, findings }: NonNullable<Parameters<typeof writeDraft>[0]['previous']>,
  fence: Delimiters['fence'],
): string {
  const complaints = findings.map(({ severity, where, message, evidence }) => ({
    weight: severity === 'error' ? 'must be put right' : 'better put right',
    where,
    complaint: message,
    evidence,
  }))
  return `The rejected draft, and what is wrong with it:\n${fence({ draft: draft ?? shorten(raw, LONGEST_RAW), complaints })}`
}

function readDraft({ text, output, finishReason }: ModelAnswer): Pick<Written, 'draft' | 'findings'> {
  // What was cut off may still look whole.
  if (finishReason === 'length')
    return unread('truncated', 'The answer was cut off because it was too long: write a shorter article.', text)
  if (output === null) return unread('unreadable', 'The answer is not the JSON that was asked for.', text)
  const { success, data, error } = draftSchema.safeParse(output)
  if (!success)
    return unread('unreadable', `The answer does not have the shape of a draft: ${firstIssue(error)}.`, text)
  return { draft: tidied(data), findings: [] }
}

function unread(code: string, message: string, text: string): Pick<Written, 'draft' | 'findings'> {
  return { draft: null, findings: [{ code, severity: 'error', where: 'draft', message, evidence: text.slice(0, 200) }] }
}

function firstIssue({ issues }: z.core.$ZodError): string {
  const [first] = issues
  return first === undefined ? 'it cannot be used' : `${first.path.join('.') || 'it'}: ${first.message}`
}

function tidied({ sections, ...rest }: Draft): Draft {
  return { ...rest, sections: sections.map(({ heading, blocks }) => ({ heading, blocks: blocks.map(tidiedBlock) })) }
}

// Models fill in what a kind of block has no use for; no reader would see it, but the checks would.
function tidiedBlock({ kind, text, items, rows, language, sources }: Block): Block {
  return {
    kind,
    sources: sources.map((name) => name.trim()).filter((name) => name !== ''),
    text: kind === 'list' ? '' : text,
    items: kind === 'list' ? items.filter((item) => item.trim() !== '') : [],
    rows: kind === 'table' ? rows.filter((row) => row.some((cell) => cell.trim() !== '')) : [],
    language: kind === 'code' ? language : '',
  }
}

// Every field is required, and empty where a block has no use for it.
const DRAFT_SCHEMA = objectOf({
  title: TEXT,
  excerpt: TEXT,
  tags: listOf(TEXT),
  sections: listOf(
    objectOf({
      heading: TEXT,
      blocks: listOf(
        objectOf({
          kind: oneOf('paragraph', 'list', 'quote', 'code', 'table'),
          text: TEXT,
          items: listOf(TEXT),
          rows: listOf(listOf(TEXT)),
          language: TEXT,
          sources: listOf(TEXT),
        }),
      ),
    }),
  ),
  why_it_matters: TEXT,
})
