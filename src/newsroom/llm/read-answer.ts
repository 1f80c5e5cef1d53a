import type { LanguageModelMiddleware } from 'ai'
import * as z from 'zod'

// Markers that end the reasoning in the chat templates of common models. gpt-oss starts each part with a channel.
const END_OF_REASONING =
  /<\/(?:[\w-]+:)?(?:think|thinking|thoughts?|reason|reasoning|analysis|reflection|scratchpad)>|<\|channel\|>|\[\/THINK\]|<\|end_of_thought\|>|◁\/think▷/gi

/**
 * Returns the JSON in a response's text, or null if there is none. Ignores reasoning before the JSON, and prose and
 * code fences around it.
 */
export function parseAnswer(text: string): unknown {
  const marker = [...text.matchAll(END_OF_REASONING)].at(-1)
  const answer = marker === undefined ? text : text.slice(marker.index + marker[0].length)
  // A string in the JSON can contain a marker, so if an object ends after the marker, also try the whole text.
  return parseJson(text) ?? lastObject(answer) ?? (answer.includes('}') ? lastObject(text) : null)
}

const MAX_ATTEMPTS = 20

// Tries the first brace, then braces at the start of a line, because a draft in the reasoning may come before the final
// JSON.
function lastObject(text: string): unknown {
  const end = text.lastIndexOf('}') + 1
  const lines = [...text.matchAll(/^\{(?=\s*["}])/gm)].map(({ index }) => index)
  for (const start of [text.search(/\{\s*["}]/), ...lines.slice(-MAX_ATTEMPTS)]) {
    const object = start < 0 ? null : parseJson(text.slice(start, end))
    if (object !== null) return object
  }
  return null
}

/**
 * Middleware for servers that leave the text empty and return a JSON object as reasoning or as a tool call. Uses that
 * object as the text.
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
const status = z.coerce.number().int().min(400).max(599)
const code = status.catch(BAD_GATEWAY)
const message = z.string().min(1)
const details = z.union([
  message.transform((text) => ({ message: text, code: BAD_GATEWAY })),
  z.object({ message, code }),
  z.object({ code: status }).transform((error) => ({ ...error, message: 'the server gave no reason' })),
])

// The places where servers report an error in a response with status 200.
const reportedErrors = z.union([
  z.object({ error: details }).transform(({ error }) => error),
  z.object({ choices: z.tuple([z.object({ error: details })]) }).transform(({ choices: [{ error }] }) => error),
  z
    .object({ choices: z.tuple([z.object({ finish_reason: z.string().regex(/^(?:error|fail|abort|cancel)/i) })]) })
    .transform(({ choices: [{ finish_reason: reason }] }) => {
      return { message: `the server ended the response with "${reason}"`, code: BAD_GATEWAY }
    }),
  // vLLM
  z.object({ object: z.literal('error'), message, code }),
  // FastAPI
  z.object({ detail: message }).transform(({ detail }) => ({ message: detail, code: BAD_GATEWAY })),
])

/**
 * If the body of a response with status 200 reports an error, returns it with its HTTP status as `code`. Otherwise
 * returns null.
 */
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
