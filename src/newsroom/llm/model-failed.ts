/** Why a model gave no answer: `refused` is its key, `missing` the model, `busy` means that a later call may succeed. */
export type FailureKind = 'unreachable' | 'refused' | 'missing' | 'busy' | 'failed'

/** A model gave no answer. The message says which, where and why, and never holds its key; nor does the cause. */
export class ModelFailed extends Error {
  override name = 'ModelFailed'
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, options: { cause: unknown }) {
    super(message, options)
    this.kind = kind
  }
}
