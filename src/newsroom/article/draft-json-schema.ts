import type { JSONSchema7 } from 'ai'
import * as z from 'zod'
import { draftShape } from '#newsroom/article/draft.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/**
 * Returns the JSON Schema for a draft that cites these sources. It stays within the limits that providers document for
 * structured output:
 * - OpenAI (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas): at most 10 levels, 5,000
 *   properties, 1,000 enum values, 15,000 characters in an enum with more than 250 values, and 120,000 characters in
 *   all names and values. Every object must be closed and every property required.
 * - Anthropic (https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations): at
 *   most 24 optional properties and 16 properties with a union, and no recursion.
 * - Google (https://ai.google.dev/api/generate-content#FIELDS.response_json_schema): no numeric limits, but only some
 *   keywords are supported, and none next to `$ref`.
 */
export function draftSchema(sources: NumberedSource[]): JSONSchema7 {
  const unit = unitOf(sources)
  return jsonSchemaOf(draftShape({ unit, source: z.string() }).omit({ leave_out: true }), { unit })
}

// Leaves 100 of the 1,000 enum values for source ids and block kinds.
const MAX_IDS = 900

/** Returns a schema that accepts the unit ids of these sources. */
export function unitOf(sources: NumberedSource[]): z.ZodType<string> {
  return idOf(sources.flatMap(({ units }) => units.map(({ id }) => id)))
}

// If there are too many ids to list, the schema accepts any string, and the checks find ids that do not exist.
export function idOf(ids: string[]): z.ZodType<string> {
  return ids.length === 0 || ids.length > MAX_IDS ? z.string() : z.enum(ids)
}

/** Converts a zod schema to JSON Schema. Each of the `definitions` is included once, under its name in `$defs`. */
export function jsonSchemaOf(schema: z.ZodType, definitions: Record<string, z.ZodType> = {}): JSONSchema7 {
  const registry = z.registry<{ id: string }>()
  for (const [id, definition] of Object.entries(definitions)) registry.add(definition, { id })
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { metadata: registry })
  return jsonSchema
}
