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
  wrapLanguageModel,
  type JSONSchema7,
  type LanguageModel,
} from 'ai'
import { Agent, EnvHttpProxyAgent } from 'undici'
import { addressOf, failureOf, type ModelSettings } from '#newsroom/llm/model-settings.ts'
import { parseAnswer, reportedError, textFromReasoning } from '#newsroom/llm/read-answer.ts'

/** A request to a model. A server can use `idempotencyKey` to recognise a repeated request and charge it only once. */
export type ModelRequest = {
  instructions: string
  prompt: string
  /** The JSON Schema that the response must match. */
  schema: JSONSchema7
  schemaName: string
  maxOutputTokens: number
  temperature: number
  idempotencyKey: string
}

/** A model's response. Token counts are estimated if the server does not report them. */
export type ModelAnswer = {
  text: string
  /** The JSON in `text`, or null if there is none or the response was truncated. */
  output: unknown
  /** `length` if the response was truncated. */
  finishReason: string
  usage: { inputTokens: number; outputTokens: number }
}

/** A language model. */
export type Model = {
  provider: string
  model: string
  /** The provider and the model, such as `anthropic/claude-sonnet-4-5`. */
  name: string
  /** The model's context window in tokens if it may be too small for a draft with all its sources, otherwise null. */
  window: number | null
  /** Sends a request. Rejects with ModelFailed if it fails. */
  ask(request: ModelRequest): Promise<ModelAnswer>
}

/** Sends one step's request for an edition. The implementation chooses the model and stores the response. */
export type Ask = (
  request: Omit<ModelRequest, 'idempotencyKey'> & {
    purpose: 'edit' | 'write' | 'rewrite' | 'cite' | 'revise' | 'judge'
  },
) => Promise<ModelAnswer>

const TEN_MINUTES_MS = 10 * 60 * 1000

// The response may use at most this fraction of the context window, because the prompt needs the rest.
const MAX_OUTPUT_SHARE = 1 / 3

/**
 * Creates a model. If the server is busy or failing, a request is sent up to three times. If the server rejects a
 * feature of a request, the request is sent again without that feature. `timeout` is in milliseconds and covers all
 * attempts at one request. Throws if a setting is missing.
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
      // Requests with different bodies must have different idempotency keys, so include the rejected features.
      headers: { 'Idempotency-Key': [request.idempotencyKey, ...rejected].join('-') },
      maxRetries: 2,
      abortSignal,
    }).catch((error: unknown) => {
      // The provider also charges for a response without valid JSON, so return it like any other.
      if (!NoObjectGeneratedError.isInstance(error)) throw error
      return { text: error.text ?? '', finishReason: error.finishReason ?? 'other', usage: error.usage }
    })
    // Throw instead of returning, because returned responses are stored and would prevent a retry.
    if (finishReason === 'error' || (text.trim() === '' && finishReason !== 'length'))
      throw new Error(`the response is empty or incomplete (${finishReason})`)
    return {
      text,
      // A truncated response may contain a complete JSON object that is only part of the model's reasoning.
      output: finishReason === 'length' ? null : parseAnswer(text),
      finishReason,
      // One token is about four characters of English.
      usage: {
        inputTokens: usage?.inputTokens ?? Math.ceil(`${instructions}${prompt}`.length / 4),
        outputTokens: usage?.outputTokens ?? Math.ceil(text.length / 4),
      },
    }
  }

  return { provider, model, name: `${provider}/${model}`, window, ask }
}

/** A request parameter that some servers do not support. */
type Feature = 'max_tokens' | 'temperature' | 'schema'

const UNNAMED_PARAMETER = /\b(?:requested|unsupported|unknown|unrecogni[sz]ed|supported) (?:request )?parameter/i

// Patterns for errors that reveal which feature the server rejected. Some servers do not name it, so try each in turn.
const REJECTIONS: readonly (readonly [Feature, RegExp])[] = [
  ['max_tokens', /max_completion_tokens/i],
  ['temperature', /temperature/i],
  ['schema', /response.?format|schema|structured.?output|output_(?:config|format)|json.?mode|grammar|tool/i],
  ['schema', UNNAMED_PARAMETER],
  ['temperature', UNNAMED_PARAMETER],
]

// OpenRouter sends 404 if no server supports the request. Some servers send 500 if they cannot compile the schema.
const REJECTED = new Set<number | undefined>([400, 404, 422, 500, 501])
const REPEATS_REQUEST = new Set<number | undefined>([400, 422])

// Search the message first, because some servers echo the request in the body, and it contains all of these words.
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
  return `Answer with one JSON object and nothing before or after it. It must match this JSON Schema:\n${JSON.stringify(schema)}`
}

// Without this, the SDK prints a warning for every setting that a model ignores.
globalThis.AI_SDK_LOG_WARNINGS = false

// If `renamesLimit` is true, sends the output token limit as `max_completion_tokens`.
function languageModel(settings: ModelSettings, { renamesLimit }: { renamesLimit: boolean }): LanguageModel {
  const { kind, model, key: apiKey } = settings
  const options = { baseURL: addressOf(settings), apiKey, fetch: fetchAnswer }
  if (kind === 'anthropic') return createAnthropic(options)(model)
  if (kind === 'google') return createGoogle(options)(model)
  const compatible = createOpenAICompatible({
    ...options,
    name: kind,
    supportsStructuredOutputs: true,
    transformRequestBody: ({ max_tokens: limit, ...body }) =>
      renamesLimit ? { ...body, max_completion_tokens: limit } : { ...body, max_tokens: limit },
  })
  return wrapLanguageModel({ model: compatible(model), middleware: textFromReasoning })
}

// By default, fetch waits at most five minutes for the response headers, but a model on a slow machine can take longer.
const WITHOUT_TIMEOUT = { headersTimeout: 0, bodyTimeout: 0 }
const direct = new Agent(WITHOUT_TIMEOUT)
let proxied: EnvHttpProxyAgent | undefined
const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Sends an HTTP request to a model server through the proxy in HTTP_PROXY or HTTPS_PROXY, unless the server runs on
 * this machine or is listed in NO_PROXY. Does not follow redirects, so that the key is sent only to the configured URL.
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
    // The SDK retries a lost connection only if it gets this exact error.
    throw new TypeError('fetch failed', { cause })
  })
  const { headers } = response
  const error = reportedError(text)
  if (error === null) return new Response(text, { headers })
  const { message, code } = error
  // The SDK finds the message in a body of this form for every provider.
  const body = { type: 'error', error: { code, status: String(code), type: 'api_error', message } }
  return new Response(JSON.stringify(body), { status: code, headers })
}
