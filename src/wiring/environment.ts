import * as z from 'zod'
import { isS3 } from '#bucket/open.ts'
import type { S3Access } from '#bucket/s3-address.ts'
import { PROVIDERS } from '#newsroom/llm/model-settings.ts'
import { isZone, readZone } from './editorial.ts'
import { readS3Access } from './s3-access.ts'

const address = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://api.example.org' })
  .transform((text) => new URL(text))
  // Credentials would appear in pages, feeds and logs.
  .refine(({ username, password }) => username + password === '', 'must not contain credentials')
  .refine(({ search, hash }) => search + hash === '', 'must not contain "?" or "#"')
// Normalised: lowercase, without the default port, with international names in ASCII.
const baseUrl = address.transform(({ href }) => trimmed(href))
const origin = address
  .refine(({ pathname }) => /^\/*$/.test(pathname), 'must not contain a path, because the site is served at /')
  .transform((url) => url.origin)
const bucket = z
  .string()
  .regex(/^(?:memory:$|file:.|s3:\/\/.)/, 'must be the address of a bucket such as file:data/bucket')
const trimmed = (address: string) => address.replace(/\/+$/, '')
const port = (message: string) => z.coerce.number(message).int(message).min(0, message).max(65535, message)
const amount = z.coerce.number('must be a number').positive('must be greater than 0')

// Timers do not support much longer times.
const MAX_TIMEOUT_SECONDS = 24 * 3600

// A smaller context cannot hold the judge's or the reviser's prompt.
const MIN_CONTEXT_TOKENS = 12_000

const TIMEOUT = `must be a number of seconds above 0, at most ${MAX_TIMEOUT_SECONDS}`
const CONTEXT = `must be a number of tokens, at least ${MIN_CONTEXT_TOKENS}`
const DESK_KEEP = 'must be "off" or a number of days, at least 31d (an edition reads the last 30 days), such as 90d'

const MODEL_KINDS = ['anthropic', 'google', 'openai', 'openrouter', 'ollama', 'compatible'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

// The settings of a model. Its kind is the value of NAME (for example WRITER), and the other settings are NAME_MODEL, NAME_URL etc.
const modelSettings = z.object({
  /** The prefix of the settings, such as `WRITER`. */
  name: z.string(),
  kind: z.enum(MODEL_KINDS, `must be one of ${MODEL_KINDS.join(', ')}`),
  /** Null if the operator has not chosen a model of the server yet. */
  model: z
    .string()
    .optional()
    .transform((model) => model ?? null),
  url: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as http://localhost:8080/v1' })
    .refine(hasNoCredentials, 'must not contain credentials. Set the key as _KEY')
    .transform(trimmed)
    .optional(),
  key: z.string().optional(),
  /** In milliseconds. The setting is in seconds. */
  timeout: z.coerce
    .number(TIMEOUT)
    .positive(TIMEOUT)
    .max(MAX_TIMEOUT_SECONDS, TIMEOUT)
    .transform((seconds) => Math.ceil(seconds * 1_000))
    .optional(),
  /** The model's context window, in tokens. */
  context: z.coerce.number(CONTEXT).int(CONTEXT).min(MIN_CONTEXT_TOKENS, CONTEXT).max(10_000_000, CONTEXT).optional(),
})

/** Parses the retention of the desk, such as `90d`, as a number of days. `off` becomes null, which means that nothing is deleted. */
export const keptDays = z
  .string()
  .regex(/^(?:off|\d{2,5}d)$/, DESK_KEEP)
  .transform((text) => (text === 'off' ? null : Number.parseInt(text, 10)))
  .refine((days) => days === null || days > 30, DESK_KEEP)

const environment = z.object({
  API_HOST: baseUrl.optional(),
  BUCKET_NAME: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'must be 1 to 100 letters, digits, dots, hyphens or underscores')
    .default('stet'),
  BUCKET_URL: z
    .union(
      [
        z
          .string()
          .regex(/^\/(?!\/)[^?#]*$/)
          .transform(trimmed),
        baseUrl,
      ],
      {
        error: 'must be a URL such as https://cdn.example.org/blog, without credentials, "?" and "#"',
      },
    )
    .optional(),
  SITE_URL: origin.optional(),
  PORT: port('must be a port number').default(3000),
  HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  METRICS_PORT: port('must be a port number').optional(),
  BUCKET: bucket.default('file:data/bucket'),
  DESK: bucket.default('file:data/desk'),
  DESK_KEEP: keptDays.default(90),
  CACHE: z.string().optional(),
  STARTER: z.enum(['on', 'off'], 'must be "on" or "off"').default('on'),
  OFFLINE: z.enum(['on', 'off'], 'must be "on" or "off"').default('on'),
  REVIEW: z.enum(['after', 'before'], 'must be "after" or "before"').default('after'),
  REVIEW_SHARE: z
    .string()
    .regex(/^(?:\d{1,2}|100)%$/, 'must be a share such as 20%')
    .transform((text) => Number.parseInt(text, 10) / 100)
    .default(0),
  NEWSROOM: z.enum(['on', 'off'], 'must be "on" or "off"').default('on'),
  WRITER: z.enum(['off', ...MODEL_KINDS], `must be off or one of ${MODEL_KINDS.join(', ')}`).default('off'),
  WRITER_FALLBACKS: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*(?:\s*,\s*[A-Z][A-Z0-9_]*)*$/, 'must be names such as BACKUP, SECOND')
    .transform((names) => names.split(/\s*,\s*/))
    .default([]),
  EDITION_TIME: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 06:00')
    .default('06:00'),
  EDITION_ZONE: z.string().refine(isZone, 'must be a time zone such as Europe/Vienna').default(readZone),
  EDITION_ALARM_HOURS: amount.default(36),
  BUDGET_TOKENS: amount.optional(),
  BUDGET_COST: amount.optional(),
  SOURCES: z.string().default('editorial/sources.json'),
  ALLOW_PRIVATE_SOURCES: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits or hyphens')
    .optional(),
  WEBSUB_HUB: address.transform(({ href }) => href).optional(),
  NOTIFY_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL' })
    .refine(hasNoCredentials, 'must not contain credentials; ntfy accepts them as "?auth="')
    .optional(),
})

