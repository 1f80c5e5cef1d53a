import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { wrapLanguageModel, type LanguageModel, type LanguageModelMiddleware } from 'ai'
import { Agent } from 'undici'
import type { RequestFeatures } from '#newsroom/llm/capability-fallback.ts'
import type { NamedModel } from '#newsroom/local/catalogue.ts'
import { modelPath } from '#newsroom/local/installed.ts'
import { localLanguageModel } from '#newsroom/local/language-model.ts'
import { createWriter } from '#newsroom/local/writer.ts'

/** How a model over HTTP is reached: `compatible` is any server that speaks the OpenAI protocol, at `url`; `key` is a secret. */
export type RemoteSettings = {
  kind: 'compatible' | 'anthropic' | 'google'
  url?: string
  model: string
  key?: string
  /** In tokens: what a question and its answer may have together, where that is little. */
  context?: number
}

/** A model on this machine: `model` is its name on record, `context` how many tokens a question and its answer may have. */
type LocalSettings = {
  kind: 'local'
  model: string
  named: NamedModel
  /** The folder of models. */
  models: string
  threads: number
  context: number
}

/** How a model is reached. */
export type ModelSettings = RemoteSettings | LocalSettings

const ADDRESSES = {
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const

/**
 * The address that a model's calls begin with; null when it is on this machine. Throws when a setting that its kind needs
 * is missing.
 */
export function addressOf(settings: ModelSettings): string | null {
  if (settings.kind === 'local') return null
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
  if (settings.kind === 'local') {
    const { model: name, named, models, threads, context } = settings
    const writer = createWriter({ models, path: modelPath(models, named), threads, context })
    const model = localLanguageModel({ name, writer })
    return () => model
  }
  return (features) => wrapLanguageModel({ model: provided(settings, features), middleware: SILENT })
}

function provided(settings: RemoteSettings, features: RequestFeatures) {
  const { kind, model, key } = settings
  const baseURL = addressOf(settings) ?? undefined
  if (kind === 'anthropic') return createAnthropic({ baseURL, apiKey: key, fetch: patientFetch })(model)
  if (kind === 'google') return createGoogle({ baseURL, apiKey: key, fetch: patientFetch })(model)
  return createOpenAICompatible({
    name: 'compatible',
    baseURL: baseURL ?? '',
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
