// What is used of onnxruntime-node and @huggingface/tokenizers, which are no dependencies and so bring no types.

/** What runs a model; a feed and an answer are tensors by their names. */
export type Session = {
  inputNames: readonly string[]
  outputNames: readonly string[]
  run(feeds: Record<string, object>): Promise<Record<string, { dims: readonly number[]; data: ArrayLike<unknown> }>>
}

/** The library: `create` loads a model from its file. */
export type OnnxLibrary = {
  InferenceSession: { create(path: string, options: SessionOptions): Promise<Session> }
  Tensor: new (type: 'int64', data: BigInt64Array, dims: number[]) => object
}

type SessionOptions = {
  executionProviders: ['cpu']
  intraOpNumThreads: number
  interOpNumThreads: 1
  executionMode: 'sequential'
  graphOptimizationLevel: 'all'
  logSeverityLevel: 3
}

/** What makes tokens of a text, as `tokenizer.json` says. */
export type Tokenizer = {
  encode(text: string, options: { add_special_tokens: boolean; text_pair?: string }): { ids: number[] }
}

/** The library of tokenizers. */
export type TokenizerLibrary = { Tokenizer: new (tokenizer: object, config: object) => Tokenizer }

/** Whether what was loaded is the library that runs models, as far as it is used. */
export function isOnnxLibrary(loaded: unknown): loaded is OnnxLibrary {
  const session = part(loaded, 'InferenceSession')
  return typeof part(session, 'create') === 'function' && typeof part(loaded, 'Tensor') === 'function'
}

/** Whether what was loaded is the library of tokenizers, as far as it is used. */
export function isTokenizerLibrary(loaded: unknown): loaded is TokenizerLibrary {
  return typeof part(loaded, 'Tokenizer') === 'function'
}

function part(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  return Reflect.get(value, name)
}
