import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import type { Model, ModelAnswer, ModelRequest } from '#newsroom/llm/model.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import { sectionSchema } from '#newsroom/drafting/write-in-sections.ts'
import { promptFor } from '#newsroom/drafting/write.ts'
import { numberSource } from '#newsroom/sources/units.ts'

/** What a writer made of an invented source; speeds are in tokens a second. */
export type Sample = { text: string; readSpeed: number; writeSpeed: number }

/**
 * Has one section written over an invented source, as an edition would, and says how fast that was; the first question
 * only wakes the model, and what is asked is not kept. Rejects with ModelFailed.
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
    unread: null,
  }
  const request: ModelRequest = {
    instructions: `${prompts.sections}\n\n${delimiters.rule}`,
    prompt: `${promptFor(story, delimiters)}\n\nWrite section 1 of 1.`,
    schema: sectionSchema(sources),
    schemaName: 'section',
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

// Reckoned from the questions that an article takes, written section by section: an outline and two sections, three
// batches for the judge, a revision and one more batch; and the editor's question.
const EDITOR = { read: 10_000, written: 2_500 }
const ARTICLE = { read: 19_000, written: 4_500 }

/** About how many minutes an edition of so many posts takes at the speeds of a sample. */
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
