import { isLlamaLibrary, type LlamaLibrary } from '#newsroom/local/llama.ts'
import { LLAMA, loadPackage } from '#newsroom/local/runtime.ts'
import { serveModel } from '#newsroom/local/serve-model.ts'
import {
  writerOptions,
  writerQuestion,
  type WriterAnswer,
  type WriterQuestion,
} from '#newsroom/local/writer-messages.ts'

// The process of a writer on this machine: loads the model with the first question, and answers one at a time.

const options = writerOptions.parse(serveModel(reply))
let loading: ReturnType<typeof load> | null = null

async function reply(asked: unknown, onPiece: (text: string) => void): Promise<WriterAnswer> {
  const question = writerQuestion.parse(asked)
  // What could not be loaded now, for want of memory, may be later.
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return await answer(question, await loading, onPiece)
}

async function load() {
  const { models, path, threads, context: contextSize } = options
  const library = await loadPackage(models, LLAMA, 'node-llama-cpp')
  if (!isLlamaLibrary(library))
    throw new Error('what runs the model is not what was expected: run "npm run writer:install"')
  const llama = await library.getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    maxThreads: threads,
    logLevel: 'error',
    progressLogs: false,
  })
  const model = await llama.loadModel({ modelPath: path, gpuLayers: 0 })
  const context = await model.createContext({ contextSize, sequences: 1, threads })
  return { library, llama, model, sequence: context.getSequence() }
}

// Room for the marks of a chat around what is said in it, in tokens.
const MARKS = 64
const LEAST_ANSWER = 256

async function answer(
  { instructions, prompt, schema, maxOutputTokens, temperature, seed }: WriterQuestion,
  { library, llama, model, sequence }: Awaited<ReturnType<typeof load>>,
  onPiece: (text: string) => void,
): Promise<WriterAnswer> {
  const { context } = options
  const inputTokens = model.tokenize(instructions).length + model.tokenize(prompt).length + MARKS
  const room = Math.min(maxOutputTokens, context - inputTokens)
  // The library would drop the beginning of the question without a word.
  if (room < Math.min(LEAST_ANSWER, maxOutputTokens))
    throw new Error(`the question has ${inputTokens} tokens, and question and answer have ${context} together`)
  const grammar = schema === null ? undefined : await llama.createGrammarForJsonSchema(schema)
  const before = sequence.tokenMeter.getState()
  const session: InstanceType<LlamaLibrary['LlamaChatSession']> = new library.LlamaChatSession({
    contextSequence: sequence,
    systemPrompt: instructions,
  })
  try {
    const { responseText, stopReason } = await session.promptWithMeta(prompt, {
      grammar,
      maxTokens: room,
      temperature,
      seed,
      // It would punish the quotation marks and ids that every answer is made of.
      repeatPenalty: false,
      onTextChunk: onPiece,
    })
    const after = sequence.tokenMeter.getState()
    const read = after.usedInputTokens - before.usedInputTokens
    return {
      text: responseText,
      finishReason: stopReason === 'maxTokens' ? 'length' : 'stop',
      inputTokens,
      cachedTokens: Math.max(0, inputTokens - read),
      outputTokens: after.usedOutputTokens - before.usedOutputTokens,
    }
  } finally {
    session.dispose()
  }
}
