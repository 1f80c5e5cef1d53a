import * as z from 'zod'
import { openClassifier } from '#newsroom/local/judge/classifier.ts'
import { serveModel } from '#newsroom/local/serve-model.ts'

// The process of a support model: loads it with the first question, and scores one claim after the other.

const options = z.object({ models: z.string(), path: z.string(), tokenizer: z.string(), threads: z.number() })
const question = z.object({
  claims: z.array(
    z.object({
      head: z.string(),
      context: z.array(z.object({ text: z.string(), isEvidence: z.boolean() })),
      before: z.string(),
      text: z.string(),
    }),
  ),
})

const settings = options.parse(serveModel(answer))
let loading: ReturnType<typeof openClassifier> | null = null

async function answer(asked: unknown) {
  // What could not be loaded now, for want of memory, may be later.
  loading ??= openClassifier(settings).catch((error: unknown) => {
    loading = null
    throw error
  })
  const classifier = await loading
  const scored = []
  for (const claim of question.parse(asked).claims) scored.push(await classifier.score(claim))
  return scored
}
