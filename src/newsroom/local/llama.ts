import type { JSONSchema7 } from 'ai'

// What is used of node-llama-cpp, which is no dependency and so brings no types: see its documentation for the rest.

/** The library: `getLlama` starts what computes. */
export type LlamaLibrary = {
  getLlama(options: {
    gpu: false
    build: 'never'
    skipDownload: true
    maxThreads: number
    logLevel: string
    progressLogs: false
  }): Promise<Llama>
  LlamaChatSession: new (options: { contextSequence: Sequence; systemPrompt: string }) => ChatSession
}

type Llama = {
  loadModel(options: { modelPath: string; gpuLayers: 0 }): Promise<LlamaModel>
  createGrammarForJsonSchema(schema: JSONSchema7): Promise<object>
}

/** A model in memory. */
export type LlamaModel = {
  tokenize(text: string): readonly number[]
  createContext(options: { contextSize: number; sequences: 1; threads: number }): Promise<{ getSequence(): Sequence }>
}

/** What a model has read and said; the beginning that a next question shares with it is not read again. */
export type Sequence = { tokenMeter: { getState(): { usedInputTokens: number; usedOutputTokens: number } } }

type ChatSession = {
  promptWithMeta(
    prompt: string,
    options: {
      grammar?: object
      maxTokens: number
      temperature: number
      seed: number
      repeatPenalty: false
      onTextChunk: (text: string) => void
    },
  ): Promise<{ responseText: string; stopReason: string }>
  dispose(): void
}

/** Whether what was loaded is that library, as far as it is used. */
export function isLlamaLibrary(loaded: unknown): loaded is LlamaLibrary {
  if (typeof loaded !== 'object' || loaded === null) return false
  const has = (name: string) => name in loaded && typeof Reflect.get(loaded, name) === 'function'
  return has('getLlama') && has('LlamaChatSession')
}
