/** The known providers, their API's URL and whether it needs a key. `compatible` is any OpenAI-compatible server. */
export const PROVIDERS = {
  anthropic: { url: 'https://api.anthropic.com/v1', needsKey: true },
  google: { url: 'https://generativelanguage.googleapis.com/v1beta', needsKey: true },
  openai: { url: 'https://api.openai.com/v1', needsKey: true },
  openrouter: { url: 'https://openrouter.ai/api/v1', needsKey: true },
  ollama: { url: 'http://localhost:11434/v1', needsKey: false },
  compatible: { url: null, needsKey: false },
} as const

/** The settings for a model. The key is secret. */
export type ModelSettings = {
  kind: keyof typeof PROVIDERS
  /** Used instead of the provider's URL. */
  url?: string
  model: string
  key?: string
  /** The size of the model's context window in tokens, if it is small. */
  context?: number
}

/** Returns the URL of a model's API. Throws if a required setting is missing. */
export function addressOf({ kind, url, key, model }: Omit<ModelSettings, 'context'>): string {
  const provider = PROVIDERS[kind]
  // Reject a missing key here, because the SDK would read one from the environment.
  if (provider.needsKey && key === undefined)
    throw new Error(`No key is set for the model ${model}. Set the key that ${kind} issued to you.`)
  const address = url ?? provider.url
  if (address === null)
    throw new Error(
      `No URL is set for the model ${model}. Set the URL of its server, for example http://localhost:8080/v1.`,
    )
  return kind === 'ollama' && new URL(address).pathname === '/' ? new URL('/v1', address).href : address
}

/** A failed request to a model. The message says which model failed, on which host and why, but never contains the key. */
export class ModelFailed extends Error {
  override name = 'ModelFailed'
}

const UNREACHABLE = [
  'cannot be reached',
  'check its URL and that its server is running, or raise its timeout (WRITER_TIMEOUT, JUDGE_TIMEOUT …, in seconds)',
] as const

/** Converts an error from a request to a ModelFailed. `timeout` is in milliseconds. */
export function failureOf(
  given: unknown,
  call: { settings: ModelSettings; address: string; timedOut: boolean; timeout: number },
): ModelFailed {
  const { settings, address, timedOut, timeout } = call
  // Recognise the SDK's errors by their fields, because importing their classes would load the whole SDK.
  const error = given instanceof Error && 'lastError' in given ? given.lastError : given
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : null
  const reason = timedOut ? `no response within ${timeout / 1000} seconds` : reasonOf(error, settings.key ?? '')
  const [problem, advice] = timedOut ? UNREACHABLE : problemOf(error, status)
  const details = `${status === null ? '' : `status ${status}: `}${reason.replace(/\.$/, '')}`
  // Do not set the error as the cause: some servers repeat the key in their response, so the error may contain it.
  return new ModelFailed(`The model ${settings.model} at ${hostOf(address)} ${problem} (${details}): ${advice}.`)
}

// Anthropic sends 529 when it is overloaded. Gateways send 502 and 504.
const BUSY = new Set([429, 502, 503, 504, 529])

function problemOf(error: unknown, status: number | null): readonly [problem: string, advice: string] {
  if (status === null && (codeOf(error) !== null || isRetryable(error))) return UNREACHABLE
  if (status === 401 || status === 403) return ['rejected the key', 'check the key and its permissions']
  if (status === 404) return ['was not found', "check the model's name and the URL of the API, which often ends in /v1"]
  if (status !== null && BUSY.has(status)) return ['is busy', 'try again later, or raise the limits of its account']
  return ['did not return a usable response', "check the server's log, or choose another model"]
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'isRetryable' in error && error.isRetryable === true
}

/** Returns a URL's host for use in messages. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

const MAX_REASON_LENGTH = 300

// A shorter key is a placeholder. Replacing it would garble words that happen to contain its letters.
const MIN_KEY_LENGTH = 8

/** Returns an error's message, truncated and without the key. */
export function reasonOf(error: unknown, key: string): string {
  const message = error instanceof Error ? error.message.replace(/^Cannot connect to API: /, '') : String(error)
  // Replace the key before truncating, because a truncated key would no longer be recognised.
  const words = (key.length < MIN_KEY_LENGTH ? message : message.replaceAll(key, '[key]'))
    .replaceAll(/\s+/g, ' ')
    .trim()
  // If a host has several addresses, the connection error has no message and fetch reports only that it failed, so use
  // the error code.
  const code = error instanceof Error ? (codeOf(error.cause) ?? codeOf(error)) : null
  return (words === '' || words === 'fetch failed' ? code : null) ?? words.slice(0, MAX_REASON_LENGTH)
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null
}
