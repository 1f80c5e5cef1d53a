import * as z from 'zod'

// The end of a model's thoughts, as the templates of common models mark it. gpt-oss begins each part with a channel.
const END_OF_THOUGHTS =
  /<\/(?:[\w-]+:)?(?:think|thinking|thoughts?|reason|reasoning|analysis|reflection|scratchpad)>|<\|channel\|>|\[\/THINK\]|<\|end_of_thought\|>|◁\/think▷/gi

/**
 * Returns the JSON in an answer, or null if there is none: the whole text, otherwise the last object after the thoughts. An
 * object inside another one, or inside a truncated one, is not an answer.
 */
export function parseAnswer(text: string): unknown {
  const whole = parseJson(text)
  if (whole !== null) return whole
  const thoughts = [...text.matchAll(END_OF_THOUGHTS)].at(-1)
  const start = thoughts === undefined ? 0 : thoughts.index + thoughts[0].length
  const last = lastObject(text)
  // A text in the answer may contain such a mark.
  if (last !== null && last.end > start) return last.value
  return lastObject(text.slice(start))?.value ?? null
}

const OBJECT = /\{(?=\s*["}])/g
// Inside an object: the next brace or string. A string does not continue on the next line.
const TOKEN = /\{(?=\s*["}])|\}|"(?:[^"\\\n]|\\.)*["\n]?/g

function lastObject(text: string): { value: object; end: number } | null {
  const objects: { start: number; end: number }[] = []
  const open: number[] = []
  for (let position = 0; ;) {
    const search = open.length === 0 ? OBJECT : TOKEN
    search.lastIndex = position
    const token = search.exec(text)
    if (token === null) break
    position = search.lastIndex
    if (token[0] === '{') open.push(token.index)
    const start = token[0] === '}' ? open.pop() : undefined
    if (start !== undefined && open.length === 0) objects.push({ start, end: position })
  }
  for (const { start, end } of objects.toReversed()) {
    const value = parseJson(text.slice(start, end))
    if (typeof value === 'object' && value !== null) return { value, end }
  }
  return null
}

const completion = z.looseObject({
  error: z.unknown().optional(),
  object: z.unknown().optional(),
  detail: z.unknown().optional(),
  choices: z
    .array(
      z.looseObject({
        error: z.unknown().optional(),
        finish_reason: z.unknown().optional(),
        message: z.looseObject({}).nullish(),
      }),
    )
    .optional(),
})

const FAILED = /^(?:error|fail|abort|cancel)/i

/**
 * Returns a response with status 200 as the SDK expects it. If its body reports an error, its status becomes that of the
 * error. If its answer is empty and another field holds a JSON object, that object becomes the answer.
 */
export function standardResponse(body: string): { status: number; body: string } {
  const { success, data } = completion.safeParse(parseJson(body))
  if (!success) return { status: 200, body }
  const [choice] = data.choices ?? []
  const reason = typeof choice?.finish_reason === 'string' ? choice.finish_reason : ''
  const failure =
    readError(data.error) ??
    // vLLM and FastAPI report errors without a field of this name.
    (data.choices === undefined && (data.object === 'error' || data.detail != null) ? readError(data) : null) ??
    readError(choice?.error) ??
    (FAILED.test(reason) ? { status: 502, message: `the server ended the answer with "${reason}"` } : null)
  if (failure !== null) {
    const { status, message } = failure
    // Each of the SDK's providers reads the message from here.
    const error = { code: status, status: String(status), type: 'api_error', message }
    return { status, body: JSON.stringify({ type: 'error', error }) }
  }
  if (choice?.message == null || stringsIn(choice.message['content']).some((text) => text.trim() !== ''))
    return { status: 200, body }
  const answer = stringsIn(choice).map(jsonText).find(Boolean)
  if (answer === undefined) return { status: 200, body }
  const message = { role: 'assistant', content: answer }
  return { status: 200, body: JSON.stringify({ ...data, choices: [{ ...choice, message }] }) }
}

function readError(error: unknown): { status: number; message: string } | null {
  const details = typeof error === 'object' && error !== null ? Object.entries(error) : []
  const field = (...names: string[]) => details.find(([name, value]) => names.includes(name) && value != null)?.[1]
  const message = typeof error === 'string' ? error : (field('message', 'detail') ?? (details.length > 0 ? error : ''))
  if (message === '') return null
  const code = Number(field('code', 'status', 'status_code'))
  const status = Number.isInteger(code) && code >= 400 && code < 600 ? code : 502
  return { status, message: typeof message === 'string' ? message : JSON.stringify(message) }
}

const MAX_DEPTH = 6

function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  return Object.values(value).flatMap((part) => stringsIn(part, depth + 1))
}

// Returns a text without its code fence if it is one JSON object, otherwise an empty text.
function jsonText(text: string): string {
  const json = text
    .trim()
    .replaceAll(/^```\w*|```$/g, '')
    .trim()
  return json.startsWith('{') && parseJson(json) !== null ? json : ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
