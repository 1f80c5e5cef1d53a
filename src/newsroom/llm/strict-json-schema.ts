import type { JSONSchema7 } from 'ai'

/** The schema of a text. Numbers are also texts, because an unbounded number grammar may never end. */
export const TEXT: JSONSchema7 = { type: 'string' }

/** Returns the schema of one of these words. */
export function oneOf(...words: string[]): JSONSchema7 {
  return { type: 'string', enum: words }
}

/** Returns the schema of a list. */
export function listOf(items: JSONSchema7): JSONSchema7 {
  return { type: 'array', items }
}

/** Returns the schema of an object with exactly these properties, because strict decoders support only closed objects. */
export function objectOf(properties: Record<string, JSONSchema7>): JSONSchema7 {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
