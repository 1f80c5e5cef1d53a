import { inspect } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createModel, type ModelRequest } from '#newsroom/llm/model.ts'
import { ModelFailed, type ModelSettings } from '#newsroom/llm/model-settings.ts'
import { startModelServer, type ModelReply, type ModelServer } from '../../../tests/fixtures/newsroom/model-server.ts'
import type { ModelCall } from '../../../tests/fixtures/newsroom/protocol.ts'
import { serve } from '../../../tests/fixtures/newsroom/test-web.ts'

// Every test uses a real HTTP server that implements the provider's protocol.

const KEY = 'sk-secret-1234567890'
const PROTOCOLS = [
  ['openai', { kind: 'compatible', model: 'qwen3' }],
  ['openai', { kind: 'ollama', model: 'qwen3:14b' }],
  ['anthropic', { kind: 'anthropic', model: 'claude-sonnet-4-5' }],
  // This model does not support structured output, so the SDK requests a tool call instead.
  ['anthropic', { kind: 'anthropic', model: 'claude-3-haiku-20240307' }],
  ['google', { kind: 'google', model: 'gemini-2.5-flash' }],
] as const satisfies [string, ModelSettings][]

const request: ModelRequest = {
  instructions: 'Be exact.',
  prompt: 'Name a bird.',
  schemaName: 'bird',
  schema: {
    type: 'object',
    properties: { bird: { type: 'string' } },
    required: ['bird'],
    additionalProperties: false,
  },
  maxOutputTokens: 1_000,
  temperature: 0.3,
  idempotencyKey: 'key-1',
}

async function start(
  protocol: 'openai' | 'anthropic' | 'google',
  answer: (call: ModelCall) => ModelReply | Promise<ModelReply>,
  idempotent = false,
): Promise<ModelServer> {
  const server = await startModelServer({ protocol, answer, idempotent })
  onTestFinished(() => server.close())
  return server
}

async function setUp(
  [protocol, settings]: readonly [(typeof PROTOCOLS)[number][0], ModelSettings],
  answers: ModelReply[],
  { idempotent = false, timeout = 20_000 } = {},
) {
  const left = [...answers]
  const server = await start(protocol, () => left.shift() ?? { status: 500, message: 'No more answers.' }, idempotent)
  const model = createModel({ ...settings, url: server.url, key: KEY }, { timeout })
  return { model, server }
}

async function failure(asked: Promise<unknown>): Promise<ModelFailed> {
  const error: unknown = await asked.catch((error: unknown) => error)
  if (!(error instanceof ModelFailed)) throw new Error(`The error is not a ModelFailed: ${inspect(error)}`)
  return error
}

// Skips the pauses before retries, which last seconds.
function skipPauses(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync')
  onTestFinished(() => void vi.useRealTimers())
}

const bird = { bird: 'heron' }
// Without this header, the SDK waits two seconds before it retries.
const SOON = { 'retry-after-ms': '1' }
const [openai] = PROTOCOLS

test.for(PROTOCOLS)('over %s, %o: sends the whole request and parses the response', async (protocol) => {
  const usage = { inputTokens: 12, outputTokens: 5 }
  const { model, server } = await setUp(protocol, [{ json: bird, usage }])
  const answer = await model.ask(request)
  expect(answer).toEqual({ text: JSON.stringify(bird), output: bird, finishReason: 'stop', usage })
  expect(server.calls).toHaveLength(1)
  expect(server.calls[0]).toMatchObject({ instructions: 'Be exact.', prompt: 'Name a bird.', key: 'key-1' })
  expect(server.calls[0]?.schema).toMatchObject({ required: ['bird'], additionalProperties: false })
  expect(JSON.stringify(server.calls[0]?.body)).toMatch(/1000.*0\.3|0\.3.*1000/)
  expect(model.name).toBe(`${protocol[1].kind}/${protocol[1].model}`)
})

test.for(PROTOCOLS)('over %s, %o: rejects an empty response, and reports a truncated one', async (protocol) => {
  const { model } = await setUp(protocol, [{ text: '' }, { text: '{"bird":"her', finish: 'length' }])
  expect((await failure(model.ask(request))).message).toContain('the response is empty')
  expect(await model.ask(request)).toMatchObject({ text: '{"bird":"her', output: null, finishReason: 'length' })
})

test('retries a lost connection with the same idempotency key, so that the request is charged only once', async () => {
  skipPauses()
  const { model, server } = await setUp(openai, [{ json: bird, cut: true }], { idempotent: true })
  expect((await model.ask(request)).output).toEqual(bird)
  expect([...server.paid]).toEqual([['key-1', 1]])
})

