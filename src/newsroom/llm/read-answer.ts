import type { LanguageModelMiddleware } from 'ai'
import * as z from 'zod'

// Markers that end the reasoning in the chat templates of common models. gpt-oss starts each part with a channel.
const END_OF_REASONING =
  /<\/(?:[\w-]+[:_])?(?:think(?:ing)?|thoughts?|reason|reasoning(?:_content)?|analysis|reflection|scratchpad)>|<\|(?:channel|\/think(?:ing)?|end_of_thought)\|>|\[\/THINK\]|<unused95>|◁\/think▷/gi

/**
 * Returns the JSON object in a response's text, or null if there is none. Ignores reasoning before the JSON, and prose
 * and code fences around it.
 */
export function parseAnswer(text: string): unknown {
  const marker = [...text.matchAll(END_OF_REASONING)].at(-1)
  const answer = marker === undefined ? text : text.slice(marker.index + marker[0].length)
  const whole = parseJson(text)
  // Some servers encode the JSON twice.
  const decoded = typeof whole === 'string' ? parseJson(whole) : whole
  if (typeof decoded === 'object' && decoded !== null && !Array.isArray(decoded)) return decoded
  // A string in the JSON can contain a marker, so if an object ends after the marker, also try the whole text.
  return lastObject(answer) ?? (answer.includes('}') ? lastObject(text) : null)
}

const MAX_ATTEMPTS = 20

// Tries the first brace, then braces at the start of a line or after another object, because a draft in the reasoning
// may come before the final JSON.
function lastObject(text: string): unknown {
  const end = text.lastIndexOf('}') + 1
  const lines = [...text.matchAll(/^\{(?=\s*["}])/gm)].map(({ index }) => index)
  const others = [...text.matchAll(/\}(?!\s*,)[^{}"]{0,200}(?=\{\s*["}])/g)].map(
    (found) => found.index + found[0].length,
  )
  for (const start of [text.search(/\{\s*["}]/), ...lines.slice(-MAX_ATTEMPTS), ...others.slice(-MAX_ATTEMPTS)]) {
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
const absent = z.undefined().optional()
const details = z.union([
  message.transform((text) => ({ message: text, code: BAD_GATEWAY })),
  z.object({ message, code }),
  z.object({ code: status }).transform((error) => ({ ...error, message: 'the server gave no reason' })),
  z.object({ type: message }).transform(({ type }) => ({ message: type, code: BAD_GATEWAY })),
])

// The places where servers report an error in a response with status 200.
const reportedErrors = z.union([
  z.object({ error: details }).transform(({ error }) => error),
  z.object({ choices: z.tuple([z.object({ error: details })]) }).transform(({ choices: [{ error }] }) => error),
  z
    .object({
      choices: z.tuple([
        z.object({ finish_reason: z.string().regex(/error|fail|abort|cancel|insufficient|overload|time_?out/i) }),
      ]),
    })
    .transform(({ choices: [{ finish_reason: reason }] }) => {
      return { message: `the server ended the response with "${reason}"`, code: BAD_GATEWAY }
    }),
  // Gemini
  z.tuple([z.object({ error: details })], z.unknown()).transform(([{ error }]) => error),
  // Cloudflare
  z.object({ errors: z.tuple([details], z.unknown()) }).transform(({ errors: [error] }) => error),
  // vLLM and gateways. Some also send a message such as "success" with a valid response, so require that the response
  // contains no answer.
  z.object({ message, code, choices: absent, candidates: absent, content: absent }),
  z.object({ msg: message, code, choices: absent }).transform(({ msg, code }) => ({ message: msg, code })),
  // MiniMax
  z
    .object({ base_resp: z.object({ status_code: z.number().min(1), status_msg: message }) })
    .transform(({ base_resp: { status_msg } }) => ({ message: status_msg, code: BAD_GATEWAY })),
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
