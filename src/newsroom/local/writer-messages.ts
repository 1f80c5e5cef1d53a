import type { JSONSchema7 } from 'ai'
import * as z from 'zod'

/** What the process of a writer is started with: the folder of models, the file of weights, its limits. */
export const writerOptions = z.object({
  models: z.string(),
  path: z.string(),
  threads: z.number(),
  /** In tokens: what a question and its answer may have together. */
  context: z.number(),
})

/** What the process of a writer is started with. */
export type WriterOptions = z.infer<typeof writerOptions>

/** A question to the process; `schema` is what the answer has to fit, or null for free text. */
export const writerQuestion = z.object({
  id: z.number(),
  instructions: z.string(),
  prompt: z.string(),
  schema: z.custom<JSONSchema7>((value) => typeof value === 'object' && value !== null).nullable(),
  maxOutputTokens: z.number(),
  temperature: z.number(),
  seed: z.number(),
})

/** A question to the process of a writer. */
export type WriterQuestion = z.infer<typeof writerQuestion>

const answered = {
  text: z.string(),
  finishReason: z.enum(['stop', 'length']),
  inputTokens: z.number(),
  /** Of those, what the model had read for the question before. */
  cachedTokens: z.number(),
  outputTokens: z.number(),
}

/** What the process says: a piece of an answer, the whole of it, or why there is none. */
export const writerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('piece'), id: z.number(), text: z.string() }),
  z.object({ kind: z.literal('answer'), id: z.number(), ...answered }),
  z.object({ kind: z.literal('failed'), id: z.number(), message: z.string() }),
])

/** What the process of a writer says. */
export type WriterMessage = z.infer<typeof writerMessage>

/** An answer, with the tokens that were read and written for it. */
export type WriterAnswer = Omit<Extract<WriterMessage, { kind: 'answer' }>, 'kind' | 'id'>
