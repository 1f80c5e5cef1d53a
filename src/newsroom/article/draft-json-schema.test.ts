import { expect, test } from 'vitest'
import { draftSchema } from '#newsroom/article/draft-json-schema.ts'
import { sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'
import { schemaSize, strictComplaint } from '../../../tests/fixtures/newsroom/strict-schema.ts'

test('lists each unit id once in the schema', () => {
  const text = JSON.stringify(draftSchema(ferrySources))
  for (const { units } of ferrySources) for (const { id } of units) expect(text.split(`"${id}"`)).toHaveLength(2)
  expect(text).toContain('"$defs":{"unit":{"type":"string","enum":["S1.title","S1.date","S1.1"')
})

test('asks for the evidence of each part before its text', () => {
  const text = JSON.stringify(draftSchema(ferrySources))
  const orders = text.match(/"(?:text|cells|from)":\{"type"/g) ?? []
  expect(orders.length).toBeGreaterThan(3)
  orders.forEach((name, index) => expect(name.includes('from')).toBe(index % 2 === 0))
})

test("keeps the schema of the largest possible story within every provider's documented limits", () => {
  const sizes = [0, 1, 100, 300, 600, 850, 890, 1_000, 3_000].map((count) => {
    const texts = Array.from({ length: Math.ceil(count / 11) }, (_, index) => `Sentence ${index}.`)
    const schema = draftSchema(Array.from({ length: 11 }, (_, index) => sourceWith(`S${index + 1}`, texts)))
    expect([count, strictComplaint(schema)]).toEqual([count, null])
    return schemaSize(schema)
  })
  expect(Math.max(...sizes.map(({ enumValues }) => enumValues))).toBeGreaterThan(850)
  expect(sizes.at(-1)?.enumValues).toBeLessThan(30)
  expect(sizes[0]).toMatchObject({ levels: 8, unions: 2 })
})