const STATUSES = [
  [401, 'rejected the key', 1],
  [403, 'rejected the key', 1],
  [404, 'was not found', 1],
  [429, 'is busy', 3],
  [400, 'did not return a usable response', 1],
  [500, 'did not return a usable response', 3],
  [302, 'did not return a usable response', 1],
] as const

test.for(PROTOCOLS)('over %s, %o: classifies a failure by its status, and retries only some', async (protocol) => {
  for (const [status, problem, asked] of STATUSES) {
    const headers = { ...SOON, location: 'http://127.0.0.1:9/' }
    const reply = { status, message: `It says that ${KEY} is not good.`, headers }
    const { model, server } = await setUp(protocol, [reply, reply, reply, reply])
    const error = await failure(model.ask(request))
    expect([status, ...server.calls.map(({ key }) => key)]).toEqual([status, ...Array<string>(asked).fill('key-1')])
    expect(error.message).toContain(`The model ${protocol[1].model} at ${new URL(server.url).host} ${problem} (`)
    expect(error.message).toMatch(new RegExp(`\\(status ${status}: .+\\): \\w.+\\.$`))
  }
})

test('removes the key from errors even if the server repeats it, but not the letters of a placeholder', async () => {
  const { server } = await setUp(openai, [{ status: 400, message: 'The context is too long.' }])
  const placeholder = createModel({ kind: 'compatible', model: 'm', url: server.url, key: 't' })
  expect((await failure(placeholder.ask(request))).message).toContain('The context is too long')
  const long = `${'x'.repeat(290)} ${KEY}`
  for (const protocol of PROTOCOLS) {
    for (const reply of [
      { status: 401, message: `The key ${KEY} is wrong.` },
      { status: 401, message: long },
      { status: 400, body: `<h1>${KEY}</h1>`, headers: { 'x-key': KEY } },
    ]) {
      const { model } = await setUp(protocol, [reply])
      const error = await failure(model.ask(request))
      const printed = `${inspect(error, { depth: 20, showHidden: true })}${JSON.stringify(error)}${error.stack}`
      expect(printed).not.toContain(KEY)
      expect(printed).not.toContain(KEY.slice(0, 8))
    }
  }
})

test('names the host in the error about a server that is not running', async () => {
  skipPauses()
  const model = createModel({ kind: 'compatible', model: 'qwen3', url: 'http://127.0.0.1:9/v1' })
  const message = /^The model qwen3 at 127\.0\.0\.1:9 cannot be reached .*: check its URL/
  await expect(model.ask(request)).rejects.toThrow(message)
})

