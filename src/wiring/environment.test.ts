import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

test('fills in the default of every setting', () => {
  expect(readEnvironment({})).toEqual({
    BUCKET_NAME: 'stet',
    PORT: 3000,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    BUCKET: 'file:data/bucket',
    DESK: 'file:data/desk',
    DESK_KEEP: 90,
    STARTER: 'on',
    OFFLINE: 'on',
    NEWSROOM: 'on',
    REVIEW: 'after',
    REVIEW_SHARE: 0,
    WRITER: 'off',
    WRITER_FALLBACKS: [],
    WRITERS: [],
    JUDGE: null,
    ILLUSTRATOR: null,
    EDITION_TIME: '06:00',
    EDITION_ZONE: 'UTC',
    EDITION_ALARM_HOURS: 36,
    S3: null,
    SOURCES: 'editorial/sources.json',
    ALLOW_PRIVATE_SOURCES: '0',
  })
})

test('reads separate settings for the writer, its fallbacks and the judge', () => {
  const environment = readEnvironment({
    WRITER: 'compatible',
    WRITER_URL: 'http://localhost:11434/v1/',
    WRITER_MODEL: 'qwen3',
    WRITER_KEY: 'secret-1',
    WRITER_FALLBACKS: 'BACKUP, SECOND',
    BACKUP_MODEL: 'llama4',
    SECOND: 'anthropic',
    SECOND_MODEL: 'claude-sonnet-4-5',
    SECOND_KEY: 'secret-2',
    JUDGE_MODEL: 'mistral',
    JUDGE_URL: 'http://judge.example/v1',
  })
  const writer = { name: 'WRITER', kind: 'compatible', url: 'http://localhost:11434/v1', key: 'secret-1' }
  expect(environment.WRITERS).toEqual([
    { ...writer, model: 'qwen3' },
    { ...writer, name: 'BACKUP', model: 'llama4' },
    { name: 'SECOND', kind: 'anthropic', url: undefined, model: 'claude-sonnet-4-5', key: 'secret-2' },
  ])
  // A key for one host is not sent to another host.
  expect(environment.JUDGE).toEqual({
    name: 'JUDGE',
    kind: 'compatible',
    url: 'http://judge.example/v1',
    model: 'mistral',
    key: undefined,
  })
  expect(environment.ILLUSTRATOR).toBeNull()
})

test("fallbacks and the judge inherit the writer's timeout", () => {
  const given = {
    WRITER: 'compatible',
    WRITER_URL: 'http://localhost:11434/v1',
    WRITER_MODEL: 'qwen3',
    WRITER_FALLBACKS: 'BACKUP, SECOND',
    BACKUP_MODEL: 'llama4',
    SECOND_MODEL: 'mistral',
    ILLUSTRATOR_MODEL: 'flux',
  }
  const timeouts = (more: Record<string, string>) => {
    const { WRITERS, JUDGE, ILLUSTRATOR } = readEnvironment({ ...given, ...more })
    return [...WRITERS, JUDGE, ILLUSTRATOR].map((model) => model?.timeout)
  }
  expect(timeouts({})).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(timeouts({ WRITER_TIMEOUT: '3600', SECOND_TIMEOUT: '60', JUDGE_MODEL: 'qwen3' })).toEqual([
    3_600_000,
    3_600_000,
    60_000,
    3_600_000,
    undefined,
  ])
  // If only JUDGE_TIMEOUT is set, the judge is the writer's model with a different timeout.
  expect(readEnvironment({ ...given, JUDGE_TIMEOUT: '900' }).JUDGE).toEqual({
    name: 'JUDGE',
    kind: 'compatible',
    url: 'http://localhost:11434/v1',
    model: 'qwen3',
    key: undefined,
    timeout: 900_000,
  })
  expect(
    timeouts({ WRITER_TIMEOUT: '3600', JUDGE_MODEL: 'm', JUDGE_TIMEOUT: '0.5', ILLUSTRATOR_TIMEOUT: '90' }),
  ).toEqual([3_600_000, 3_600_000, 3_600_000, 500, 90_000])
})

