import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Comparison, ScoredWord } from '#newsroom/judging/support-judge.ts'
import { isOnnxLibrary, isTokenizerLibrary, type Session, type Tokenizer } from '#newsroom/local/judge/onnx.ts'
import { loadPackage, ONNX } from '#newsroom/local/runtime.ts'
import { windowsOf } from '#newsroom/local/windows.ts'

/** A model that labels each token of a claim as borne by its context or not. */
export type Classifier = { score(comparison: Comparison): Promise<ScoredWord[]> }

// In tokens. A claim with three sentences and their neighbours has about 400; a window of twice the length takes a CPU
// more than twice as long.
const WINDOW = 1_024
// Of which the claim, with what stands before it, may take so many.
const LONGEST_CLAIM = 512

// As LettuceDetect frames a text without a question, on which its models were trained.
const FRAME = { before: 'Summarize the following text:', after: '\noutput:' }

/**
 * Loads a token classifier: `path` is its file of ONNX weights, `tokenizer` its `tokenizer.json`. Its second label says that
 * nothing bears a token, as in the models of LettuceDetect. Rejects with a reason (no whole sentence) when it cannot be loaded.
 */
export async function openClassifier(options: {
  models: string
  path: string
  tokenizer: string
  threads: number
}): Promise<Classifier> {
  const { models, path, threads } = options
  const [onnx, tokenizers] = [
    await loadPackage(models, ONNX, 'onnxruntime-node'),
    await loadPackage(models, ONNX, '@huggingface/tokenizers'),
  ]
  if (!isOnnxLibrary(onnx) || !isTokenizerLibrary(tokenizers))
    throw new Error('what runs the model is not what was expected: run "npm run writer:install -- --judge"')
  // What else a model says of its tokenizer is about making text of tokens.
  const tokenizer = new tokenizers.Tokenizer(await readJson(options.tokenizer), {})
  const session = await onnx.InferenceSession.create(path, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  })
  const marks = marksOf(tokenizer)
  const tokensOf = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids
  const [opening, closing] = [tokensOf(FRAME.before), tokensOf(FRAME.after)]
  const { Tensor } = onnx

  async function doubtsOf(ids: number[]): Promise<number[]> {
    const whole = (value: (id: number) => number) => {
      const data = BigInt64Array.from(ids, (id) => BigInt(value(id)))
      return new Tensor('int64', data, [1, ids.length])
    }
    const known: Record<string, (id: number) => number> = {
      input_ids: (id) => id,
      attention_mask: () => 1,
      token_type_ids: () => 0,
    }
    const feeds = session.inputNames.map((name) => {
      const value = known[name]
      if (value === undefined) throw new Error(`its input "${name}" is none of a token classifier`)
      return [name, whole(value)] as const
    })
    return unborne(await session.run(Object.fromEntries(feeds)), session, ids.length)
  }

  return {
    async score({ head, context, before, text }) {
      const words = wordsOf(text, { tokensOf, follows: before !== '' })
      const claim = words.flatMap(({ tokens }) => tokens)
      // What is longer is left without a score, and so doubted.
      const scored = claim.slice(0, LONGEST_CLAIM)
      const lead = before === '' ? [] : tokensOf(before)
      const answer = [...lead.slice(Math.max(0, lead.length + scored.length - LONGEST_CLAIM)), ...scored]
      const windows = windowsOf({
        head: [...opening, ...(head === '' ? [] : tokensOf(`\n${head}`))],
        pieces: context.map(({ text, isEvidence }) => ({ tokens: tokensOf(`\n${text}`), isEvidence })),
        room: WINDOW - answer.length - closing.length - marks.count,
      })
      // What one window bears is borne: no window holds the whole context.
      let least = claim.map(() => 1)
      for (const window of windows) {
        const doubts = await doubtsOf(marks.pair([...window, ...closing], answer))
        const end = doubts.length - marks.last
        const own = doubts.slice(end - scored.length, end)
        least = least.map((doubt, index) => Math.min(doubt, own[index] ?? 1))
      }
      let at = 0
      return words.map(({ text, tokens }) => {
        at += tokens.length
        return { text, doubt: Math.max(0, ...least.slice(at - tokens.length, at)) }
      })
    },
  }
}

// Word by word, so that each token is known to be of one; a tokenizer parts a text at its blanks in any case.
function wordsOf(text: string, { tokensOf, follows }: { tokensOf: (text: string) => number[]; follows: boolean }) {
  const words = text.split(/\s+/).filter(Boolean)
  return words.map((word, index) => ({ text: word, tokens: tokensOf(index > 0 || follows ? ` ${word}` : word) }))
}

// What a tokenizer puts around and between two texts, found out on two of which it knows every token.
function marksOf(tokenizer: Tokenizer) {
  const bare = tokenizer.encode('a', { add_special_tokens: false }).ids
  const pair = tokenizer.encode('a', { text_pair: 'a', add_special_tokens: true }).ids
  const isBare = (at: number) => bare.every((id, index) => pair[at + index] === id)
  const places = pair.flatMap((_, at) => (isBare(at) ? [at] : []))
  const [first, second] = [places[0], places.at(-1)]
  if (bare.length === 0 || first === undefined || second === undefined || second < first + bare.length)
    throw new Error('its tokenizer cannot be told to read two texts')
  const [start, between] = [pair.slice(0, first), pair.slice(first + bare.length, second)]
  const end = pair.slice(second + bare.length)
  return {
    count: pair.length - 2 * bare.length,
    last: end.length,
    pair: (one: number[], other: number[]) => [...start, ...one, ...between, ...other, ...end],
  }
}

function unborne(answer: Awaited<ReturnType<Session['run']>>, { outputNames }: Session, length: number): number[] {
  const logits = answer[outputNames.includes('logits') ? 'logits' : (outputNames[0] ?? '')]
  const [batch, tokens, labels] = logits?.dims ?? []
  if (logits === undefined || batch !== 1 || tokens !== length || labels !== 2)
    throw new Error(
      `it is no token classifier with two labels: ${length} tokens gave [${logits?.dims.join(', ') ?? 'nothing'}]`,
    )
  return Array.from({ length }, (_, index) => {
    const [borne, not] = [Number(logits.data[2 * index]), Number(logits.data[2 * index + 1])]
    return 1 / (1 + Math.exp(borne - not))
  })
}

const json = z.record(z.string(), z.unknown())

async function readJson(path: string): Promise<object> {
  return json.parse(JSON.parse(await readFile(path, 'utf8')))
}