/** The settings of a model. The key is a secret. */
export type ModelSettings = z.infer<typeof modelSettings>

/** The settings of a process. */
export type Environment = z.infer<typeof environment> & {
  /** Null if no bucket is in an S3 store. */
  S3: S3Access | null
  /** The writer and its fallbacks, empty if WRITER is off. */
  WRITERS: ModelSettings[]
  JUDGE: ModelSettings | null
  ILLUSTRATOR: ModelSettings | null
}

/** The message for an operator who has not configured a writer. */
export const NO_WRITER =
  'No writer is configured, so no articles are written. Set WRITER, WRITER_MODEL and WRITER_KEY, or WRITER=ollama for a model on your own machine (see docs/writers.md).'

// `fetch` does not support URLs with credentials, and its error message would contain them.
function hasNoCredentials(address: string): boolean {
  const url = URL.parse(address)
  return !url?.username && !url?.password
}

type Given = Record<string, string | undefined>

/** Reads the settings. Blank settings count as missing. Throws an error with one sentence for each invalid setting. */
export function readEnvironment(variables: Given): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const data = parseSettings(environment, given, (setting) => setting)
  // With port 0 the system chooses a free port for each.
  if (data.PORT !== 0 && data.PORT === data.METRICS_PORT)
    throw new Error(`PORT and METRICS_PORT are both ${data.PORT}. Set METRICS_PORT to another port.`)
  const names = data.WRITER === 'off' ? [] : ['WRITER', ...data.WRITER_FALLBACKS]
  const isNamed = (name: string) => given[name] !== undefined || given[`${name}_MODEL`] !== undefined
  // If only JUDGE_TIMEOUT is set, the judge is the writer's model with another timeout.
  const judging = !isNamed('JUDGE') && given.JUDGE_TIMEOUT ? { ...given, JUDGE_MODEL: given.WRITER_MODEL } : given
  const isJudged = data.WRITER !== 'off' && (isNamed('JUDGE') || judging !== given)
  return {
    ...data,
    S3: isS3(data.BUCKET) || isS3(data.DESK) ? readS3Access(given) : null,
    WRITERS: names.map((name) => readModel(name, given)),
    JUDGE: isJudged ? readModel('JUDGE', judging) : null,
    ILLUSTRATOR: data.WRITER !== 'off' && isNamed('ILLUSTRATOR') ? readModel('ILLUSTRATOR', given) : null,
  }
}

function parseSettings<T>(schema: z.ZodType<T>, given: Given, settingOf: (field: string) => string): T {
  const { success, data, error } = schema.safeParse(given)
  if (success) return data
  const sentences = error.issues.map(({ path: [field], message }) => {
    const value = field === 'NOTIFY_URL' ? '…' : given[String(field)]?.replace(/\/\/[^/]*@/, '//…@')
    return `${settingOf(String(field))} ${message}; it is "${value}".`
  })
  throw new Error(sentences.join('\n'))
}

// Missing settings of another model default to the writer's settings. The writer's key is only used for the writer's server.
function readModel(name: string, given: Given): ModelSettings {
  const kind = given[name] ?? given.WRITER
  const url = given[`${name}_URL`] ?? (kind === given.WRITER ? given.WRITER_URL : undefined)
  const sameHost = kind === given.WRITER && url === given.WRITER_URL
  const own = {
    name,
    kind,
    model: given[`${name}_MODEL`],
    url,
    key: given[`${name}_KEY`] ?? (sameHost ? given.WRITER_KEY : undefined),
    // The writer's timeout does not apply to the illustrator, because image models are faster.
    timeout: given[`${name}_TIMEOUT`] ?? (name === 'ILLUSTRATOR' ? undefined : given.WRITER_TIMEOUT),
    context: given[`${name}_CONTEXT`],
  }
  const data = parseSettings(modelSettings, own, (field) =>
    field === 'kind' ? name : `${name}_${field.toUpperCase()}`,
  )
  // These kinds of servers list their installed models, so that the operator can choose one.
  const listsModels = (data.kind === 'ollama' || data.kind === 'compatible') && name !== 'ILLUSTRATOR'
  if (data.model === null && !listsModels)
    throw new Error(`${name}_MODEL is missing. Set it to the model to use with ${name}=${kind}.`)
  if (data.kind === 'compatible' && data.url === undefined)
    throw new Error(`${name}_URL is missing. Set it to the URL of the server, such as http://localhost:8080/v1.`)
  if (PROVIDERS[data.kind].needsKey && data.key === undefined)
    throw new Error(`${name}_KEY is missing. ${kind} requires an API key.`)
  return data
}
