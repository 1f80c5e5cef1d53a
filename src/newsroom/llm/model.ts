import { setTimeout as wait } from 'node:timers/promises'
import {
  APICallError,
  generateText,
  jsonSchema,
  NoObjectGeneratedError,
  Output,
  type JSONSchema7,
  type LanguageModel,
} from 'ai'
import { withoutRefused, ALL_FEATURES, type RequestFeatures } from '#newsroom/llm/capability-fallback.ts'
import { failureOf } from '#newsroom/llm/model-error.ts'
import { ModelFailed } from '#newsroom/llm/model-failed.ts'
import { extractJson } from '#newsroom/llm/extract-json.ts'
import { addressOf, languageModels, type ModelSettings } from '#newsroom/llm/provider.ts'

export { ModelFailed, type ModelSettings }

/**
 * A question to a model: `schema` is the JSON Schema of its answer and `schemaName` that one's name, `idempotencyKey` the
 * same for the same question, so that a server that knows it charges once.
 */
export type ModelRequest = {
  instructions: string
  prompt: string
  schema: JSONSchema7
  schemaName: string
  maxOutputTokens: number
  temperature: number
  idempotencyKey: string
  signal?: AbortSignal
}

/**
 * What a model said: `text` is its own words, `output` the JSON in them or null when there is none, `finishReason` is
 * `length` when it was cut off. A server that counts no tokens has them estimated.
 */
export type ModelAnswer = {
  text: string
  output: unknown
  finishReason: string
  usage: { inputTokens: number; outputTokens: number }
}

/**
 * A language model: `name` is its provider and model (`anthropic/claude-sonnet-4-5`), `window` how many tokens a question
 * and its answer may have together, null where a draft with all of its sources fits. `ask` rejects with ModelFailed.
 */
export type Model = {
  provider: string
  model: string
  name: string
  window: number | null
  ask(request: ModelRequest): Promise<ModelAnswer>
}

/** How a step of the newsroom asks; whoever gives it one knows the model, keeps the answer and counts what it cost. */
export type Ask = (
  request: Omit<ModelRequest, 'idempotencyKey' | 'signal'> & { purpose: 'edit' | 'write' | 'revise' | 'judge' },
) => Promise<ModelAnswer>

const TEN_MINUTES = 10 * 60 * 1000

/**
 * A model that is asked over HTTP, or on this machine. A busy or broken server is asked three times, one that refuses a setting again without
 * it; `timeout` is in milliseconds, for all of that together. Throws when a setting is missing.
 */
export function createModel(
  settings: ModelSettings,
  options: { pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>; timeout?: number } = {},
): Model {
  const { pause = (milliseconds, signal) => wait(milliseconds, undefined, { signal }), timeout = TEN_MINUTES } = options
  const { kind: provider, model, context: window = null } = settings
  const address = addressOf(settings)
  const modelWith = languageModels(settings)
  // What the server refused once is not sent again.
  let features = ALL_FEATURES

  async function ask(request: ModelRequest): Promise<ModelAnswer> {
    const deadline = AbortSignal.timeout(timeout)
    const signal = AbortSignal.any([deadline, ...(request.signal === undefined ? [] : [request.signal])])
    for (;;) {
      const current = features
      try {
        return await withRetries(() => askOnce(modelWith(current), request, current, signal), { pause, signal })
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason
        const next = withoutRefused(current, error)
        if (next === null) throw failureOf(error, { settings, address, timedOut: deadline.aborted, timeout })
        features = next
      }
    }
  }

  return { provider, model, name: `${provider}/${model}`, window, ask }
}

async function askOnce(
  model: LanguageModel,
  request: ModelRequest,
  features: RequestFeatures,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { schema, schemaName, prompt, maxOutputTokens, temperature } = request
  const instructions = features.schema ? request.instructions : `${request.instructions}\n\n${inWords(schema)}`
  try {
    const { text, finishReason, usage } = await generateText({
      model,
      instructions,
      prompt,
      maxOutputTokens,
      ...(features.temperature ? { temperature } : {}),
      ...(features.schema ? { output: Output.object({ schema: jsonSchema(schema), name: schemaName }) } : {}),
      headers: { 'Idempotency-Key': `${request.idempotencyKey}${features.suffix}` },
      maxRetries: 0,
      abortSignal: signal,
    })
    return answerOf(`${instructions}${prompt}`, text, finishReason, usage)
  } catch (error) {
    // Words that are no JSON are an answer that was paid for.
    if (!NoObjectGeneratedError.isInstance(error)) throw error
    return answerOf(`${instructions}${prompt}`, error.text ?? '', error.finishReason ?? 'other', error.usage)
  }
}

function answerOf(
  question: string,
  text: string,
  finishReason: string,
  usage: { inputTokens?: number; outputTokens?: number } | undefined,
): ModelAnswer {
  return {
    text,
    output: extractJson(text),
    finishReason,
    usage: {
      inputTokens: usage?.inputTokens ?? estimate(question),
      outputTokens: usage?.outputTokens ?? estimate(text),
    },
  }
}

// English has about four characters to a token.
function estimate(text: string): number {
  return Math.ceil(text.length / 4)
}

function inWords(schema: JSONSchema7): string {
  return `Answer with one JSON object and nothing before or after it. It has to fit this JSON Schema:\n${JSON.stringify(schema)}`
}

const ATTEMPTS = 3
const FIRST_PAUSE = 2_000
// Whoever wants a longer rest than this, in milliseconds, is asked by a later run.
const LONGEST_PAUSE = 60_000

/**
 * Asks a server up to three times when it is busy (408, 409, 429), broken (5xx) or hangs up, and waits as long as its
 * `retry-after` says, else 2 and 4 seconds. Rejects with the last error.
 */
async function withRetries<T>(
  ask: () => Promise<T>,
  { pause, signal }: { pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>; signal: AbortSignal },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!APICallError.isInstance(error) || !error.isRetryable || attempt === ATTEMPTS) throw error
      const milliseconds = retryAfter(error.responseHeaders ?? {}) ?? FIRST_PAUSE * 2 ** (attempt - 1)
      if (milliseconds > LONGEST_PAUSE) throw error
      await pause(milliseconds, signal)
    }
  }
}

// https://www.rfc-editor.org/rfc/rfc9110#field.retry-after: seconds or a date; some servers name milliseconds.
function retryAfter(headers: Record<string, string>): number | null {
  const { 'retry-after-ms': exact, 'retry-after': text } = headers
  if (exact !== undefined && /^\d+(?:\.\d+)?$/.test(exact)) return Number(exact)
  if (text === undefined) return null
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
