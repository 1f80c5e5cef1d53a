import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  NoObjectGeneratedError,
  Output,
  RetryError,
  generateText,
  jsonSchema,
  type JSONSchema7,
  type LanguageModel,
} from 'ai'
import { Agent, EnvHttpProxyAgent } from 'undici'
import { addressOf, failureOf, type ModelSettings } from '#newsroom/llm/model-settings.ts'
import { parseAnswer, standardResponse } from '#newsroom/llm/read-answer.ts'

/** A request to a model. Two requests with the same `idempotencyKey` are the same, so a server can charge only once. */
export type ModelRequest = {
  instructions: string
  prompt: string
  /** The JSON Schema of the answer. */
  schema: JSONSchema7
  schemaName: string
  maxOutputTokens: number
  temperature: number
  idempotencyKey: string
}

/** The answer of a model. The numbers of tokens are estimated if the server does not report them. */
export type ModelAnswer = {
  text: string
  /** The JSON in `text`, or null if there is none or the answer was truncated. */
  output: unknown
  /** `length` if the answer was truncated. */
  finishReason: string
  usage: { inputTokens: number; outputTokens: number }
}

/** A language model. */
export type Model = {
  provider: string
  model: string
  /** Its provider and model, such as `anthropic/claude-sonnet-4-5`. */
  name: string
  /** The size of a small context window in tokens, or null if a draft with all its sources fits. */
  window: number | null
  /** Rejects with ModelFailed if there is no answer. */
  ask(request: ModelRequest): Promise<ModelAnswer>
}

/** Asks the model of a step. The caller chooses the model and stores the answer. */
export type Ask = (
  request: Omit<ModelRequest, 'idempotencyKey'> & { purpose: 'edit' | 'write' | 'revise' | 'judge' },
) => Promise<ModelAnswer>

const TEN_MINUTES_MS = 10 * 60 * 1000

// A prompt and its answer share the context window.
const MAX_OUTPUT_SHARE = 1 / 3

/**
 * Opens a model. If its server is busy or broken, a request is sent three times. If its server rejects a feature, the
 * request is sent again without that feature. `timeout` is in milliseconds and covers all attempts of a request. Throws if
 * a setting is missing.
 */
export function createModel(settings: ModelSettings, { timeout = TEN_MINUTES_MS }: { timeout?: number } = {}): Model {
  const { kind: provider, model, context: window = null } = settings
  const address = addressOf(settings)
  const rejected = new Set<Feature>()

  async function ask(request: ModelRequest): Promise<ModelAnswer> {
    const deadline = AbortSignal.timeout(timeout)
    for (;;) {
      try {
        return await send(request, deadline)
      } catch (error) {
        const feature = rejectedFeature(error, rejected)
        if (feature === null) throw failureOf(error, { settings, address, timedOut: deadline.aborted, timeout })
        rejected.add(feature)
      }
    }
  }

  async function send(request: ModelRequest, abortSignal: AbortSignal): Promise<ModelAnswer> {
    const { schema, schemaName: name, prompt, temperature, maxOutputTokens } = request
    const hasSchema = !rejected.has('schema')
    const instructions = hasSchema ? request.instructions : `${request.instructions}\n\n${schemaInstructions(schema)}`
    const { text, finishReason, usage } = await generateText({
      model: languageModel(settings, { renamesLimit: rejected.has('max_tokens') }),
      instructions,
      prompt,
      maxOutputTokens: Math.min(maxOutputTokens, Math.floor((window ?? Infinity) * MAX_OUTPUT_SHARE)),
      ...(rejected.has('temperature') ? {} : { temperature }),
      ...(hasSchema ? { output: Output.object({ schema: jsonSchema(schema), name }) } : {}),
      // A key must stand for one body, so it includes the rejected features.
      headers: { 'Idempotency-Key': [request.idempotencyKey, ...rejected].join('-') },
      maxRetries: 2,
      abortSignal,
    }).catch((error: unknown) => {
      // An answer without valid JSON is paid for, too.
      if (!NoObjectGeneratedError.isInstance(error)) throw error
      return { text: error.text ?? '', finishReason: error.finishReason ?? 'other', usage: error.usage }
    })
    // A failure must not be stored, so that a later run asks again.
    if (finishReason === 'error' || (text.trim() === '' && finishReason !== 'length'))
      throw new Error(`the answer is empty or incomplete (${finishReason})`)
    return {
      text,
      // A truncated answer can contain an object that is not the answer.
      output: finishReason === 'length' ? null : parseAnswer(text),
      finishReason,
      // An English token has about four characters.
      usage: {
        inputTokens: usage?.inputTokens ?? Math.ceil(`${instructions}${prompt}`.length / 4),
        outputTokens: usage?.outputTokens ?? Math.ceil(text.length / 4),
      },
    }
  }

  return { provider, model, name: `${provider}/${model}`, window, ask }
}

