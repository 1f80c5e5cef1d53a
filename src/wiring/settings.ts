import * as z from 'zod'
import { isZone, readZone } from './editorial.ts'

// All settings with their descriptions, from which `npm run settings` generates docs/configuration.md and .env.example.
// `fallback` describes a default that is not a fixed value. `example` is used only in .env.example.

// This is well below the maximum delay of Node's timers, which is about 24 days.
const MAX_TIMEOUT_SECONDS = 24 * 3600

// A smaller context cannot hold the judge's or the reviser's prompt.
const MIN_CONTEXT_TOKENS = 12_000

const TIMEOUT = `must be a number of seconds above 0, at most ${MAX_TIMEOUT_SECONDS}`
const CONTEXT = `must be a number of tokens, at least ${MIN_CONTEXT_TOKENS}`
const DESK_KEEP = 'must be "off" or a number of days, at least 31d (an edition reads the last 30 days), such as 90d'

const trimmed = (url: string) => url.replace(/\/+$/, '')

// Rejects credentials, because they would appear in pages, feeds and logs, and because `fetch` does not support them.
const urlWithoutCredentials = (error: string, advice = '') =>
  z.url({ protocol: /^https?$/, error }).refine((text) => {
    const url = URL.parse(text)
    return !url?.username && !url?.password
  }, `must not contain credentials${advice}`)
const address = urlWithoutCredentials('must be a URL such as https://api.example.org')
  .transform((text) => new URL(text))
  .refine(({ search, hash }) => search + hash === '', 'must not contain "?" or "#"')
// Normalises a URL to one spelling: lowercase, without a default port, and with international host names in ASCII.
const baseUrl = address.transform(({ href }) => trimmed(href))
const origin = address
  .refine(({ pathname }) => /^\/*$/.test(pathname), 'must not contain a path, because the site is served at /')
  .transform((url) => url.origin)
const bucket = z.string().regex(/^(?:memory:$|file:.|s3:\/\/.)/, 'must be a bucket address such as file:data/bucket')
// A path on this server, such as `/files`.
const rootPath = z
  .string()
  .regex(/^\/(?!\/)[^?#]*$/)
  .transform(trimmed)
const wholeNumber = (error: string, min: number, max: number) =>
  z.coerce.number(error).int(error).min(min, error).max(max, error)
const port = wholeNumber('must be a port number', 0, 65_535)
const amount = z.coerce.number('must be a number').positive('must be greater than 0')
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `must be one of ${names.join(', ')}`)
const onOrOff = z.enum(['on', 'off'], 'must be "on" or "off"')

const MODEL_KINDS = ['anthropic', 'google', 'openai', 'openrouter', 'ollama', 'compatible'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Parses the desk's retention period, such as `90d`, into a number of days. `off` becomes null and keeps everything.
 */
export const keptDays = z
  .string()
  .regex(/^(?:off|\d{2,5}d)$/, DESK_KEEP)
  .transform((text) => (text === 'off' ? null : Number.parseInt(text, 10)))
  .refine((days) => days === null || days > 30, DESK_KEEP)

/** Settings for the server and its storage. */
export const serverSettings = z.object({
  PORT: port.default(3000).describe('The port to listen on.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe("The address to listen on. `0.0.0.0` means all of the machine's addresses."),
  SITE_URL: origin
    .optional()
    .describe('The public origin, without a path, for canonical links, feeds and the sitemap.')
    .meta({ fallback: '`http://localhost:{PORT}`', example: 'https://blog.example.org' }),
  BUCKET: bucket
    .default('file:data/bucket')
    .describe(
      'The storage for posts: a folder (`file:…`), an S3 store (`s3://…`), or `memory:`, which is lost when the process ends.',
    ),
  CACHE: z
    .string()
    .optional()
    .describe(
      'The folder for the search index, which you can delete at any time. `off` keeps the index in memory instead.',
    )
    .meta({ fallback: '`cache` next to the `BUCKET` folder, or `off` with an S3 store', example: 'data/cache' }),
  BUCKET_NAME: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'must be 1 to 100 letters, digits, dots, hyphens or underscores')
    .default('stet')
    .describe('The bucket name in API calls and in `/bucket/{name}/` URLs.'),
  BUCKET_URL: z
    .union([rootPath, baseUrl], 'must be a URL such as https://cdn.example.org/blog, without credentials, "?" and "#"')
    .optional()
    .describe("The public base URL of the bucket's files, if a CDN or another host serves them.")
    .meta({ fallback: '`/bucket/{BUCKET_NAME}` on this server', example: 'https://cdn.example.org' }),
  API_HOST: baseUrl
    .optional()
    .describe('The URL of a remote backend with the same API. This server then does not use a bucket.')
    .meta({ fallback: 'this server', example: 'https://api.example.org' }),
  STARTER: onOrOff.default('on').describe('With `off`, the first edition is not published into an empty bucket.'),
  OFFLINE: onOrOff
    .default('on')
    .describe('With `off`, browsers do not save pages for offline reading, and delete the pages that they have saved.'),
  LOG_LEVEL: oneOf(LOG_LEVELS)
    .default('info')
    .describe('The log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace`, or `silent` for no log.'),
  METRICS_PORT: port
    .optional()
    .describe('The port for Prometheus metrics (`/metrics`) on `HOST`. Ignored with `API_HOST`.')
    .meta({ fallback: 'no metrics', example: '9464' }),
})

/** Settings that select models. Each model also has the settings in `modelSettings`. */
export const writerSettings = z.object({
  WRITER: z
    .enum(['off', ...MODEL_KINDS], `must be off or one of ${MODEL_KINDS.join(', ')}`)
    .default('off')
    .describe(
      'The model that writes: `anthropic`, `google`, `openai`, `openrouter`, `ollama` or `compatible`. `compatible` is any server with the OpenAI protocol, such as vLLM, llama.cpp or LM Studio.',
    ),
  WRITER_FALLBACKS: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*(?:\s*,\s*[A-Z][A-Z0-9_]*)*$/, 'must be names such as BACKUP, SECOND')
    .transform((names) => names.split(/\s*,\s*/))
    .default([])
    .describe(
      'Names of fallback writers, such as `BACKUP, SECOND`, which are tried in this order if the writer fails. The settings for each begin with its name: `BACKUP`, `BACKUP_MODEL`, …',
    )
    .meta({ fallback: 'none', example: 'BACKUP' }),
  JUDGE: oneOf(MODEL_KINDS)
    .optional()
    .describe(
      'The model that compares each sentence with its evidence. If it misses planted errors, the writers judge instead.',
    )
    .meta({ fallback: 'the writer', example: 'compatible' }),
  ILLUSTRATOR: oneOf(MODEL_KINDS)
    .optional()
    .describe('An image model for covers: `google`, `openai` or `compatible`.')
    .meta({ fallback: 'covers drawn by code', example: 'google' }),
})

