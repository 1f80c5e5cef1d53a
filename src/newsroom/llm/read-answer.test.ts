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
  [502, 'Still loading.', { error: 'Still loading.' }],
  [502, 'Gone.', { error: { message: 'Gone.', code: 'upstream' } }],
  [503, 'the server gave no reason', { error: { code: 503 } }],
  [429, 'Slow.', { choices: [{ error: { code: 429, message: 'Slow.' } }] }],
] as const)('finds the error %i, %s, that a server reports as %j', ([code, message, body]) => {
  expect(reportedError(JSON.stringify(body))).toEqual({ code, message })
})

test.for([{}, { error: null, choices: [{ message: { content: H }, finish_reason: 'stop' }] }])(
  'does not treat %j as an error',
  (body) => {
    expect(reportedError(JSON.stringify(body))).toBeNull()
  },
)
