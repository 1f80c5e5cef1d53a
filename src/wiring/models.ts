import { createModel, type Model, type ModelSettings as ReachableModel } from '#newsroom/llm/model.ts'
import { whyUnreachable } from '#newsroom/llm/reach.ts'
import { namedModel, WRITERS, type NamedModel } from '#newsroom/local/catalogue.ts'
import { thisMachine, threadsFor } from '#newsroom/local/machine.ts'
import { NO_WRITER, type Environment, type ModelSettings } from './environment.ts'

// The default context window of a local model, for prompt and output together.
const LOCAL_CONTEXT_TOKENS = 16_384
// A processor needs minutes to read the sources of a draft before it writes the first word.
const LOCAL_TIMEOUT_MS = 2 * 3600 * 1000

/** Opens the model with these settings. Throws if they are invalid. */
export async function openModel(environment: Environment, settings: ModelSettings): Promise<Model> {
  const timeout = inMilliseconds(settings.timeout) ?? (settings.kind === 'local' ? LOCAL_TIMEOUT_MS : undefined)
  return createModel(await reachableModel(environment, settings), { timeout })
}

/** Opens the first writer. Rejects if no writer is configured. */
export async function firstWriter(environment: Environment): Promise<Model> {
  const [settings] = environment.WRITERS
  if (settings === undefined) throw new Error(NO_WRITER)
  return await openModel(environment, settings)
}

/** Returns the reasons why no writer is reachable, or null if one is. */
export async function whyNoWriter(environment: Environment): Promise<string | null> {
  return await whyUnreachable(
    await Promise.all(environment.WRITERS.map((settings) => reachableModel(environment, settings))),
  )
}

// Returns how to reach a model: over HTTP, or its folder and its share of this machine.
async function reachableModel(environment: Environment, settings: ModelSettings): Promise<ReachableModel> {
  const { kind, model, url, key, sha256 = null, context } = settings
  if (kind !== 'local') return { kind, model, url, key, context }
  const { MODELS: models, MODEL_THREADS: threads = threadsFor(await thisMachine()) } = environment
  const named = namedModel(model, { known: WRITERS, sha256 })
  return { kind, model: named.name, named, models, threads, context: context ?? LOCAL_CONTEXT_TOKENS }
}

/** Returns the local writer with the given name, or the first configured one, or the first known one. */
export function localWriter({ WRITERS: writers }: Environment, named?: string): NamedModel {
  const settings = writers.find(({ kind }) => kind === 'local')
  const given = named ?? settings?.model ?? WRITERS[0].name
  return namedModel(given, { known: WRITERS, sha256: named === undefined ? (settings?.sha256 ?? null) : null })
}

/** Converts the seconds of a setting to milliseconds. */
export function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.ceil(seconds * 1000)
}