/** Settings for one model. In the environment, their names begin with the model's name, such as `WRITER_MODEL`. */
export const modelSettings = z.object({
  /** The model's name, such as `WRITER`. */
  name: z.string(),
  kind: oneOf(MODEL_KINDS),
  /** It is null if the operator has not chosen one of the server's models yet. */
  model: z
    .string()
    .optional()
    .transform((model) => model ?? null)
    .describe('The model name. If it is missing, `ollama` and `compatible` print the installed models and stop.')
    .meta({ example: 'qwen3:14b' }),
  url: urlWithoutCredentials('must be a URL such as http://localhost:8080/v1', ' (set the key as _KEY)')
    .transform(trimmed)
    .optional()
    .describe("The model server's URL, for `compatible` or for Ollama on another machine.")
    .meta({ example: 'http://localhost:11434/v1' }),
  key: z.string().optional().describe('The API key, if the server needs one.'),
  /** The timeout in milliseconds. The setting is in seconds. */
  timeout: z.coerce
    .number(TIMEOUT)
    .positive(TIMEOUT)
    .max(MAX_TIMEOUT_SECONDS, TIMEOUT)
    .transform((seconds) => Math.ceil(seconds * 1_000))
    .optional()
    .describe('The timeout for each model request, in seconds. A model that runs on a CPU needs a longer timeout.')
    .meta({ fallback: '`600`, and `180` for `ILLUSTRATOR_TIMEOUT`', example: '600' }),
  /** The model's context window, in tokens. */
  context: wholeNumber(CONTEXT, MIN_CONTEXT_TOKENS, 10_000_000)
    .optional()
    .describe(
      "The model's context window in tokens, for prompt and output together, if it is smaller than 24000. The writer then receives only the most relevant part of each source.",
    )
    .meta({ example: '16384' }),
})

