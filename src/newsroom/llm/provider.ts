import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { wrapLanguageModel, type LanguageModel, type LanguageModelMiddleware } from 'ai'
import { Agent } from 'undici'
import type { RequestFeatures } from '#newsroom/llm/capability-fallback.ts'

/** How a model over HTTP is reached: `compatible` is any server that speaks the OpenAI protocol, at `url`; `key` is a secret. */
export type ModelSettings = {
  kind: 'compatible' | 'anthropic' | 'google'
  url?: string
  model: string
  key?: string
  /** In tokens: what a question and its answer may have together, where that is little. */
  context?: number
}

const ADDRESSES = {
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const

/** The address that a model's calls begin with. Throws if a setting that its kind needs is missing. */
export function addressOf(settings: ModelSettings): string {
  const { kind, url, model, key } = settings
  // Without one the library would look for a key of its own in the environment.
  if (kind !== 'compatible' && key === undefined)
    throw new Error(`The model ${model} cannot be used without a key: give the one that ${kind} issued.`)
  if (url !== undefined) return url
  if (kind === 'compatible')
    throw new Error(`The model ${model} has no address: give that of its server, such as http://localhost:11434/v1.`)
  return ADDRESSES[kind]
}

/** The library's model for these settings, asked with the features that it is given. */
export function languageModels(settings: ModelSettings): (features: RequestFeatures) => LanguageModel {
  return (features) => wrapLanguageModel({ model: provided(settings, features), middleware: SILENT })
}

function provided(settings: ModelSettings, features: RequestFeatures) {
  const { kind, model, key } = settings
  const baseURL = addressOf(settings)
  if (kind === 'anthropic') return createAnthropic({ baseURL, apiKey: key, fetch: patientFetch })(model)
  if (kind === 'google') return createGoogle({ baseURL, apiKey: key, fetch: patientFetch })(model)
  return createOpenAICompatible({
    name: 'compatible',
    baseURL,
    apiKey: key,
    fetch: patientFetch,
    supportsStructuredOutputs: true,
    transformRequestBody: (body) => (features.oldLimit ? body : withNewLimit(body)),
  })(model)
}

// OpenAI's reasoning models know the limit of an answer by another name only.
function withNewLimit({ max_tokens: limit, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: limit }
}

// The library warns on the terminal of each setting that a model ignores.
const SILENT: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
}

// A model on a slow machine sends nothing for longer than the five minutes that fetch waits by itself.
const patience = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

// A key goes to the address that it was given for, and follows no redirect.
function patientFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  return fetch(input, { ...init, dispatcher: patience, redirect: 'manual' })
}
