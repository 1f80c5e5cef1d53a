import * as z from 'zod'
import { draftSchema } from '#newsroom/article/draft-json-schema.ts'
import type { Draft } from '#newsroom/article/draft.ts'
import { blocking, type Finding } from '#newsroom/article/finding.ts'
import { draft as draftAnswer } from '#newsroom/article/read-draft.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import type { Ask, ModelAnswer } from '#newsroom/llm/model.ts'
import { delimitersFor, type Delimiters } from '#newsroom/llm/prompt-delimiters.ts'
import { independentPublishers } from '#newsroom/sources/publishers.ts'
import { printSource } from '#newsroom/sources/units.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** The result of one request for a draft. */
export type Written = Pick<Subject, 'canaries' | 'instructions'> & {
  /** The draft, or null if the response could not be read. In that case, `findings` contains the reason. */
  draft: Draft | null
  findings: Finding[]
}

// A long article has fewer than 6,000 tokens, but reasoning tokens count as well.
const MAX_OUTPUT_TOKENS = 16_000
const TEMPERATURE = 0.3
const MAX_RECENT = 10

/** A story's description for the writer. */
export type Brief = {
  sources: NumberedSource[]
  /** Earlier posts on the blog, which the article may cite. */
  context: NumberedSource[]
  /** The titles and leads of the latest posts, newest first. */
  recent: { title: string; excerpt: string }[]
  /** The editor's one-sentence description of the event, or an empty string. */
  event: string
  category: string
  /** The day of the edition, `YYYY-MM-DD`. */
  date: string
  /** The findings about an earlier response that could not be read, or null. */
  unread: Pick<Written, 'findings'> | null
}

/** Requests an article from the writer. The same seed and input produce the same request. Rejects if `ask` rejects. */
export async function writeDraft(options: Brief & { ask: Ask; prompts: Prompts; seed: string }): Promise<Written> {
  const { ask, prompts, sources, context, seed } = options
  const delimiters = delimitersFor(seed)
  const instructions = `${prompts.write}\n\n${delimiters.rule}`
  const answer = await ask({
    purpose: 'write',
    instructions,
    prompt: `${promptFor(options, delimiters)}\n\nWrite the article.`,
    schema: draftSchema([...sources, ...context]),
    schemaName: 'draft',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: TEMPERATURE,
  })
  return { ...readDraft(answer), canaries: delimiters.canaries, instructions }
}

function promptFor({ sources, context, recent, event, category, date, unread }: Brief, { fence }: Delimiters): string {
  const publishers = independentPublishers(sources)
  const last = recent.slice(0, MAX_RECENT).map(({ title, excerpt }) => ({ title, lead: excerpt }))
  const parts = [
    `Category: ${category.replaceAll('-', ' ')}\nToday: ${date}\nPublishers: ${publishers === 1 ? 'only one' : publishers}`,
    event !== '' && `The event, in the editor's words:\n${fence(event)}`,
    `The sources, each unit on a line after its id:\n${fence(sources.map(asMaterial))}`,
    context.length > 0 && `Earlier posts of this blog:\n${fence(context.map(asMaterial))}`,
    last.length > 0 && `The last titles and leads of this blog, newest first:\n${fence(last)}`,
    unread !== null && `Your last response could not be used:\n${fence(unread.findings.map(({ message }) => message))}`,
  ]
  return parts.filter((part) => part !== false).join('\n\n')
}

function asMaterial(source: NumberedSource) {
  return { id: source.id, publisher: source.publisher, text: printSource(source) }
}

function readDraft({ text, output, finishReason }: ModelAnswer): Pick<Written, 'draft' | 'findings'> {
  const unreadable = (code: string, message: string) => {
    return { draft: null, findings: [blocking({ code, where: 'draft', message, evidence: text })] }
  }
  // A truncated response can still be valid JSON.
  if (finishReason === 'length')
    return unreadable('truncated', 'The response was truncated because it was too long. Write a shorter article.')
  if (output === null) return unreadable('unreadable', 'The response does not contain the requested JSON.')
  const { success, data, error } = draftAnswer.safeParse(output)
  if (!success)
    return unreadable('unreadable', `The response does not have the shape of a draft: ${z.prettifyError(error)}`)
  return { draft: data, findings: [] }
}
