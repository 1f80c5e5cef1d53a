import type { JSONSchema7 } from 'ai'

/** The schema of any text. Numbers travel as text too: a grammar without bounds lets a model count for ever. */
export const TEXT: JSONSchema7 = { type: 'string' }

/** The schema of one of these words. */
export function oneOf(...words: string[]): JSONSchema7 {
  return { type: 'string', enum: words }
}

/** The schema of a list. */
export function listOf(items: JSONSchema7): JSONSchema7 {
  return { type: 'array', items }
}

/** The schema of an object with all of these properties and no other, the only kind that every strict decoder knows. */
export function objectOf(properties: Record<string, JSONSchema7>): JSONSchema7 {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** The schema of one of these words; of any text when they are none, or more than a decoder takes. */
export function oneOfAtMost(most: number, words: string[]): JSONSchema7 {
  return words.length === 0 || words.length > most ? TEXT : oneOf(...words)
}
