import * as z from 'zod'
import { isS3 } from '#bucket/open.ts'
import type { S3Access } from '#bucket/s3-address.ts'
import { WRITERS as KNOWN_WRITERS } from '#newsroom/local/catalogue.ts'
import { JUDGES } from '#newsroom/local/judge/judge-files.ts'
import { readS3Access } from './s3-access.ts'

const origin = z.url({ protocol: /^https?$/, error: 'must be an address such as https://api.example.org' })
const bucket = z
  .string()
  .regex(/^(?:memory:$|file:.|s3:\/\/.)/, 'must be the address of a bucket such as file:data/bucket')
const trimmed = (address: string) => address.replace(/\/+$/, '')
const port = (message: string) => z.coerce.number(message).int(message).min(0, message).max(65535, message)
const amount = z.coerce.number('must be a number').positive('must be above 0')

// A timer cannot be set for much longer than this, in seconds, and nobody waits so long for an answer.
const LONGEST_TIMEOUT = 24 * 3600

// A model is five settings: what it speaks under a name (WRITER), and NAME_MODEL, NAME_URL, NAME_KEY, NAME_TIMEOUT;
// one on this machine has NAME_SHA256 instead of an address and a key; NAME_CONTEXT is for small ones.
const model = {
  kind: z.enum(['compatible', 'anthropic', 'google', 'local']),
  model: z.string(),
  url: origin.transform(trimmed).optional(),
  key: z.string().optional(),
  timeout: z.coerce.number().positive().max(LONGEST_TIMEOUT).optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  // Less holds neither a judge's question nor a reviser's.
  context: z.coerce.number().int().min(12_000).max(10_000_000).optional(),
}
// What is logged: everything from this level on; `silent` is nothing at all.
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const SPOKEN = 'must be "compatible", "anthropic", "google", "local" or "off"'

const KEPT = 'must be "off", or the days that are kept, from 31d on (an edition looks 30 days back), such as 90d'

/** For how many days the desk keeps what nothing needs, as `90d`; null, as `off`, for ever. */
export const keptDays = z
  .string()
  .regex(/^(?:off|\d{2,5}d)$/, KEPT)
  .transform((text) => (text === 'off' ? null : Number.parseInt(text, 10)))
  .refine((days) => days === null || days > 30, KEPT)

const environment = z.object({
  API_HOST: origin.transform(trimmed).optional(),
  BUCKET_NAME: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'must be 1 to 100 letters, digits, dots, hyphens or underscores')
    .default('stet'),
  BUCKET_URL: z
    .string()
    .regex(/^(?:https?:\/\/|\/(?!\/))/, 'must be an address such as https://cdn.example.org/blog')
    .transform(trimmed)
    .optional(),
  SITE_URL: origin.transform(trimmed).optional(),
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
  NEWSROOM: z.enum(['on', 'off'], 'must be "on" or "off"').default('on'),
  WRITER: z.enum(['off', 'compatible', 'anthropic', 'google', 'local'], SPOKEN).default('off'),
  WRITER_FALLBACKS: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*(?:\s*,\s*[A-Z][A-Z0-9_]*)*$/, 'must be names such as BACKUP, SECOND')
    .transform((names) => names.split(/\s*,\s*/))
    .default([]),
  MODELS: z.string().default('data/models'),
  HUB: origin.transform(trimmed).default('https://huggingface.co'),
  MODEL_THREADS: z.coerce.number('must be a number').int('must be a whole number').min(1).max(512).optional(),
  EDITION_TIME: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 06:00')
    .default('06:00'),
  EDITION_ZONE: z.string().refine(isZone, 'must be a time zone such as Europe/Vienna').default('UTC'),
  EDITION_ALARM_HOURS: amount.default(36),
  BUDGET_TOKENS: amount.optional(),
  BUDGET_COST: amount.optional(),
  SOURCES: z.string().default('editorial/sources.json'),
  ALLOW_PRIVATE_SOURCES: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits or hyphens')
    .optional(),
  WEBSUB_HUB: origin.optional(),
})

const modelSettings = z.object(model)
const grounderSettings = modelSettings.pick({ model: true, timeout: true, sha256: true })

/** How a model is reached, and for how long it is waited, in seconds; the key is a secret. */
export type ModelSettings = z.infer<typeof modelSettings>

/** Which support model judges on this machine, for how long it is waited, in seconds, and what is pinned of its weights. */
export type GrounderSettings = z.infer<typeof grounderSettings>

/**
 * The settings of a process. `WRITERS` are the writer and its fallbacks, none when it is off; each model is null when none
 * is named, and so is `S3` when neither bucket is in an S3 store. With `JUDGE=local`, `GROUNDER` is the support model on this
 * machine, and `JUDGE` null.
 */
export type Environment = z.infer<typeof environment> & {
  S3: S3Access | null
  WRITERS: ModelSettings[]
  JUDGE: ModelSettings | null
  GROUNDER: GrounderSettings | null
  ILLUSTRATOR: ModelSettings | null
}

