import type { JSONSchema7 } from 'ai'

// Beyond any sentence, and any list that is asked for.
const LONGEST_TEXT = 600
const LONGEST_LIST = 40

/**
 * A schema in which every text and every list has an end: at most 600 characters and 40 items where it names none. A small
 * model that has lost its thread would otherwise go on until it may say no more, and its answer be no JSON.
 */
export function boundedSchema(schema: JSONSchema7): JSONSchema7 {
  const { properties, items } = schema
  return {
    ...schema,
    ...(schema.type === 'string' && schema.enum === undefined ? { maxLength: schema.maxLength ?? LONGEST_TEXT } : {}),
    ...(schema.type === 'array' ? { maxItems: schema.maxItems ?? LONGEST_LIST } : {}),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, boundedPart(one)])) }),
    ...(items === undefined || Array.isArray(items) ? {} : { items: boundedPart(items) }),
  }
}

function boundedPart(schema: JSONSchema7 | boolean): JSONSchema7 | boolean {
  return typeof schema === 'boolean' ? schema : boundedSchema(schema)
}