test('the writer, a fallback and the judge do not need a model name if their server lists its models', () => {
  const { WRITERS, JUDGE } = readEnvironment({
    WRITER: 'ollama',
    WRITER_FALLBACKS: 'BACKUP',
    BACKUP: 'compatible',
    BACKUP_URL: 'http://localhost:8080/v1',
    JUDGE: 'ollama',
  })
  expect([...WRITERS, JUDGE]).toEqual([
    { name: 'WRITER', kind: 'ollama', model: null },
    { name: 'BACKUP', kind: 'compatible', model: null, url: 'http://localhost:8080/v1' },
    { name: 'JUDGE', kind: 'ollama', model: null },
  ])
})

test('reads times, zones, budgets and ports', () => {
  const given = {
    EDITION_TIME: '23:59',
    EDITION_ZONE: 'Europe/Vienna',
    BUDGET_COST: '0.5',
    PORT: '0',
    METRICS_PORT: '0',
  }
  expect(readEnvironment(given)).toMatchObject({ ...given, BUDGET_COST: 0.5, PORT: 0, METRICS_PORT: 0 })
})

test('treats a blank setting as missing, and removes trailing slashes', () => {
  const environment = readEnvironment({
    API_HOST: 'https://api.example/',
    BUCKET_URL: ' ',
    SITE_URL: 'https://a.example//',
  })
  expect(environment).toMatchObject({ API_HOST: 'https://api.example', SITE_URL: 'https://a.example' })
  expect(environment.BUCKET_URL).toBeUndefined()
})

test.for([
  ['SITE_URL', 'HTTPS://Blog.Example:443/', 'https://blog.example'],
  ['SITE_URL', 'https://b\u00fccher.example', 'https://xn--bcher-kva.example'],
  ['API_HOST', 'https://API.example/v1/', 'https://api.example/v1'],
  ['BUCKET_URL', 'https://CDN.example/blog/', 'https://cdn.example/blog'],
  ['BUCKET_URL', '/files/', '/files'],
  ['WEBSUB_HUB', 'https://Hub.example/', 'https://hub.example/'],
] as const)('%s=%s becomes %s', ([name, given, expected]) => {
  expect(readEnvironment({ [name]: given })[name]).toBe(expected)
})

const WRITER = { WRITER: 'google', WRITER_MODEL: 'm', WRITER_KEY: 'SECRET' }
const BACKUP = { ...WRITER, WRITER_FALLBACKS: 'BACKUP', BACKUP_MODEL: 'm' }
const LOCAL = { WRITER: 'compatible', WRITER_MODEL: 'm' }
const SECONDS = 'must be a number of seconds above 0, at most 86400, but is'

