import * as z from 'zod'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import type { Model, ModelAnswer, ModelRequest } from '#newsroom/llm/model.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import { jsonSchemaOf, unitOf } from '#newsroom/article/draft-json-schema.ts'
import { promptFor } from '#newsroom/drafting/write.ts'
import { numberSource } from '#newsroom/sources/units.ts'

/** The paragraph that a writer wrote over an invented source. Speeds are in tokens per second. */
export type Sample = { text: string; readSpeed: number; writeSpeed: number }

/**
 * Lets a model write one paragraph over an invented source, with the prompt of an edition, and measures its speed. The
 * first request only loads the model. Rejects with ModelFailed if the model does not answer.
 */
export async function writeSample(options: { model: Model; prompts: Prompts; now: () => number }): Promise<Sample> {
  const { model, prompts, now } = options
  const sources = [numberSource(SOURCE)]
  const delimiters = delimitersFor('sample')
  const story = {
    sources,
    context: [],
    recent: [],
    category: 'technology',
    date: SOURCE.date.slice(0, 10),
    event: '',
    unread: null,
  }
  const request: ModelRequest = {
    instructions: `${prompts.write}\n\n${delimiters.rule}`,
    prompt: `${promptFor(story, delimiters)}\n\nWrite only one paragraph of three to five sentences.`,
    schema: jsonSchemaOf(
      z.object({ sentences: z.array(z.object({ text: z.string(), from: z.array(unitOf(sources)) })) }),
    ),
    schemaName: 'paragraph',
    maxOutputTokens: 1_000,
    temperature: 0.3,
    idempotencyKey: 'sample',
  }
  await model.ask({ ...request, instructions: 'Answer in JSON.', prompt: 'Say yes.', maxOutputTokens: 1 })
  const reading = await timed(() => model.ask({ ...request, maxOutputTokens: 1, idempotencyKey: 'sample-read' }))
  const writing = await timed(() => model.ask(request))
  return {
    text: sentencesIn(writing.answer.output).join(' ') || writing.answer.text,
    readSpeed: reading.answer.usage.inputTokens / reading.seconds,
    writeSpeed: writing.answer.usage.outputTokens / writing.seconds,
  }

  async function timed(ask: () => Promise<ModelAnswer>): Promise<{ answer: ModelAnswer; seconds: number }> {
    const began = now()
    const answer = await ask()
    return { answer, seconds: Math.max(0.001, (now() - began) / 1000) }
  }
}

// Estimated tokens of the requests: the editor's request per edition, and per article a draft, three batches of the judge,
// a revision and one more batch.
const EDITOR = { read: 10_000, written: 2_500 }
const ARTICLE = { read: 28_000, written: 5_000 }

/** Estimates the minutes that an edition takes at the speeds of a sample. */
export function editionMinutes(posts: number, { readSpeed, writeSpeed }: Sample): number {
  const read = EDITOR.read + posts * ARTICLE.read
  const written = EDITOR.written + posts * ARTICLE.written
  return (read / readSpeed + written / writeSpeed) / 60
}

function sentencesIn(output: unknown): string[] {
  return [...JSON.stringify(output ?? null).matchAll(/"text":("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) =>
    String(JSON.parse(text)),
  )
}

const SOURCE = {
  id: 'S1',
  hash: '',
  publisher: 'The Kestrel Bay Gazette',
  url: 'https://gazette.example/ferry',
  title: 'Electric ferry takes over the crossing of Kestrel Bay',
  date: '2026-11-17T08:00:00Z',
  text: [
    'The port authority of Kestrel Bay opened an electric ferry line on Monday, 16 November 2026. The ferry Halcyon carries 140 passengers and 24 cars across the bay in 18 minutes. Its battery holds 4,300 kWh and is charged from the grid at both piers.',
    'The line was not ready in June because the charger at Orrin Pier had failed a test. Voltmark built the chargers; the shipyard of Tessel built the ferry. Halcyon ran 412 test crossings in October, and 9 of them were stopped by a sensor in the ramp.',
    '"We burned 900 tonnes of diesel a year on this line," said Mara Lindqvist, head of the authority. A crossing costs 6 euros, as before. The authority does not say what the ferry cost. A second ferry will be delivered in 2028.',
  ].join('\n\n'),
}
