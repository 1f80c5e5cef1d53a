import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractJson } from '#newsroom/llm/extract-json.ts'

test.for<[string, string, unknown]>([
  ['plain', '{"a":1}', { a: 1 }],
  ['in a fence', '```json\n{"a":1}\n```', { a: 1 }],
  ['with prose around', 'Here it is {as asked}:\n{"a":{"b":"}"}}\nI hope it helps.', { a: { b: '}' } }],
  ['after thoughts', '<think>Perhaps {"a":0, "long":"longer than the answer"}?</think>\n{"a":1}', { a: 1 }],
  ['the longest of several', '{"a":1} or rather {"a":1,"b":2}', { a: 1, b: 2 }],
])('JSON is found %s', ([, text, value]) => {
  expect(extractJson(text)).toEqual(value)
})

test.for(['', 'Sorry, I cannot do that.', '{"a":', '{"title":"T","blocks":[{"kind":"paragraph"}', '{a: 1}', '}{'])(
  'there is none in %j',
  (text) => {
    expect(extractJson(text)).toBeNull()
  },
)

test('any object is found in any fence and prose', () => {
  const prose = fc.string().map((text) => text.replaceAll(/[{}"]/g, ''))
  const object = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string())))
  fc.assert(
    fc.property(prose, object, prose, (before, value, after) => {
      const found = extractJson(`x${before}\`\`\`json\n${JSON.stringify(value)}\n\`\`\`${after}`)
      expect(JSON.stringify(found)).toBe(JSON.stringify(value))
    }),
  )
})

test('no cut of an object is taken for one', () => {
  const text = JSON.stringify({ title: 'T', sections: [{ blocks: [{ kind: 'paragraph', text: 'A "b" {c}' }] }] })
  for (let length = 0; length < text.length; length += 1) expect(extractJson(text.slice(0, length))).toBeNull()
})
