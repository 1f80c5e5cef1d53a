import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { Agent, ProxyAgent, type Dispatcher } from 'undici'
import { addressOf, proxyOf, type ModelSettings } from '#newsroom/llm/model-settings.ts'
import { standardResponse } from '#newsroom/llm/read-answer.ts'

// The SDK would print a warning for each setting that a model ignores.
globalThis.AI_SDK_LOG_WARNINGS = false

/** Opens the SDK's model. If `renamesLimit` is set, the limit of an answer is sent as `max_completion_tokens`. */
export function languageModel(settings: ModelSettings, { renamesLimit }: { renamesLimit: boolean }): LanguageModel {
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
const dispatchers = new Map<string, Dispatcher>()

function dispatcherFor(url: URL): Dispatcher {
  const proxy = proxyOf(url) ?? ''
  const known = dispatchers.get(proxy)
  const dispatcher =
    known ?? (proxy === '' ? new Agent(WITHOUT_TIMEOUT) : new ProxyAgent({ ...WITHOUT_TIMEOUT, uri: proxy }))
  dispatchers.set(proxy, dispatcher)
  return dispatcher
}

/**
 * Fetches from a model's server, through the proxy of the environment if there is one. Redirects are not followed, so that
 * the key is sent only to the configured address.
 */
export async function modelFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  return await fetch(input, { ...init, dispatcher: dispatcherFor(url), redirect: 'manual' })
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
