import * as z from 'zod'
import { createRandom, hash } from '#text/random.ts'
import { isFault, VERDICTS, type Answer, type Judge } from '#newsroom/judging/judge.ts'
import { printItems } from '#newsroom/judging/judge-items.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { listOf, objectOf, oneOf, TEXT } from '#newsroom/llm/strict-json-schema.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'

const MOST_TOKENS = 6_000

/** A language model as a judge: all items in one question, in an order that tells nothing of what was planted. */
export function languageJudge({ name, ask, prompts }: { name: string; ask: Ask; prompts: Prompts }): Judge {
  return { name, kind: 'language model', judge }

  async function judge(...[given, { sources, seed }]: Parameters<Judge['judge']>): ReturnType<Judge['judge']> {
    const { fence, rule } = delimitersFor(seed)
    // No place in the list tells what was planted.
    const items = createRandom(hash(`${seed}/order`)).shuffle(given)
    const { output, finishReason } = await ask({
      purpose: 'judge',
      instructions: `${prompts.judge}\n\n${rule}`,
      prompt: `${fence(printItems(items, sources))}\n\nGive a verdict on each of the ${items.length} items.`,
      schema: JUDGEMENT_SCHEMA,
      schemaName: 'judgement',
      maxOutputTokens: MOST_TOKENS,
      temperature: 0,
    })
    const { success, data } = judgement.safeParse(output)
    // What was cut off may have lost the worst.
    if (!success || finishReason === 'length') return null
    const answers = new Map<(typeof items)[number], Answer>()
    for (const answer of data.verdicts.filter((answer) => answer !== null)) {
      const item = items[answer.item - 1]
      const other = item && answers.get(item)
      // Of two verdicts on one item the worse counts.
      if (item !== undefined && (other === undefined || !isFault(other))) answers.set(item, answer)
    }
    return answers
  }
}

// A model may number items, or name them.
const answer = z.object({
  item: z.union([z.string(), z.number()]).transform((item) => Number(/\d+/.exec(String(item))?.[0])),
  verdict: z.string().toLowerCase().trim().pipe(z.enum(VERDICTS)),
  id: z.union([z.string(), z.array(z.string()).transform((ids) => ids.join(', '))]).catch(''),
  reason: z.string().catch(''),
})
const judgement = z.object({ verdicts: z.array(answer.nullable().catch(null)) })

// What it saw and why come first, so that the verdict follows from them.
const JUDGEMENT_SCHEMA = objectOf({
  verdicts: listOf(objectOf({ item: TEXT, id: TEXT, reason: TEXT, verdict: oneOf(...VERDICTS) })),
})
