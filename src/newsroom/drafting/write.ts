import type { JSONSchema7 } from 'ai'
import * as z from 'zod'
import { draftSchema, idOf, jsonSchemaOf } from '#newsroom/article/draft-json-schema.ts'
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

/** The result of the requests for a draft. */
export type Written = Pick<Subject, 'canaries' | 'instructions'> & {
  /** The draft, or null if a response could not be read. In that case, `findings` contains the reason. */
  draft: Draft | null
  findings: Finding[]
  /** True if the writer found no event to report in any of the sources. */
  isDeclined: boolean
}

// A long draft has fewer than 6,000 tokens, but reasoning tokens count as well.
const MAX_OUTPUT_TOKENS = 16_000
const TEMPERATURE = 0.3
const MAX_RECENT = 10

/** A story's description for the writer. */
export type Brief = {
  sources: NumberedSource[]
  /** The texts of the named links in the sources. */
  linked: string[]
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

type Options = Brief & { ask: Ask; prompts: Prompts; seed: string }

/**
 * Requests an article from the writer as one text, then a better version of it, and then its sentences with their
 * evidence. A model that has to cite each sentence while it writes only lists facts. The same seed and input produce
 * the same requests. Rejects if `ask` rejects.
 */
export async function writeDraft(options: Options): Promise<Written> {
  const { prompts, sources, seed } = options
  const { rule, canaries } = delimitersFor(seed)
  const instructions = [prompts.write, prompts.rewrite, prompts.cite, rule].join('\n\n')
  const written = { draft: null, findings: [], isDeclined: false, canaries, instructions }
  const { data, findings } = await requestArticle(options)
  if (data === null) return { ...written, findings }
  const used = sources.filter(({ id }) => !data.leave_out.includes(id))
  if (used.length === 0 || data.article.trim() === '') return { ...written, isDeclined: true }
  const article = await rewriteArticle({ ...options, sources: used }, data.article)
  const sentences = await requestSentences({ ...options, sources: used }, { ...data, article })
  return { ...written, draft: sentences.data, findings: sentences.findings }
}

async function requestArticle(options: Options) {
  const { sources, unread } = options
  const schema = jsonSchemaOf(articleShape(idOf(sources.map(({ id }) => id))))
  const answer = await request(options, 'write', schema, (fence) => [
    promptFor(options, fence),
    ...problemsOf(unread, 'article', fence),
    'Write the article.',
  ])
  return read(answer, articleShape(z.string()), 'article')
}

// Returns the first version if the response contains no article.
async function rewriteArticle(options: Options, article: string): Promise<string> {
  const shape = z.object({ article: z.string() })
  const answer = await request(options, 'rewrite', jsonSchemaOf(shape), (fence) => [
    promptFor(options, fence),
    `The draft:\n${fence(article)}`,
    'Rewrite the article.',
  ])
  const better = read(answer, shape, 'article').data?.article.trim() ?? ''
  return better.startsWith('# ') ? better : article
}

type Article = z.infer<ReturnType<typeof articleShape<z.ZodString>>>

async function requestSentences(options: Options, { article, leave_out }: Article) {
  const { sources, context, unread } = options
  const material = [...sources, ...context]
  const answer = await request(options, 'cite', draftSchema(material), (fence) => [
    `The article:\n${fence(article)}`,
    `The sources, each unit on a line after its id:\n${fence(material.map(asMaterial))}`,
    ...problemsOf(unread, 'draft', fence),
    'Cite the evidence.',
  ])
  const output = answer.output === null ? null : { ...answer.output, leave_out }
  return read({ ...answer, output }, draftAnswer, 'draft')
}

async function request(
  { ask, prompts, seed }: Options,
  purpose: 'write' | 'rewrite' | 'cite',
  schema: JSONSchema7,
  partsOfPrompt: (fence: Fence) => string[],
): Promise<ModelAnswer> {
  const { fence, rule } = delimitersFor(seed)
  return await ask({
    purpose,
    instructions: `${prompts[purpose]}\n\n${rule}`,
    prompt: partsOfPrompt(fence).join('\n\n'),
    schema,
    schemaName: purpose === 'cite' ? 'draft' : 'article',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: TEMPERATURE,
  })
}

// `leave_out` contains the ids of the sources that report another event. The article is Markdown.
function articleShape<Id extends z.ZodType<string>>(source: Id) {
  return z.object({ leave_out: z.array(source), article: z.string() })
}

type Fence = Delimiters['fence']

function problemsOf(unread: Brief['unread'], step: string, fence: Fence): string[] {
  const problems = (unread?.findings ?? []).filter(({ where }) => where === step).map(({ message }) => message)
  return problems.length === 0 ? [] : [`Your last response could not be used:\n${fence(problems)}`]
}

function promptFor({ sources, linked, context, recent, event, category, date }: Brief, fence: Fence): string {
  const publishers = independentPublishers(sources)
  const last = recent.slice(0, MAX_RECENT).map(({ title, excerpt }) => ({ title, lead: excerpt }))
  const parts = [
    `Category: ${category.replaceAll('-', ' ')}\nToday: ${date}\nPublishers: ${publishers === 1 ? 'only one' : publishers}`,
    event !== '' && `The event, in the editor's words:\n${fence(event)}`,
    `The sources, each unit on a line after its id:\n${fence(sources.map(asMaterial))}`,
    linked.length > 0 && `Words that are links in the sources:\n${fence(linked)}`,
    context.length > 0 && `Earlier posts of this blog:\n${fence(context.map(asMaterial))}`,
    last.length > 0 && `The last titles and leads of this blog, newest first:\n${fence(last)}`,
  ]
  return parts.filter((part) => part !== false).join('\n\n')
}

function asMaterial(source: NumberedSource) {
  return { id: source.id, publisher: source.publisher, text: printSource(source) }
}

// Reads the response to one step.
function read<T>({ text, output, finishReason }: ModelAnswer, shape: z.ZodType<T>, where: 'article' | 'draft') {
  const unreadable = (code: string, message: string) => {
    return { data: null, findings: [blocking({ code, where, message, evidence: text })] }
  }
  // A truncated response can still be valid JSON.
  if (finishReason === 'length')
    return unreadable('truncated', 'The response was truncated because it was too long. Write a shorter article.')
  if (output === null) return unreadable('unreadable', 'The response does not contain the requested JSON.')
  const { success, data, error } = shape.safeParse(output)
  if (!success)
    return unreadable('unreadable', `The response does not have the requested shape: ${z.prettifyError(error)}`)
  return { data, findings: [] }
}
