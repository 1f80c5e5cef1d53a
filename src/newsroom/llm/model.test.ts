import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createModel, ModelFailed, type ModelRequest } from '#newsroom/llm/model.ts'
import type { ModelSettings } from '#newsroom/llm/provider.ts'
import { objectOf, TEXT } from '#newsroom/llm/strict-json-schema.ts'
import { startModelServer, type ModelReply, type ModelServer } from '../../../tests/fixtures/newsroom/model-server.ts'
import type { ModelCall } from '../../../tests/fixtures/newsroom/protocol.ts'

// Every test speaks with a real server over HTTP, in the words of the real protocols.

const KEY = 'sk-secret-1234567890'
const PROTOCOLS = [
  ['openai', { kind: 'compatible', model: 'qwen3' }],
  ['anthropic', { kind: 'anthropic', model: 'claude-sonnet-4-5' }],
  // Without decoding by schema it is given a tool to answer with.
  ['anthropic', { kind: 'anthropic', model: 'claude-3-haiku-20240307' }],
  ['google', { kind: 'google', model: 'gemini-2.5-flash' }],
] as const satisfies [string, ModelSettings][]

const request: ModelRequest = {
  instructions: 'Be exact.',
  prompt: 'Name a bird.',
  schemaName: 'bird',
  schema: objectOf({ bird: TEXT }),
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
  const pauses: number[] = []
  const pause = async (milliseconds: number) => void pauses.push(milliseconds)
  const model = createModel({ ...settings, url: server.url, key: KEY }, { pause, timeout })
  return { model, server, pauses }
}

async function failure(asked: Promise<unknown>): Promise<ModelFailed> {
  const error: unknown = await asked.catch((error: unknown) => error)
  if (!(error instanceof ModelFailed)) throw new Error(`It did not fail as a model does: ${inspect(error)}`)
  return error
}

const bird = { bird: 'heron' }
const [openai] = PROTOCOLS

