import { expect, test } from 'vitest'
import { listOf, objectOf, oneOf, TEXT } from '#newsroom/llm/strict-json-schema.ts'
import { boundedSchema } from '#newsroom/local/bounded-schema.ts'

test('every text and list has an end, however deep; what has one keeps it', () => {
  const given = objectOf({
    kind: oneOf('a', 'b'),
    few: { ...listOf(TEXT), maxItems: 3 },
    rows: listOf(objectOf({ cells: listOf({ ...TEXT, maxLength: 9 }) })),
  })
  expect(boundedSchema(given)).toEqual(
    objectOf({
      kind: oneOf('a', 'b'),
      few: { type: 'array', items: { type: 'string', maxLength: 600 }, maxItems: 3 },
      rows: {
        type: 'array',
        maxItems: 40,
        items: objectOf({ cells: { type: 'array', items: { type: 'string', maxLength: 9 }, maxItems: 40 } }),
      },
    }),
  )
})
