import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { extractJsonMiddleware, extractReasoningMiddleware, wrapLanguageModel, type LanguageModel } from 'ai'
import { EnvHttpProxyAgent } from 'undici'
import { addressOf, type ModelSettings } from '#newsroom/llm/model-settings.ts'

// The SDK would print a warning for each setting that a model ignores.
globalThis.AI_SDK_LOG_WARNINGS = false

/** Opens the SDK's model. If `renamesLimit` is set, the limit of an answer is sent as `max_completion_tokens`. */
export function languageModel(settings: ModelSettings, { renamesLimit }: { renamesLimit: boolean }): LanguageModel {
  const [json, reasoning] = [
    extractJsonMiddleware({ transform: jsonIn }),
    extractReasoningMiddleware({ tagName: 'think' }),
  ]
  return wrapLanguageModel({ model: sdkModel(settings, renamesLimit), middleware: [json, reasoning] })
}

function sdkModel(settings: ModelSettings, renamesLimit: boolean) {
  const { kind, model, key: apiKey } = settings
  const options = { baseURL: addressOf(settings), apiKey, fetch: modelFetch }
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

/** Returns the JSON in a text, without a code fence or prose around it. If none is found, returns the text. */
export function jsonIn(text: string): string {
  const body = /^```\w*\n([^]*)\n```/m.exec(text)?.[1] ?? text
  return /^\s*\[/.test(body) ? body : (/\{[^]*\}/.exec(body)?.[0] ?? body)
}

// By default, fetch waits five minutes for the first byte. A model on a slow machine needs longer.
const withoutTimeout = new EnvHttpProxyAgent({ headersTimeout: 0, bodyTimeout: 0 })

/**
 * Sends a request to a model, through HTTP_PROXY or HTTPS_PROXY if they are set. Redirects are not followed, so that the key
 * is sent only to the configured address.
 */
export function modelFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  return fetch(input, { ...init, dispatcher: withoutTimeout, redirect: 'manual' })
}
