import type { LanguageModelMiddleware } from 'ai'
import * as z from 'zod'

// Markers that end the reasoning in the chat templates of common models. gpt-oss starts each part with a channel.
const END_OF_REASONING = /<\/(?:think(?:ing)?|reasoning)>|<\|channel\|>|\[\/THINK\]/gi

/**
 * Returns the JSON object in a response's text, or null if there is none. Ignores reasoning before the JSON, and prose
 * and code fences around it.
 */
export function parseAnswer(text: string): unknown {
  const answer = text.split(END_OF_REASONING).at(-1) ?? ''
  // A string in the JSON can contain a marker, so also try the whole text if an object ends after the last marker.
  return objectIn(answer) ?? (answer.includes('}') ? objectIn(text) : null)
}

// Tries the first brace, then the last one that starts a line, because a draft may come before the final JSON.
function objectIn(text: string): unknown {
  const end = text.lastIndexOf('}') + 1
  const starts = [text.indexOf('{'), text.lastIndexOf('\n{') + 1]
  return starts.map((start) => parseJson(text.slice(start, end))).find(isObject) ?? null
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Middleware for servers that return no text, but a JSON object as reasoning or as a tool call. Uses it as the text.
 */
export const textFromReasoning: LanguageModelMiddleware = {
  wrapGenerate: async ({ doGenerate }) => {
    const result = await doGenerate()
    const { content } = result
    if (content.some((part) => part.type === 'text' && part.text.trim() !== '')) return result
    const text = content
      .map((part) => (part.type === 'reasoning' ? part.text : part.type === 'tool-call' ? part.input : ''))
      .map((candidate) => candidate.trim().replaceAll(/^```\w*\s*|\s*```$/g, ''))
      .find((candidate) => candidate.startsWith('{') && parseJson(candidate) !== null)
    return text === undefined ? result : { ...result, content: [{ type: 'text', text }] }
  },
}

const BAD_GATEWAY = 502
const details = z.union([
  z.string().transform((message) => ({ message, code: BAD_GATEWAY })),
  z.object({
    message: z.string().default('the server gave no reason'),
    code: z.coerce.number().int().min(400).max(599).catch(BAD_GATEWAY),
  }),
])

// The places where servers report an error in a response with status 200. OpenRouter uses all of them.
const reportedErrors = z.union([
  z.object({ error: details }).transform(({ error }) => error),
  z.object({ choices: z.tuple([z.object({ error: details })]) }).transform(({ choices: [{ error }] }) => error),
  z.object({ choices: z.tuple([z.object({ finish_reason: z.literal('error') })]) }).transform(() => {
    return { message: 'the server ended the response with "error"', code: BAD_GATEWAY }
  }),
])

/** If a response with status 200 reports an error, returns it with its HTTP status as `code`, and otherwise null. */
export function reportedError(body: string): { message: string; code: number } | null {
  return reportedErrors.safeParse(parseJson(body)).data ?? null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