test.for<[given: Record<string, string>, message: string | RegExp]>([
  [
    { PORT: 'x', STARTER: 'no' },
    'PORT must be a port number, but is "x".\nSTARTER must be "on" or "off", but is "no".',
  ],
  [{ METRICS_PORT: '3000' }, 'PORT and METRICS_PORT are both 3000. Set METRICS_PORT to another port.'],
  [{ PORT: '8080', METRICS_PORT: '8080' }, 'PORT and METRICS_PORT are both 8080'],
  [{ SITE_URL: 'https://example.org/blog' }, 'SITE_URL must not contain a path'],
  [{ SITE_URL: 'https://example.org/?x=1' }, 'SITE_URL must not contain "?"'],
  [{ SITE_URL: 'https://example.org/#x' }, 'SITE_URL must not contain "?" or "#"'],
  [{ API_HOST: 'api.example' }, 'API_HOST must be a URL such as'],
  [{ API_HOST: 'javascript:alert(1)' }, 'API_HOST'],
  [{ BUCKET_NAME: '../etc' }, 'BUCKET_NAME must be'],
  [{ EDITION_TIME: '24:00' }, 'EDITION_TIME must be a time such as 06:00'],
  [{ EDITION_ZONE: 'Mars/Olympus' }, 'EDITION_ZONE must be a time zone'],
  [{ BUDGET_TOKENS: '0' }, 'BUDGET_TOKENS must be greater than 0'],
  [{ DESK: 'data/desk' }, 'DESK must be a bucket address such as file:data/bucket, but is "data/desk"'],
  [{ DESK_KEEP: '30d' }, 'DESK_KEEP must be "off" or a number of days, at least 31d'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
  // Error messages do not contain credentials, keys or the webhook URL.
  [{ SITE_URL: 'https://u:SECRET@blog.example' }, 'credentials'],
  [{ API_HOST: 'https://u:SECRET@blog.example' }, 'credentials'],
  [{ BUCKET_URL: 'https://u:SECRET@blog.example' }, 'credentials'],
  [{ WEBSUB_HUB: 'https://u:SECRET@blog.example' }, 'credentials'],
  [{ NOTIFY_URL: 'htps://hooks.slack.com/services/SECRET' }, /^NOTIFY_URL must /],
  [{ NOTIFY_URL: 'https://name:SECRET@ntfy.sh/topic' }, /^NOTIFY_URL must /],
  [{ NOTIFY_URL: 'https://:SECRET@ntfy.sh/topic' }, /^NOTIFY_URL must /],
  [{ NOTIFY_URL: 'SECRET' }, /^NOTIFY_URL must /],
  [{ ...LOCAL, WRITER_URL: 'https://name:SECRET@a.example/v1' }, /^WRITER_URL must not contain credentials/],
  [{ ...WRITER, EDITION_TIME: '6' }, 'EDITION_TIME must be'],
  // Settings for models.
  [{ WRITER: 'local' }, /WRITER must be off or one of anthropic, google, openai, .*, compatible, but is "local"/],
  [{ WRITER: 'anthropic', WRITER_MODEL: 'm' }, 'WRITER_KEY is missing. anthropic requires an API key.'],
  [{ WRITER: 'openai', WRITER_MODEL: 'm' }, 'WRITER_KEY is missing. openai requires an API key.'],
  [{ WRITER: 'google', WRITER_KEY: 'SECRET' }, 'WRITER_MODEL is missing'],
  [{ WRITER: 'openrouter', WRITER_KEY: 'SECRET' }, 'WRITER_MODEL is missing'],
  [LOCAL, 'WRITER_URL is missing'],
  [{ ...BACKUP, BACKUP: 'gemini' }, /^BACKUP must be one of anthropic, google, .*, but is "gemini"/],
  [{ ...BACKUP, BACKUP: 'compatible' }, 'BACKUP_URL is missing'],
  [{ ...BACKUP, BACKUP: 'compatible', BACKUP_URL: 'nowhere' }, 'BACKUP_URL must be a URL'],
  [{ ...WRITER, WRITER_TIMEOUT: '0' }, `WRITER_TIMEOUT ${SECONDS} "0".`],
  [{ ...WRITER, WRITER_TIMEOUT: '10m' }, `WRITER_TIMEOUT ${SECONDS} "10m".`],
  [{ ...WRITER, JUDGE_MODEL: 'm', JUDGE_TIMEOUT: '86401' }, `JUDGE_TIMEOUT ${SECONDS} "86401".`],
  [{ ...BACKUP, BACKUP_TIMEOUT: '1e99' }, `BACKUP_TIMEOUT ${SECONDS} "1e99".`],
  [{ WRITER: 'ollama', ILLUSTRATOR: 'ollama' }, 'ILLUSTRATOR_MODEL is missing'],
])('rejects %j with advice, but without printing secrets', ([given, message]) => {
  expect(() => readEnvironment(given)).toThrow(message)
  expect(() => readEnvironment(given)).not.toThrow(/SECRET/)
})
