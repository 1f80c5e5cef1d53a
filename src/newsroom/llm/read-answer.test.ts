import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseAnswer, reportedError } from '#newsroom/llm/read-answer.ts'

const heron = { bird: 'heron' }
const H = JSON.stringify(heron)
const LONG = '{"bird":"a very long draft","notes":["one","two"]}'

test.for([
  ['reasoning without an opening marker', `First: ${LONG} That is too long.</think>${H}`],
  ['two parts of reasoning', `<think>${LONG}</think>\n<think>${LONG}</think>\n${H}`],
  ['the marker of another template', `<thinking>${LONG}</thinking>${H}`],
  ['channels', `<|channel|>analysis<|message|>${LONG}<|end|><|start|>assistant<|channel|>final<|message|>${H}<|end|>`],
  ['invalid JSON in the reasoning', `<think>{"bird": "a "very" long… </think>${H}`],
  ['a brace in prose', `The set {a, b} and an open { come first.\n${H} Anything else?`],
  ['reasoning without any marker', `Perhaps ${LONG}\n\nThat is too long. The answer is\n\n${H}`],
  ['the marker of one model family', `<longcat_think>${LONG}</longcat_think>${H}`],
  ['the marker in a token', `<|thinking|>${LONG}<|/thinking|>${H}`],
  ['unused tokens', `<unused94>thought\n${LONG}<unused95>${H}`],
  ['another object on the same line', `Thought: ${LONG} Too long, so the final answer is ${H}`],
  ['an object without a space', LONG + H],
  ['a string', JSON.stringify(H)],
  ['a list', `[${H}]`],
  ['a fence', `Of course!\n\`\`\`json\n${H}\n\`\`\`\nI hope that it helps.`],
])('finds the JSON after or in %s', ([, text = '']) => {
  expect(parseAnswer(text)).toEqual(heron)
})

test.for([
  ['reasoning only', `<think>${LONG}</think>I would rather not.`],
  ['a truncated object', '{"sections":[{"text":"one"},{"text":"tw'],
  ['a truncated object with an inner object', '{\n  "a": {"b": 1},\n  "c": ["one"'],
  ['no object', 'I would rather not.'],
  ['an empty text', ''],
])('returns null for %s', ([, text = '']) => {
  expect(parseAnswer(text)).toBeNull()
})

test('finds JSON that contains markers and braces', () => {
  const answer = { text: 'The model writes </think> and {"a":1}, then "</think>".', more: [{ text: '}' }] }
  expect(parseAnswer(JSON.stringify(answer))).toEqual(answer)
  expect(parseAnswer(`Here it is: ${JSON.stringify(answer, null, 2)}`)).toEqual(answer)
})

const PIECES = ['{', '}', '"', '\\', '\n', ':', '[', ' ', '{"', '</think>', '<think>', '```', LONG, '\\"', 'a', '1']
const noise = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 60 }).map((all) => all.join(''))

test('never throws, and ignores braces in the reasoning that are not JSON', () => {
  const answers = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
  fc.assert(
    fc.property(noise, answers, (text, answer) => {
      parseAnswer(text)
      const json = JSON.stringify(answer)
      if (!/<\/think>/.test(json))
        expect(parseAnswer(`${text.replaceAll('{', '{a')}\n</think>\n${json}`)).toEqual(JSON.parse(json))
    }),
    { numRuns: 200 },
  )
})

test.for([...PIECES, '{ ', '"\\"', '{"a":', '\n{"a":', '</', '<|', '{"a":{}} '])(
  'tries a limited number of starts in a text that repeats %j',
  { timeout: 2_000 },
  (piece) => {
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    parseAnswer(piece.repeat(20_000))
    parseAnswer(`{"${piece.repeat(20_000)}`)
    expect(parse.mock.calls.length).toBeLessThan(100)
  },
)

test.for([
  [404, 'No such model.', { object: 'error', message: 'No such model.', code: 404 }],
  [502, 'Still loading.', { detail: 'Still loading.' }],
  [502, 'Gone.', { error: { message: 'Gone.', code: 'upstream' } }],
  [503, 'the server gave no reason', { error: { code: 503 } }],
  [502, 'server_error', { error: { type: 'server_error', param: null } }],
  [429, 'Slow.', [{ error: { code: 429, message: 'Slow.' } }]],
  [502, 'No route.', { success: false, errors: [{ code: 7003, message: 'No route.' }] }],
  [502, 'No route.', { errors: [{ message: 'No route.' }, { message: 'Other.' }] }],
  [502, 'Slow.', { code: 'Throttling', message: 'Slow.', request_id: '1' }],
  [500, 'Broken.', { code: 500, msg: 'Broken.' }],
  [502, 'Not logged in.', { base_resp: { status_code: 1004, status_msg: 'Not logged in.' } }],
  [
    502,
    'the server ended the response with "insufficient_system_resource"',
    { choices: [{ finish_reason: 'insufficient_system_resource' }] },
  ],
] as const)('finds the error %i, %s, that a server reports as %j', ([code, message, body]) => {
  expect(reportedError(JSON.stringify(body))).toEqual({ code, message })
})

test.for([
  { error: {} },
  { detail: null, error: null, choices: [{ message: { content: H }, finish_reason: 'stop' }] },
  { base_resp: { status_code: 0, status_msg: '' }, choices: [{ finish_reason: 'stop' }] },
  { code: 200, message: 'success', choices: [{ finish_reason: 'stop' }] },
])('does not treat %j as an error', (body) => {
  expect(reportedError(JSON.stringify(body))).toBeNull()
})
