import type { LanguageModelMiddleware } from 'ai'
import * as z from 'zod'

// Markers with which the chat templates of common models end the reasoning. gpt-oss starts each part with a channel.
const END_OF_REASONING =
  /<\/(?:[\w-]+:)?(?:think|thinking|thoughts?|reason|reasoning|analysis|reflection|scratchpad)>|<\|channel\|>|\[\/THINK\]|<\|end_of_thought\|>|◁\/think▷/gi

/**
 * Returns the JSON in the text of a response, or null if there is none. Ignores prose and code fences around the JSON, and
 * reasoning before it.
 */
export function parseAnswer(text: string): unknown {
  const marker = [...text.matchAll(END_OF_REASONING)].at(-1)
  const answer = marker === undefined ? text : text.slice(marker.index + marker[0].length)
  // A string in the JSON can contain a marker, so also try the whole text if an object ends after the marker.
  return parseJson(text) ?? lastObject(answer) ?? (answer.includes('}') ? lastObject(text) : null)
}

const MAX_ATTEMPTS = 20

// Tries the first brace and then braces at the start of a line, because a draft in the reasoning can come before the answer.
function lastObject(text: string): unknown {
  const end = text.lastIndexOf('}') + 1
  const lines = [...text.matchAll(/^\{(?=\s*["}])/gm)].map(({ index }) => index)
  for (const start of [text.search(/\{\s*["}]/), ...lines.slice(-MAX_ATTEMPTS)]) {
    const object = start < 0 ? null : parseJson(text.slice(start, end))
    if (object !== null) return object
  }
  return null
}

/** If a server leaves the text empty and returns a JSON object as reasoning or as a tool call, uses it as the text. */
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

// The places in which servers report an error with status 200.
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

/** Returns the error that the body of a response with status 200 reports, with its HTTP status as `code`, or null. */
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