test('rejects after the timeout', async () => {
  const { model } = await setUp(openai, [{ json: bird, delay: 60_000 }], { timeout: 50 })
  const advice = /\(no response within 0\.05 seconds\): .*raise its timeout \(WRITER_TIMEOUT, JUDGE_TIMEOUT/
  await expect(model.ask(request)).rejects.toThrow(advice)
})

test('rejects an invalid response without a retry', async () => {
  for (const body of ['<html>Welcome to the proxy</html>', '{"choices":[]}', 'null']) {
    const { model, server } = await setUp(openai, [{ status: 200, body }])
    expect((await failure(model.ask(request))).message).toContain('did not return a usable response')
    expect(server.calls).toHaveLength(1)
  }
})

const UPSTREAM = { code: 502, message: 'The provider went away.' }

test.for([
  ['in its body', { error: UPSTREAM }],
  ['as a string', { error: 'The provider went away.' }],
  ['in its choice', { choices: [{ error: UPSTREAM, finish_reason: 'error', message: { content: '' } }] }],
  ['with a truncated response', { choices: [{ finish_reason: 'error', message: { content: '{"bird":"her' } }] }],
])('retries after an error that the server sends with status 200 %s', async ([, body]) => {
  const failing = { status: 200, body: JSON.stringify(body), headers: SOON }
  const recovered = await setUp(openai, [failing, { json: bird }])
  expect((await recovered.model.ask(request)).output).toEqual(bird)
  const { model, server } = await setUp(openai, [failing, failing, failing])
  const error = await failure(model.ask(request))
  expect(server.calls).toHaveLength(3)
  expect(error.message).toContain('is busy')
  expect(error.message).toMatch(/The provider went away|ended the response with "error"/)
})

test.for(PROTOCOLS)('over %s, %o: uses the status and message of an error sent with status 200', async (protocol) => {
  const body = JSON.stringify({ error: { code: 401, message: 'No such account.' } })
  const { model, server } = await setUp(protocol, [{ status: 200, body }])
  const error = await failure(model.ask(request))
  expect(server.calls).toHaveLength(1)
  expect(error.message).toMatch(/rejected the key .*No such account/)
})

const json = JSON.stringify(bird)

test.for([
  { content: null, reasoning_content: json },
  { content: ' ', reasoning: `\n\`\`\`json\n${json}\n\`\`\`\n` },
  { content: null, tool_calls: [{ id: '1', type: 'function', function: { name: 'bird', arguments: json } }] },
])('if the content is empty, uses JSON from the reasoning or a tool call: %j', async (message) => {
  const body = JSON.stringify({ choices: [{ message: { role: 'assistant', ...message }, finish_reason: 'stop' }] })
  const { model } = await setUp(openai, [
    { status: 200, body },
    { status: 200, body: body.replace(/\{\\+"/, 'So: $&') },
  ])
  expect((await model.ask(request)).output).toEqual(bird)
  // Do not use a reasoning or tool call that contains more than JSON.
  expect((await failure(model.ask(request))).message).toContain('the response is empty')
})

test('uses the configured proxy, except for servers on this machine', async () => {
  const choices = [{ message: { role: 'assistant', content: JSON.stringify(bird) }, finish_reason: 'stop' }]
  const proxy = await serve((_, response) => response.end(JSON.stringify({ choices })), '127.0.0.1')
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('HTTP_PROXY', proxy.url)
  vi.stubEnv('http_proxy', undefined)
  const remote = createModel({ kind: 'compatible', model: 'm', url: 'http://models.example/v1', key: KEY })
  expect((await remote.ask(request)).output).toEqual(bird)
  const local = await setUp(openai, [{ json: bird }])
  expect((await local.model.ask(request)).output).toEqual(bird)
  expect(proxy.requests).toEqual(['http://models.example/v1/chat/completions'])
})

test.for([
  ["Unsupported value: 'temperature' does not support 0.3 with this model.", 'temperature'],
  ["Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", 'max_tokens'],
  ['This response_format type is unavailable now', 'response_format'],
  ['No endpoints found that can handle the requested parameters.', 'response_format', 404],
] as const)('stops using a feature that the server rejects (%s)', async ([complaint, setting, status = 400]) => {
  const server = await start('openai', ({ body }) =>
    JSON.stringify(body).includes(`"${setting}"`) ? { status, message: complaint } : { json: bird },
  )
  const model = createModel({ kind: 'compatible', model: 'm', url: server.url, key: KEY })
  expect((await model.ask(request)).output).toEqual(bird)
  expect((await model.ask({ ...request, idempotencyKey: 'key-2' })).output).toEqual(bird)
  expect(server.calls).toHaveLength(3)
  // Requests with different bodies must have different idempotency keys.
  const [first, second, third] = server.calls.map(({ key }) => key)
  expect([first, second?.startsWith('key-1-'), third]).toEqual(['key-1', true, second?.replace('key-1', 'key-2')])
  expect(server.paid.size).toBe(2)
})

test('sends the schema in the instructions if the server supports none of the optional features', async () => {
  const server = await start('openai', ({ body }) => {
    const text = JSON.stringify(body)
    const found = ['max_tokens', 'temperature', 'response_format'].find((setting) => text.includes(`"${setting}"`))
    const hint = found === 'max_tokens' ? 'Use max_completion_tokens.' : `No ${found}.`
    return found === undefined ? { text: 'Sure: {"bird":"heron"}' } : { status: 400, message: hint }
  })
  const model = createModel({ kind: 'compatible', model: 'm', url: server.url, key: KEY })
  expect((await model.ask(request)).output).toEqual(bird)
  expect(server.calls).toHaveLength(4)
  expect(server.calls.at(-1)?.schema).toBeNull()
  expect(server.calls.at(-1)?.instructions).toContain(JSON.stringify(request.schema))
})

test('estimates the token counts if the server does not report them', async () => {
  const { model } = await setUp(openai, [{ text: 'x'.repeat(400), usage: null }])
  const { usage } = await model.ask({ ...request, prompt: 'y'.repeat(791) })
  expect(usage).toEqual({ inputTokens: 200, outputTokens: 100 })
})

test('throws if a required setting is missing', () => {
  expect(() => createModel({ kind: 'compatible', model: 'm' })).toThrow('No URL is set for the model m')
  expect(() => createModel({ kind: 'anthropic', model: 'm' })).toThrow('No key is set for the model m')
  expect(() => createModel({ kind: 'google', model: 'm' })).toThrow('No key is set for the model m')
})

test('accepts the URL of an Ollama server without /v1, and lowers the output limit for a small context', async () => {
  const server = await start('openai', () => ({ json: bird }))
  const model = createModel({ kind: 'ollama', model: 'm', url: new URL(server.url).origin, key: KEY, context: 12_000 })
  expect((await model.ask({ ...request, maxOutputTokens: 16_000 })).output).toEqual(bird)
  expect(server.calls[0]?.body).toMatchObject({ max_tokens: 4_000 })
})
