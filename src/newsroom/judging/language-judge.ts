import * as z from 'zod'
import { jsonSchemaOf } from '#newsroom/article/draft-json-schema.ts'
import { VERDICTS, type Answer, type Judge } from '#newsroom/judging/judge.ts'
import { printItems } from '#newsroom/judging/judge-items.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import { createRandom, hash } from '#text/random.ts'

const MAX_OUTPUT_TOKENS = 6_000

/** Creates a judge that asks a language model about all items in one question, in a random order. `prompt` is its task. */
export function languageJudge({ name, ask, prompt }: { name: string; ask: Ask; prompt: string }): Judge {
  return { name, judge }

  async function judge(...[given, { sources, seed }]: Parameters<Judge['judge']>): ReturnType<Judge['judge']> {
    const { fence, rule } = delimitersFor(seed)
    // The position of an item must not show whether it was planted.
    const items = createRandom(hash(`${seed}/order`)).shuffle(given)
    const { output, finishReason } = await ask({
      purpose: 'judge',
      instructions: `${prompt}\n\n${rule}`,
      prompt: `${fence(printItems(items, sources))}\n\nGive a verdict on each of the ${items.length} items.`,
      schema: jsonSchemaOf(judgement),
      schemaName: 'judgement',
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      temperature: 0,
    })
    const { success, data } = judgement.safeParse(output)
    if (!success || finishReason === 'length') return null
    const answers = new Map<(typeof items)[number], Answer>()
    for (const answer of data.verdicts) {
      const item = items[Number(answer.item) - 1]
      const other = item && answers.get(item)
      // If an item has two verdicts, the worse one counts.
      if (item !== undefined && (other === undefined || other.verdict === 'supported')) answers.set(item, answer)
    }
    return answers
  }
}

// The verdict is the last field, so that a model writes its reason first.
const judgement = z.object({
  verdicts: z.array(z.object({ item: z.string(), id: z.string(), reason: z.string(), verdict: z.enum(VERDICTS) })),
})
