import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { Agent, EnvHttpProxyAgent } from 'undici'
import { addressOf, type ModelSettings } from '#newsroom/llm/model-settings.ts'
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