test.for(PROTOCOLS)('over %s, %o: a question goes out whole, and its answer comes back read', async (protocol) => {
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

test.for(PROTOCOLS)('over %s, %o: an answer that is no JSON is an answer, with its words', async (protocol) => {
  const { model, server } = await setUp(protocol, [
    { text: '```json\n{"bird":"heron"}\n```' },
    { text: 'Of course! {"bird":"heron"} Anything else?' },
    { text: 'I would rather not.' },
    { text: '' },
    { json: { fish: 7 } },
  ])
  const answers = []
  for (let count = 0; count < 5; count += 1) answers.push(await model.ask(request))
  expect(answers.map(({ output }) => output)).toEqual([bird, bird, null, null, { fish: 7 }])
  expect(answers[0]?.text).toBe('```json\n{"bird":"heron"}\n```')
  expect(answers[2]?.text).toBe('I would rather not.')
  expect(answers.map(({ usage }) => usage.inputTokens)).toEqual([5_000, 5_000, 5_000, 5_000, 5_000])
  expect(server.calls).toHaveLength(5)
})

test.for(PROTOCOLS)('over %s, %o: an answer that was cut off says so', async (protocol) => {
  const { model } = await setUp(protocol, [{ text: '{"bird":"her', finish: 'length' }])
  expect(await model.ask(request)).toMatchObject({ text: '{"bird":"her', output: null, finishReason: 'length' })
})

test.for(PROTOCOLS)(
  'over %s, %o: busy and broken servers are asked again, and wait is as they say',
  async (protocol) => {
    const { model, server, pauses } = await setUp(protocol, [
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 500 },
      { json: bird },
    ])
    expect((await model.ask(request)).output).toEqual(bird)
    expect(pauses).toEqual([7_000, 4_000])
    expect(server.calls.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1'])
  },
)

test.for(PROTOCOLS)(
  'over %s, %o: after a lost connection the same key asks again, and is paid once',
  async (protocol) => {
    const { model, server, pauses } = await setUp(protocol, [{ drop: true }, { json: bird, cut: true }], {
      idempotent: true,
    })
    expect((await model.ask(request)).output).toEqual(bird)
    expect(pauses).toEqual([2_000, 4_000])
    expect([...server.paid]).toEqual([['key-1', 1]])
  },
)

test.for(
  PROTOCOLS.flatMap((protocol) =>
    (
      [
        [401, 'refused', 1],
        [403, 'refused', 1],
        [404, 'missing', 1],
        [429, 'busy', 3],
        [400, 'failed', 1],
        [500, 'failed', 3],
        [302, 'failed', 1],
      ] as const
    ).map(([status, kind, asked]) => ({ protocol, name: protocol[1].model, status, kind, asked })),
  ),
)('$name: status $status is "$kind" after $asked calls', async ({ protocol, status, kind, asked }) => {
  const reply = { status, message: `It says that ${KEY} is not good.`, headers: { location: 'http://127.0.0.1:9/' } }
  const { model, server } = await setUp(protocol, [reply, reply, reply, reply])
  const error = await failure(model.ask(request))
  expect([error.kind, server.calls.length]).toEqual([kind, asked])
  expect(error.message).toContain(`The model ${protocol[1].model} at ${new URL(server.url).host}`)
  expect(error.message).toMatch(new RegExp(`\\(status ${status}: .+\\): \\w.+\\.$`))
})

test('no error holds the key, however a server repeats it', async () => {
  const long = `${'x'.repeat(290)} ${KEY}`
  for (const protocol of PROTOCOLS) {
    for (const reply of [
      { status: 401, message: `The key ${KEY} is wrong.` },
      { status: 401, message: long },
      { status: 400, body: `<h1>${KEY}</h1>`, headers: { 'x-key': KEY } },
    ]) {
      const { model } = await setUp(protocol, [reply])
      const error = await failure(model.ask(request))
      const told = `${inspect(error, { depth: 20, showHidden: true })}${JSON.stringify(error)}${error.stack}`
      expect(told).not.toContain(KEY)
      expect(told).not.toContain(KEY.slice(0, 8))
    }
  }
})

test('a server that wants a longer rest than a minute is left alone at once', async () => {
  const { model, server, pauses } = await setUp(openai, [{ status: 429, headers: { 'retry-after': '3600' } }])
  expect((await failure(model.ask(request))).kind).toBe('busy')
  expect([server.calls.length, pauses]).toEqual([1, []])
})

test('a server that is not there is said to be out of reach, with its address', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((resolve) => server.close(resolve))
  const settings = { kind: 'compatible' as const, model: 'qwen3', url: `http://127.0.0.1:${port}/v1` }
  const error = await failure(createModel(settings, { pause: async () => {} }).ask(request))
  expect([error.kind, error.message]).toEqual([
    'unreachable',
    expect.stringMatching(
      `^The model qwen3 at 127.0.0.1:${port} cannot be reached .*ECONNREFUSED.*: check its address`,
    ),
  ])
})

test('a server that is too slow is given up, and a caller may give up before', async () => {
  const slow = await setUp(openai, [{ json: bird, delay: 60_000 }], { timeout: 50 })
  expect(await failure(slow.model.ask(request))).toMatchObject({
    kind: 'unreachable',
    message: expect.stringMatching(
      /\(no answer within 0\.05 seconds\): .*give it longer \(WRITER_TIMEOUT, JUDGE_TIMEOUT/,
    ),
  })
  const { model, server } = await setUp(openai, [{ json: bird, delay: 60_000 }])
  const controller = new AbortController()
  const asked = model.ask({ ...request, signal: controller.signal })
  await expect.poll(() => server.calls.length).toBe(1)
  const reason = new Error('the run ends')
  controller.abort(reason)
  await expect(asked).rejects.toBe(reason)
})

test('a page that is no answer at all is a failure, not a crash', async () => {
  for (const reply of [
    { status: 200, body: '<html>Welcome to the proxy</html>' },
    { status: 200, body: '{"choices":[]}' },
    { status: 200, body: 'null' },
  ]) {
    const { model, server } = await setUp(openai, [reply])
    expect((await failure(model.ask(request))).kind).toBe('failed')
    expect(server.calls).toHaveLength(1)
  }
})

test.for([
  ["Unsupported value: 'temperature' does not support 0.3 with this model.", 'temperature'],
  ["Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", 'max_tokens'],
  ['This response_format type is unavailable now', 'response_format'],
] as const)('a server that refuses a setting (%s) is asked without it, now and later', async ([complaint, setting]) => {
  const server = await start('openai', ({ body }) =>
    JSON.stringify(body).includes(`"${setting}"`) ? { status: 400, message: complaint } : { json: bird },
  )
  const model = createModel({ kind: 'compatible', model: 'm', url: server.url, key: KEY })
  expect((await model.ask(request)).output).toEqual(bird)
  expect((await model.ask({ ...request, idempotencyKey: 'key-2' })).output).toEqual(bird)
  expect(server.calls).toHaveLength(3)
  // One key stands for one body.
  const [first, second, third] = server.calls.map(({ key }) => key)
  expect([first, second?.startsWith('key-1-'), third]).toEqual(['key-1', true, second?.replace('key-1', 'key-2')])
  expect(server.paid.size).toBe(2)
})

test('a server that knows no settings at all is asked in words', async () => {
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

test('a complaint that no setting can mend is not asked twice', async () => {
  const { model, server } = await setUp(openai, [{ status: 400, message: 'The context is 8192 tokens long.' }])
  expect((await failure(model.ask(request))).message).toContain('The context is 8192 tokens long')
  expect(server.calls).toHaveLength(1)
})

test('a server that does not count has its tokens estimated', async () => {
  const { model } = await setUp(openai, [{ text: 'x'.repeat(400), usage: null }])
  expect((await model.ask({ ...request, prompt: 'y'.repeat(791) })).usage).toEqual({
    inputTokens: 200,
    outputTokens: 100,
  })
})

test('a setting that a model ignores is no warning on the terminal', async () => {
  const warnings: unknown[] = []
  const listen = (warning: unknown) => warnings.push(warning)
  process.on('warning', listen)
  onTestFinished(() => void process.off('warning', listen))
  const { model, server } = await setUp(
    ['anthropic', { kind: 'anthropic', model: 'claude-opus-4-7' }],
    [{ json: bird }],
  )
  await model.ask(request)
  expect(JSON.stringify(server.calls[0]?.body)).not.toContain('temperature')
  // Warnings are given in a later turn.
  await new Promise((resolve) => setImmediate(resolve))
  expect(warnings).toEqual([])
})

test('settings that cannot work are refused at once', () => {
  expect(() => createModel({ kind: 'compatible', model: 'm' })).toThrow('The model m has no address')
  expect(() => createModel({ kind: 'anthropic', model: 'm' })).toThrow('cannot be used without a key')
  expect(() => createModel({ kind: 'google', model: 'm' })).toThrow('cannot be used without a key')
})
