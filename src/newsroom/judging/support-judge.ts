import { plain } from '#text/prose.ts'
import type { Answer, Judge } from '#newsroom/judging/judge.ts'
import { datesOf, printHeads, type Item } from '#newsroom/judging/judge-items.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/**
 * A claim with what may bear it, in plain words: `head` is what is known of its sources, `context` their sentences, those
 * that it names as `isEvidence` and their neighbours, `before` what a reader reads before it, which bears nothing.
 */
export type Comparison = {
  head: string
  context: { text: string; isEvidence: boolean }[]
  before: string
  text: string
}

/** A word of a claim, and how sure a model is that nothing bears it, from 0 to 1. */
export type ScoredWord = { text: string; doubt: number }

/**
 * A support model: it scores each word of a claim by what may bear it. `score` answers in the order of the claims, and
 * rejects with ModelFailed when the model cannot be run.
 */
export type Grounder = {
  provider: string
  model: string
  name: string
  score(claims: Comparison[], options?: { signal?: AbortSignal }): Promise<ScoredWord[][]>
}

/** A support model as a judge: a claim is supported in which it doubts no word; its reason are the words that it doubts. */
export function supportJudge(grounder: Grounder): Judge {
  return {
    name: grounder.name,
    kind: 'support model',
    judge: async (items, { sources }) => {
      const scored = await grounder.score(items.map((item) => comparisonOf(item, sources)))
      return new Map(items.map((item, index) => [item, answerOf(item, scored[index] ?? [])]))
    },
  }
}

/** What a support model is given of an item. */
export function comparisonOf({ claim, before, evidence, beside }: Item, sources: NumberedSource[]): Comparison {
  const { kind, text, speaker } = claim
  const head = printHeads(sources, evidence).map(({ publisher, title, date, author }) => {
    return `${title} (${publisher}, ${date}, author ${author})`
  })
  const shown = new Set([...evidence, ...beside])
  // In the order in which they were written, as a model was taught to read.
  const context = sources
    .flatMap(({ units }) => units)
    .filter((unit) => shown.has(unit))
    .map((unit) => ({ text: plain(unit.text), isEvidence: evidence.includes(unit) }))
  const dates = datesOf(evidence, sources).map((text) => ({ text, isEvidence: true }))
  return {
    head: head.join('\n'),
    context: [...context, ...dates],
    before: plain(before),
    text: kind === 'quote' ? `${speaker}: “${text}”` : plain(text),
  }
}

// As likely wrong as right.
const DOUBTFUL = 0.5

/** What a support model says of a claim, by its scored words; a claim without a word that was scored has no answer of worth. */
export function answerOf({ claim, evidence }: Item, words: ScoredWord[]): Answer {
  // The result of a claim's arithmetic stands nowhere, and code has computed it.
  const isComputed = (text: string) => claim.compute !== '' && /\d/.test(text)
  const spans: string[][] = [[]]
  for (const { text, doubt } of words) {
    if (doubt >= DOUBTFUL && !isComputed(text)) spans.at(-1)?.push(text)
    else spans.push([])
  }
  const doubted = spans.map((span) => span.join(' ').replaceAll(EDGES, '')).filter(Boolean)
  if (words.length > 0 && doubted.length === 0)
    return { verdict: 'supported', id: evidence.map(({ id }) => id).join(', '), reason: '' }
  const quoted = [...new Set(doubted)].map((span) => `“${span}”`).join(', ')
  return { verdict: 'unsupported', id: '', reason: quoted }
}

// Where nothing but punctuation is doubted, nothing is.
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu
