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
  instructions: z.string(),
  prompt: z.string(),
  schema: z.custom<JSONSchema7>((value) => typeof value === 'object' && value !== null).nullable(),
  maxOutputTokens: z.number(),
  temperature: z.number(),
  seed: z.number(),
})

/** A question to the process of a writer. */
export type WriterQuestion = z.infer<typeof writerQuestion>

/** An answer, with the tokens that were read and written for it. */
export const writerAnswer = z.object({
  text: z.string(),
  finishReason: z.enum(['stop', 'length']),
  inputTokens: z.number(),
  /** Of those, what the model had read for the question before. */
  cachedTokens: z.number(),
  outputTokens: z.number(),
})

/** An answer, with the tokens that were read and written for it. */
export type WriterAnswer = z.infer<typeof writerAnswer>