/** What a person is told who has named no writer. */
export const NO_WRITER =
  'No writer is configured, so no articles are written. Set WRITER, WRITER_MODEL and WRITER_URL or WRITER_KEY (see README.md); without any server or key, "npm run writer:install" brings one that runs on this machine.'

type Given = Record<string, string | undefined>

/** Reads the settings; blank ones count as not given. Throws one sentence for each that cannot be used. */
export function readEnvironment(variables: Given): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const { success, data, error } = environment.safeParse(given)
  if (!success)
    throw new Error(
      error.issues
        .map(({ path, message }) => `${path.join('.')} ${message}; it is "${given[String(path[0])]}".`)
        .join('\n'),
    )
  const names = data.WRITER === 'off' ? [] : ['WRITER', ...data.WRITER_FALLBACKS]
  const named = (name: string) => given[name] !== undefined || given[`${name}_MODEL`] !== undefined
  // With a time limit alone, the judge is the writer with another one.
  const judging = !named('JUDGE') && given.JUDGE_TIMEOUT ? { ...given, JUDGE_MODEL: given.WRITER_MODEL } : given
  const isJudged = data.WRITER !== 'off' && (named('JUDGE') || judging !== given)
  return {
    ...data,
    S3: isS3(data.BUCKET) || isS3(data.DESK) ? readS3Access(given) : null,
    WRITERS: names.map((name) => readModel(name, given)),
    JUDGE: isJudged && given.JUDGE !== 'local' ? readModel('JUDGE', judging) : null,
    GROUNDER: isJudged && given.JUDGE === 'local' ? readGrounder(given) : null,
    ILLUSTRATOR: data.WRITER !== 'off' && named('ILLUSTRATOR') ? readModel('ILLUSTRATOR', given) : null,
  }
}

// It has nothing of the writer's: it is no model that writes, and needs no server.
function readGrounder({ JUDGE_MODEL, JUDGE_TIMEOUT, JUDGE_SHA256 }: Given): GrounderSettings {
  const given = { model: JUDGE_MODEL ?? JUDGES[0].name, timeout: JUDGE_TIMEOUT, sha256: JUDGE_SHA256 }
  const { success, data, error } = grounderSettings.safeParse(given)
  if (success) return data
  const complaints: Record<string, string> = {
    timeout: timeoutComplaint('JUDGE', JUDGE_TIMEOUT),
    sha256: sha256Complaint('JUDGE', JUDGE_SHA256),
  }
  throw new Error(error.issues.map(({ path: [field] }) => complaints[String(field)]).join('\n'))
}

function timeoutComplaint(name: string, timeout: string | undefined): string {
  return `${name}_TIMEOUT must be a number of seconds above 0, at most ${LONGEST_TIMEOUT}; it is "${timeout}".`
}

function sha256Complaint(name: string, sha256: string | undefined): string {
  return `${name}_SHA256 must be 64 hexadecimal digits in lower case; it is "${sha256}".`
}

// What a further model does not say is as the writer has it; but a key only ever goes where it was given for.
function readModel(name: string, given: Given): ModelSettings {
  const kind = given[name] ?? given.WRITER
  const own = given[`${name}_URL`]
  const url = own ?? (kind === given.WRITER ? given.WRITER_URL : undefined)
  const sameHost = kind === given.WRITER && url === given.WRITER_URL
  const key = given[`${name}_KEY`] ?? (sameHost ? given.WRITER_KEY : undefined)
  // Who draws pictures is not as slow as who writes.
  const timeout = given[`${name}_TIMEOUT`] ?? (name === 'ILLUSTRATOR' ? undefined : given.WRITER_TIMEOUT)
  const { success, data, error } = modelSettings.safeParse({
    kind,
    model: given[`${name}_MODEL`] ?? (kind === 'local' ? KNOWN_WRITERS[0].name : ''),
    url,
    key,
    timeout,
    sha256: given[`${name}_SHA256`],
    context: given[`${name}_CONTEXT`],
  })
  if (!success) {
    const complaints: Record<string, string> = {
      url: `${name}_URL must be an address such as http://localhost:11434/v1; it is "${url}".`,
      timeout: timeoutComplaint(name, timeout),
      context: `${name}_CONTEXT must be a number of tokens from 12000 on; it is "${given[`${name}_CONTEXT`]}".`,
      sha256: sha256Complaint(name, given[`${name}_SHA256`]),
      kind: `${name} ${SPOKEN.replace(' or "off"', '')}; it is "${kind}".`,
    }
    throw new Error(error.issues.map(({ path: [field] }) => complaints[String(field)]).join('\n'))
  }
  if (data.model === '') throw new Error(`${name}_MODEL is missing: name the model that ${name} (${kind}) shall use.`)
  if (data.kind === 'compatible' && data.url === undefined)
    throw new Error(`${name}_URL is missing: give the address of the server, such as http://localhost:11434/v1.`)
  if ((data.kind === 'anthropic' || data.kind === 'google') && data.key === undefined)
    throw new Error(`${name}_KEY is missing: ${kind} answers nobody without a key.`)
  return data
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
