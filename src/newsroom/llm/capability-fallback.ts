import { APICallError } from 'ai'

/**
 * What a model is sent beside the question: its schema, a temperature, the limit by its old name (`max_tokens`). `suffix`
 * tells the idempotency keys of different features apart, since one key may stand for one body only.
 */
export type RequestFeatures = { schema: boolean; temperature: boolean; oldLimit: boolean; suffix: string }

/** What a model is sent first. */
export const ALL_FEATURES: RequestFeatures = { schema: true, temperature: true, oldLimit: true, suffix: '' }

const CONCESSIONS = [
  { gives: 'oldLimit', words: /max_completion_tokens/i },
  { gives: 'temperature', words: /temperature/i },
  {
    gives: 'schema',
    words: /response.?format|schema|structured.?output|output_(?:config|format)|json.?mode|grammar|tool/i,
  },
] as const

/**
 * What to send after a server has refused a request (status 400 or 422) and named what it does not
 * know; null when it complained of something else.
 */
export function withoutRefused(features: RequestFeatures, error: unknown): RequestFeatures | null {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) return null
  // The sentence says more than the whole answer, which may repeat the question.
  for (const complaint of [error.message, error.responseBody ?? '']) {
    const found = CONCESSIONS.find(({ gives, words }) => features[gives] && words.test(complaint))
    if (found !== undefined) return { ...features, [found.gives]: false, suffix: `${features.suffix}-${found.gives}` }
  }
  return null
}
