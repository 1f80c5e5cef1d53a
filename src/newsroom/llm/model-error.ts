import { APICallError } from 'ai'
import { ModelFailed, type FailureKind } from '#newsroom/llm/model-failed.ts'
import type { ModelSettings } from '#newsroom/llm/provider.ts'

/** What was asked of a model: `timeout`, in milliseconds, is what it was given, `timedOut` whether that passed. */
type Call = { settings: ModelSettings; address: string; timedOut: boolean; timeout: number }

/** Tells what an error of a call means. */
export function failureOf(error: unknown, call: Call): ModelFailed {
  if (call.timedOut) return failed('unreachable', { error, status: null, call, advice: PATIENCE })
  const status = APICallError.isInstance(error) ? (error.statusCode ?? null) : null
  const kind = kindOf(error, status)
  return failed(kind, { error, status, call, advice: ADVICE[kind] })
}

/** Tells why a server took no connection. */
export function unreachable(error: unknown, call: Call): ModelFailed {
  return failed('unreachable', { error, status: null, call, advice: ADVICE.unreachable })
}

function failed(
  kind: FailureKind,
  { error, status, call, advice }: { error: unknown; status: number | null; call: Call; advice: string },
): ModelFailed {
  const { settings, address, timedOut, timeout } = call
  const key = settings.key ?? ''
  const which = `The model ${settings.model} at ${hostOf(address)}`
  // Servers repeat the key that they refuse, so the error itself goes no further.
  const reason = timedOut ? `no answer within ${timeout / 1000} seconds` : reasonOf(error, key)
  const code = status === null ? '' : `status ${status}: `
  const message = `${which} ${TELLING[kind]} (${code}${reason.replace(/\.$/, '')}): ${advice}.`
  return new ModelFailed(kind, message, { cause: new Error(reason) })
}

const TELLING = {
  unreachable: 'cannot be reached',
  refused: 'refused the key',
  missing: 'was not found',
  busy: 'is busy',
  failed: 'gave no answer',
} as const

const ADVICE = {
  unreachable: 'check its address, and that its server runs and is quick enough',
  refused: 'check the key, and what it is allowed to use',
  missing: "check the model's name, and that the address is that of the API (it often ends in /v1)",
  busy: 'try again later, or raise the limits of its account',
  failed: 'see what its server says, or choose another model',
} as const

const PATIENCE = 'see that its server runs, or give it longer (WRITER_TIMEOUT, JUDGE_TIMEOUT or the like, in seconds)'

function kindOf(error: unknown, status: number | null): FailureKind {
  if (status === null) return APICallError.isInstance(error) && error.isRetryable ? 'unreachable' : 'failed'
  if (status === 401 || status === 403) return 'refused'
  if (status === 404) return 'missing'
  // 529 is Anthropic's word for being overloaded.
  return status === 429 || status === 503 || status === 529 ? 'busy' : 'failed'
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'an address that is none'
}

const LONGEST_REASON = 300

function reasonOf(error: unknown, key: string): string {
  const said = error instanceof Error ? error.message.replace(/^Cannot connect to API: /, '') : String(error)
  const cause = error instanceof Error ? error.cause : undefined
  // A host with several addresses fails with a list of errors and no words of its own.
  const code = codeOf(cause) ?? codeOf(error) ?? 'no reason given'
  // The key goes first: half of one would be left by the cut.
  const words = (key === '' ? said : said.replaceAll(key, '[key]')).replaceAll(/\s+/g, ' ').trim()
  return words === '' ? code : words.slice(0, LONGEST_REASON)
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null
}