/** A feature of requests that some servers do not support. */
type Feature = 'max_tokens' | 'temperature' | 'schema'

const UNNAMED_PARAMETER = /\b(?:requested|unsupported|unknown|unrecogni[sz]ed|supported) (?:request )?parameter/i

// Words in an error message that show which feature the server rejected. Some servers do not name it.
const REJECTIONS: readonly (readonly [Feature, RegExp])[] = [
  ['max_tokens', /max_completion_tokens/i],
  ['temperature', /temperature/i],
  ['schema', /response.?format|schema|structured.?output|output_(?:config|format)|json.?mode|grammar|tool/i],
  ['schema', UNNAMED_PARAMETER],
  ['temperature', UNNAMED_PARAMETER],
]

// 404 is OpenRouter's status if no server of a model supports the request. Servers that fail over a grammar send 500.
const REJECTED = new Set<number | undefined>([400, 404, 422, 500, 501])
const REPEATS_REQUEST = new Set<number | undefined>([400, 422])

// The message is tried before the whole body, because the body may repeat the request.
function rejectedFeature(given: unknown, known: ReadonlySet<Feature>): Feature | null {
  const error = RetryError.isInstance(given) ? given.lastError : given
  if (!APICallError.isInstance(error) || !REJECTED.has(error.statusCode)) return null
  const texts = [error.message, ...(REPEATS_REQUEST.has(error.statusCode) ? [error.responseBody ?? ''] : [])]
  const found = texts.flatMap((text) =>
    REJECTIONS.filter(([feature, words]) => !known.has(feature) && words.test(text)),
  )
  return found[0]?.[0] ?? null
}

function schemaInstructions(schema: JSONSchema7): string {
  return `Answer with one JSON object and nothing before or after it. It has to fit this JSON Schema:\n${JSON.stringify(schema)}`
}

// The SDK would print a warning for each setting that a model ignores.
globalThis.AI_SDK_LOG_WARNINGS = false

/** Opens the SDK's model. If `renamesLimit` is set, the limit of an answer is sent as `max_completion_tokens`. */
function languageModel(settings: ModelSettings, { renamesLimit }: { renamesLimit: boolean }): LanguageModel {
  const { kind, model, key: apiKey } = settings
  const options = { baseURL: addressOf(settings), apiKey, fetch: fetchAnswer }
  if (kind === 'anthropic') return createAnthropic(options)(model)
  if (kind === 'google') return createGoogle(options)(model)
  return createOpenAICompatible({
    ...options,
    name: kind,
    supportsStructuredOutputs: true,
    transformRequestBody: ({ max_tokens: limit, ...body }) =>
      renamesLimit ? { ...body, max_completion_tokens: limit } : { ...body, max_tokens: limit },
  })(model)
}

// By default, fetch waits five minutes for the first byte. A model on a slow machine needs longer.
const WITHOUT_TIMEOUT = { headersTimeout: 0, bodyTimeout: 0 }
const direct = new Agent(WITHOUT_TIMEOUT)
let proxied: EnvHttpProxyAgent | undefined
const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Sends a request to a model's server. It goes through HTTP_PROXY or HTTPS_PROXY if they are set, unless the server runs on
 * this machine or is in NO_PROXY. Redirects are not followed, so that the key is sent only to the configured address.
 */
export async function modelFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { hostname } = new URL(input instanceof Request ? input.url : input)
  const dispatcher = THIS_MACHINE.test(hostname) ? direct : (proxied ??= new EnvHttpProxyAgent(WITHOUT_TIMEOUT))
  return await fetch(input, { ...init, dispatcher, redirect: 'manual' })
}

async function fetchAnswer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await modelFetch(input, init)
  if (response.status !== 200) return response
  const text = await response.text().catch((cause: unknown) => {
    // The SDK sends the request again only after this error.
    throw new TypeError('fetch failed', { cause })
  })
  const { status, body } = standardResponse(text)
  return new Response(body, { status, headers: response.headers })
}
