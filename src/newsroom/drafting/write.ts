import type * as z from 'zod'
import { blocking, type Finding } from '#newsroom/article/finding.ts'
import { draftSchema } from '#newsroom/article/draft-json-schema.ts'
import type { Draft } from '#newsroom/article/draft.ts'
import { heal } from '#newsroom/drafting/heal.ts'
import type { Ask, ModelAnswer } from '#newsroom/llm/model.ts'
import { delimitersFor, type Delimiters } from '#newsroom/llm/prompt-delimiters.ts'
import { shorten } from '#text/shorten.ts'
import { printSource } from '#newsroom/sources/print-source.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import { draft as draftAnswer } from '#newsroom/article/read-draft.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

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
}

// A long article is under 6,000 tokens; models that think first count their thoughts as well.
const MOST_TOKENS = 16_000
const TEMPERATURE = 0.3
const RECENT = 10

/**
 * Has an article written over numbered sources, in one call. `context` are earlier posts of the blog, which it may refer
 * to, `recent` the titles and leads of the last posts, newest first; `unread` is an answer that could not be read. The same
 * seed and input make the same question. Rejects with whatever `ask` rejects with.
 */
export async function writeDraft(options: {
  ask: Ask
  prompts: Prompts
  sources: NumberedSource[]
  context: NumberedSource[]
  recent: { title: string; excerpt: string }[]
  category: string
  /** The day of the edition, `YYYY-MM-DD`. */
  date: string
  seed: string
  unread: Pick<Written, 'raw' | 'findings'> | null
}): Promise<Written> {
  const { ask, prompts, sources, context, seed } = options
  const delimiters = delimitersFor(seed)
  const instructions = `${prompts.write}\n\n${delimiters.rule}`
  const answer = await ask({
    purpose: 'write',
    instructions,
    prompt: `${promptFor(options, delimiters)}\n\nWrite the article.`,
    schema: draftSchema([...sources, ...context]),
    schemaName: 'draft',
    maxOutputTokens: MOST_TOKENS,
    temperature: TEMPERATURE,
  })
  return { ...readDraft(answer), raw: answer.text, canaries: delimiters.canaries, instructions }
}

/** What a writer is told of the story and shown of its sources. */
export function promptFor(
  {
    sources,
    context,
    recent,
    category,
    date,
    unread,
  }: Omit<Parameters<typeof writeDraft>[0], 'ask' | 'prompts' | 'seed'>,
  { fence }: Delimiters,
): string {
  const publishers = [...new Set(sources.map(({ publisher }) => publisher))]
  const last = recent.slice(0, RECENT).map(({ title, excerpt }) => ({ title, lead: excerpt }))
  return [
    `Category: ${category.replaceAll('-', ' ')}\nToday: ${date}\nPublishers: ${publishers.length === 1 ? 'only one; name it in the first paragraph as the one whose account this is' : publishers.length}`,
    `The sources, each unit on a line behind its id:\n${fence(sources.map(asMaterial))}`,
    ...(context.length === 0 ? [] : [`Earlier posts of this blog:\n${fence(context.map(asMaterial))}`]),
    ...(last.length === 0 ? [] : [`The last titles and leads of this blog, newest first:\n${fence(last)}`]),
    ...(unread === null ? [] : [rejected(unread, fence)]),
  ].join('\n\n')
}

function asMaterial(source: NumberedSource) {
  return { id: source.id, publisher: source.publisher, text: printSource(source) }
}

const LONGEST_RAW = 2_000

function rejected({ raw, findings }: Pick<Written, 'raw' | 'findings'>, fence: Delimiters['fence']): string {
  const complaints = findings.map(({ message }) => message)
  return `Your last answer could not be used:\n${fence({ began: shorten(raw, LONGEST_RAW), complaints })}`
}

/** Reads an answer as a draft; `findings` say why it is none. */
export function readDraft({ text, output, finishReason }: ModelAnswer): Pick<Written, 'draft' | 'findings'> {
  // What was cut off may still look whole.
  if (finishReason === 'length')
    return unreadable('truncated', 'The answer was cut off because it was too long: write a shorter article.', text)
  if (output === null) return unreadable('unreadable', 'The answer is not the JSON that was asked for.', text)
  const { success, data, error } = draftAnswer.safeParse(output)
  if (!success)
    return unreadable('unreadable', `The answer does not have the shape of a draft: ${firstIssue(error)}.`, text)
  return { draft: heal(data), findings: [] }
}

/** What came of an answer that is no draft. */
export function unreadable(code: string, message: string, text: string): Pick<Written, 'draft' | 'findings'> {
  return { draft: null, findings: [blocking({ code, where: 'draft', message, evidence: text })] }
}

function firstIssue({ issues }: z.core.$ZodError): string {
  const [first] = issues
  if (first === undefined) return 'it cannot be used'
  return first.path.length === 0 ? first.message : `${first.path.join('.')}: ${first.message}`
}
