import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAnswer, standardResponse } from '#newsroom/llm/read-answer.ts'

const heron = { bird: 'heron' }
const H = JSON.stringify(heron)
const LONG = '{"bird":"a very long draft","notes":["one","two"]}'

test.for([
  ['thoughts without an opening mark', `First: ${LONG} That is too long.</think>${H}`],
  ['two thoughts', `<think>${LONG}</think>\n<think>${LONG}</think>\n${H}`],
  ['a mark of another template', `<thinking>${LONG}</thinking>${H}`],
  ['channels', `<|channel|>analysis<|message|>${LONG}<|end|><|start|>assistant<|channel|>final<|message|>${H}<|end|>`],
  ['thoughts without any mark', `Perhaps ${LONG}\n\nThat is too long. The answer is\n\n${H}`],
  ['a broken draft in the thoughts', `<think>{"bird": "a "very" long… </think>${H}`],
  ['a brace in prose', `The set {a, b} and an open { come first.\n${H} Anything else? {x}`],
  ['a fence', `Of course!\n\`\`\`json\n${H}\n\`\`\`\nI hope that it helps.`],
])('the answer is found after %s', ([, text = '']) => {
  expect(parseAnswer(text)).toEqual(heron)
})

test.for([
  ['thoughts only', `<think>${LONG}</think>I would rather not.`],
  ['a truncated object', '{"sections":[{"text":"one"},{"text":"tw'],
  ['no object', 'I would rather not.'],
  ['nothing', ''],
])('%s is not an answer', ([, text = '']) => {
  expect(parseAnswer(text)).toBeNull()
})

test('an answer may itself contain marks of thoughts and braces', () => {
  const answer = { text: 'The model writes </think> and {"a":1}, then "</think>".', more: [{ text: '}' }] }
  expect(parseAnswer(JSON.stringify(answer))).toEqual(answer)
  expect(parseAnswer(`Here it is: ${JSON.stringify(answer, null, 2)}`)).toEqual(answer)
})

const PIECES = [
  '{',
  '}',
  '"',
  '\\',
  '\n',
  ':',
  '[',
  ']',
  ' ',
  '{"',
  '</think>',
  '<think>',
  '```',
  LONG,
  '\\"',
  'a',
  '1',
]
const noise = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 60 }).map((all) => all.join(''))

test('no text makes the reader throw, and noise in thoughts never hides or replaces the answer', () => {
  const answers = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
  fc.assert(
    fc.property(noise, answers, (text, answer) => {
      parseAnswer(text)
      const json = JSON.stringify(answer)
      if (!/<\/think>/.test(json))
        expect(parseAnswer(`${text.replaceAll('{', '{a')}\n</think>\n${json}`)).toEqual(JSON.parse(json))
    }),
    { numRuns: 500 },
  )
})

test('a long text of any pattern is read quickly', () => {
  const began = performance.now()
  for (const piece of [...PIECES, '{ ', '"\\"', '{"a":', '</', '<|', '{"a":{}} ']) {
    parseAnswer(piece.repeat(50_000))
    parseAnswer(`{"${piece.repeat(50_000)}`)
    standardResponse(JSON.stringify({ choices: [{ message: { content: '', reasoning: piece.repeat(50_000) } }] }))
  }
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('no response makes the reader throw, and a usual one is not changed', () => {
  const choice = fc.record(
    { message: fc.jsonValue(), finish_reason: fc.jsonValue(), error: fc.jsonValue() },
    { requiredKeys: [] },
  )
  const body = fc.record(
    { choices: fc.oneof(fc.array(choice), fc.jsonValue()), error: fc.jsonValue() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        noise,
        body.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        const { status } = standardResponse(text)
        expect(status === 200 || (status >= 400 && status < 600)).toBe(true)
      },
    ),
  )
  const usual = JSON.stringify({
    detail: null,
    error: null,
    choices: [{ message: { content: H, reasoning: LONG }, finish_reason: 'stop' }],
  })
  expect(standardResponse(usual)).toEqual({ status: 200, body: usual })
})

test.for([
  [{ object: 'error', message: 'No such model.', code: 404 }, 404, 'No such model.'],
  [{ detail: 'Still loading.' }, 502, 'Still loading.'],
] as const)('an error with status 200 may be the whole body: %j', ([body, status, message]) => {
  const response = standardResponse(JSON.stringify(body))
  expect([response.status, JSON.parse(response.body).error.message]).toEqual([status, message])
})
