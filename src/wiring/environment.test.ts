import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

test('every setting has a default', () => {
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

test('a writer has fallbacks, a judge and an illustrator, each with its own settings', () => {
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
  // The key of one host is not sent to another.
  expect(environment.JUDGE).toEqual({
    name: 'JUDGE',
    kind: 'compatible',
    url: 'http://judge.example/v1',
    model: 'mistral',
    key: undefined,
  })
  expect(environment.ILLUSTRATOR).toBeNull()
})

test('each model has a timeout in seconds, and fallbacks and the judge inherit the timeout of the writer', () => {
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
    3600,
    3600,
    60,
    3600,
    undefined,
  ])
  // If only JUDGE_TIMEOUT is set, the judge is the writer's model with another timeout.
  expect(readEnvironment({ ...given, JUDGE_TIMEOUT: '900' }).JUDGE).toEqual({
    name: 'JUDGE',
    kind: 'compatible',
    url: 'http://localhost:11434/v1',
    model: 'qwen3',
    key: undefined,
    timeout: 900,
  })
  expect(
    timeouts({ WRITER_TIMEOUT: '3600', JUDGE_MODEL: 'm', JUDGE_TIMEOUT: '0.5', ILLUSTRATOR_TIMEOUT: '90' }),
  ).toEqual([3600, 3600, 3600, 0.5, 90])
})

test.for<[name: string, value: string]>([
  ['WRITER_TIMEOUT', '0'],
  ['WRITER_TIMEOUT', '10m'],
  ['JUDGE_TIMEOUT', '86401'],
  ['BACKUP_TIMEOUT', '1e99'],
])('%s=%s is rejected with a message that contains no other setting', ([name, value]) => {
  const given = {
    WRITER: 'google',
    WRITER_MODEL: 'm',
    WRITER_KEY: 'hush',
    WRITER_FALLBACKS: 'BACKUP',
    BACKUP_MODEL: 'm',
    JUDGE_MODEL: 'm',
    ILLUSTRATOR_MODEL: 'm',
  }
  expect(() => readEnvironment({ ...given, [name]: value })).toThrow(
    new Error(`${name} must be a number of seconds above 0, at most 86400; it is "${value}".`),
  )
})

test('the message for an incomplete model contains the missing setting, but no key', () => {
  const of = (given: Record<string, string>) => () => readEnvironment(given)
  expect(of({ WRITER: 'anthropic', WRITER_MODEL: 'm' })).toThrow(
    'WRITER_KEY is missing. anthropic requires an API key.',
  )
  expect(of({ WRITER: 'compatible', WRITER_MODEL: 'm' })).toThrow('WRITER_URL is missing')
  expect(of({ WRITER: 'google', WRITER_KEY: 'k' })).toThrow('WRITER_MODEL is missing')
  expect(of({ WRITER: 'openai', WRITER_MODEL: 'm' })).toThrow('WRITER_KEY is missing. openai requires an API key.')
  expect(of({ WRITER: 'openrouter', WRITER_KEY: 'k' })).toThrow('WRITER_MODEL is missing')
  expect(of({ WRITER: 'local' })).toThrow(
    'WRITER must be off or one of anthropic, google, openai, openrouter, ollama, compatible; it is "local"',
  )
  const backup = {
    WRITER: 'google',
    WRITER_MODEL: 'm',
    WRITER_KEY: 'hush',
    WRITER_FALLBACKS: 'B',
    B: 'gemini',
    B_MODEL: 'x',
  }
  expect(of(backup)).toThrow(/^B must be one of anthropic, google, .*; it is "gemini"/)
  expect(of({ ...backup, B: 'compatible', B_URL: 'nowhere' })).toThrow('B_URL must be a URL')
  for (const given of [backup, { ...backup, B: 'compatible' }, { ...backup, EDITION_TIME: '6' }])
    expect(of(given)).not.toThrow(/hush/)
})

test('the writer, a fallback and the judge may be named later if their server lists its models', () => {
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
  expect(() => readEnvironment({ WRITER: 'ollama', ILLUSTRATOR: 'ollama' })).toThrow('ILLUSTRATOR_MODEL is missing')
})

test('times, zones and budgets are checked', () => {
  expect(readEnvironment({ EDITION_TIME: '23:59', EDITION_ZONE: 'Europe/Vienna', BUDGET_COST: '0.5' })).toMatchObject({
    EDITION_TIME: '23:59',
    EDITION_ZONE: 'Europe/Vienna',
    BUDGET_COST: 0.5,
  })
  expect(() => readEnvironment({ EDITION_TIME: '24:00' })).toThrow('EDITION_TIME must be a time such as 06:00')
  expect(() => readEnvironment({ EDITION_ZONE: 'Mars/Olympus' })).toThrow('EDITION_ZONE must be a time zone')
  expect(() => readEnvironment({ BUDGET_TOKENS: '0' })).toThrow('BUDGET_TOKENS must be greater than 0')
})

test('rejects the same port for pages and metrics, except 0, and names both settings', () => {
  expect(() => readEnvironment({ PORT: '8080', METRICS_PORT: '8080' })).toThrow(
    'PORT and METRICS_PORT are both 8080. Set METRICS_PORT to another port.',
  )
  expect(() => readEnvironment({ METRICS_PORT: '3000' })).toThrow('PORT and METRICS_PORT are both 3000.')
  expect(readEnvironment({ PORT: '0', METRICS_PORT: '0' })).toMatchObject({ PORT: 0, METRICS_PORT: 0 })
})

test('a blank setting counts as missing, and trailing slashes are removed', () => {
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

test.for([
  ['SITE_URL', 'https://example.org/blog', 'must not contain a path'],
  ['SITE_URL', 'https://example.org/?x=1', 'must not contain "?"'],
  ['SITE_URL', 'https://example.org/#x', 'must not contain "?" or "#"'],
  ...['SITE_URL', 'API_HOST', 'BUCKET_URL', 'WEBSUB_HUB'].map(
    (name) => [name, 'https://u:p@blog.example', 'credentials'] as const,
  ),
] as const)('%s=%s is rejected', ([name, given, reason]) => {
  expect(() => readEnvironment({ [name]: given })).toThrow(reason)
})

test('the address of a webhook is a secret, so that no message repeats it', () => {
  for (const given of [
    'htps://hooks.slack.com/services/SECRET',
    'https://name:SECRET@ntfy.sh/topic',
    'https://:SECRET@ntfy.sh/topic',
    'SECRET',
  ])
    expect(() => readEnvironment({ NOTIFY_URL: given })).toThrow(/^NOTIFY_URL must (?!.*SECRET)/)
})

test('the address of a model must not contain credentials, and the message does not repeat them', () => {
  const settings = { WRITER: 'compatible', WRITER_MODEL: 'm', WRITER_URL: 'https://name:SECRET@a.example/v1' }
  expect(() => readEnvironment(settings)).toThrow(/^WRITER_URL must not contain credentials(?!.*SECRET)/)
})

test('each invalid setting has a sentence in the message', () => {
  expect(() => readEnvironment({ PORT: 'x', STARTER: 'no' })).toThrow(
    'PORT must be a port number; it is "x".\nSTARTER must be "on" or "off"; it is "no".',
  )
  expect(() => readEnvironment({ API_HOST: 'api.example' })).toThrow('API_HOST must be a URL such as')
  expect(() => readEnvironment({ API_HOST: 'javascript:alert(1)' })).toThrow('API_HOST')
  expect(() => readEnvironment({ BUCKET_NAME: '../etc' })).toThrow('BUCKET_NAME must be')
})