/** Settings for the newsroom and the desk. */
export const newsroomSettings = z.object({
  NEWSROOM: onOrOff
    .default('on')
    .describe('With `off`, this server does not produce editions, so another process must run `npm run daily`.'),
  EDITION_TIME: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 06:00')
    .default('06:00')
    .describe('The time of day at which `npm start` produces an edition.'),
  EDITION_ZONE: z
    .string()
    .refine(isZone, 'must be a time zone such as Europe/Vienna')
    .default(readZone)
    .describe('The time zone for `EDITION_TIME`.')
    .meta({ fallback: 'the zone in `editorial/site.json`' }),
  EDITION_ALARM_HOURS: amount
    .default(36)
    .describe('The maximum age of the newest post in hours. If the post is older, `/healthz` reports `degraded`.'),
  BUDGET_TOKENS: amount
    .optional()
    .describe(
      'The maximum number of tokens per edition. The edition stops before a request that could exceed this limit.',
    )
    .meta({ fallback: 'no limit', example: '500000' }),
  BUDGET_COST: amount
    .optional()
    .describe('The maximum cost of an edition in US dollars.')
    .meta({ fallback: 'no limit', example: '2' }),
  SOURCES: z.string().default('editorial/sources.json').describe('The list of feeds.'),
  ALLOW_PRIVATE_SOURCES: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .describe('With `1`, feeds and pages at private addresses, such as `127.0.0.1`, are also read.'),
  DESK: bucket
    .default('file:data/desk')
    .describe(
      'The private bucket for plans, model responses, source texts, held posts and reports: a folder or an S3 store.',
    ),
  DESK_KEEP: keptDays
    .prefault('90d')
    .describe(
      'The time after which the desk deletes data that no post and no later edition needs, at least `31d`. `off` keeps everything.',
    ),
  REVIEW: z
    .enum(['after', 'before'], 'must be "after" or "before"')
    .default('after')
    .describe('With `before`, new posts are held at the desk until a reviewer keeps them.'),
  REVIEW_SHARE: z
    .string()
    .regex(/^(?:\d{1,2}|100)%$/, 'must be a percentage such as 20%')
    .transform((text) => Number.parseInt(text, 10) / 100)
    .prefault('0%')
    .describe(
      'The percentage of posts that the desk selects at random for review, such as `20%`. From the verdicts on these posts, it estimates how many sentences are wrong.',
    ),
  NOTIFY_URL: urlWithoutCredentials('must be a URL', ' (ntfy accepts them as "?auth=")')
    .optional()
    .describe(
      'The URL of a webhook that receives notices about [events](operating.md#what-to-watch). It must not contain credentials. Slack, Mattermost (`/hooks/…`) and ntfy (`ntfy.…`) receive their own formats. Other servers receive JSON with `event`, `text` and `time`.',
    )
    .meta({ fallback: 'no notices', example: 'https://ntfy.sh/my-topic' }),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits or hyphens')
    .optional()
    .describe('The IndexNow key for notifying search engines of new posts. Needs `SITE_URL`.'),
  WEBSUB_HUB: address
    .transform(({ href }) => href)
    .optional()
    .describe('The URL of the WebSub hub to notify of changed feeds. Needs `SITE_URL`.')
    .meta({ example: 'https://hub.example.org' }),
})

const text = z.string().optional()

/** The environment variables for S3 stores, which other S3 clients also read. */
export const s3Settings = z.object({
  AWS_ACCESS_KEY_ID: text.describe('The access key id. Bucket addresses cannot contain credentials.'),
  AWS_SECRET_ACCESS_KEY: text.describe('The secret access key.'),
  AWS_SESSION_TOKEN: text.describe('The session token for temporary credentials.'),
  AWS_SHARED_CREDENTIALS_FILE: text
    .describe('The path of the credentials file, which is used if `AWS_ACCESS_KEY_ID` is not set.')
    .meta({ fallback: '`~/.aws/credentials`' }),
  AWS_PROFILE: text.describe('The profile name in the credentials file.').meta({ fallback: '`default`' }),
  AWS_REGION: text.describe('The region for buckets whose address does not specify one.'),
  AWS_ENDPOINT_URL_S3: text
    .describe('The endpoint for buckets whose address does not specify one.')
    .meta({ fallback: '`AWS_ENDPOINT_URL`, or Amazon' }),
  AWS_ENDPOINT_URL: text.describe('The endpoint for all AWS services, used if `AWS_ENDPOINT_URL_S3` is not set.'),
  AWS_DEFAULT_REGION: text.describe('The region that is used if `AWS_REGION` is not set.'),
})
