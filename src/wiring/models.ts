import { createModel, type Model, type ModelSettings as Reached } from '#newsroom/drafting/llm/model.ts'
import { whyUnreachable } from '#newsroom/drafting/llm/reach.ts'
import { namedModel, WRITERS, type NamedModel } from '#newsroom/local/catalogue.ts'
import { thisMachine, threadsFor } from '#newsroom/local/machine.ts'
import { NO_WRITER, type Environment, type ModelSettings } from './environment.ts'

/** How many tokens a question to a model on this machine and its answer may have together. */
const CONTEXT = 16_384
// A processor reads a draft's sources for minutes before it writes the first word.
const TWO_HOURS = 2 * 3600 * 1000

/** The model that settings describe. Throws when what they name is none. */
export async function openModel(environment: Environment, settings: ModelSettings): Promise<Model> {
  const timeout = inMilliseconds(settings.timeout) ?? (settings.kind === 'local' ? TWO_HOURS : undefined)
  return createModel(await reached(environment, settings), { timeout })
}

/** The model that the environment names first. Rejects with the sentence that says how to name one. */
export async function firstWriter(environment: Environment): Promise<Model> {
  const [settings] = environment.WRITERS
  if (settings === undefined) throw new Error(NO_WRITER)
  return await openModel(environment, settings)
}

/** Why none of the writers can be asked, in sentences; null when one can. */
export async function whyNoWriter(environment: Environment): Promise<string | null> {
  return await whyUnreachable(await Promise.all(environment.WRITERS.map((settings) => reached(environment, settings))))
}

/** How the model of these settings is reached: over HTTP, or in which folder it lies and what it may use of this machine. */
async function reached(environment: Environment, settings: ModelSettings): Promise<Reached> {
  const { kind, model, url, key, sha256 = null, context } = settings
  if (kind !== 'local') return { kind, model, url, key, context }
  const { MODELS: models, MODEL_THREADS: threads = threadsFor(await thisMachine()) } = environment
  const named = namedModel(model, { known: WRITERS, sha256 })
  return { kind, model: named.name, named, models, threads, context: context ?? CONTEXT }
}

/** The writer on this machine that is named, else the first that the settings name, else the first that is known. */
export function localWriter({ WRITERS: writers }: Environment, named?: string): NamedModel {
  const settings = writers.find(({ kind }) => kind === 'local')
  const given = named ?? settings?.model ?? WRITERS[0].name
  return namedModel(given, { known: WRITERS, sha256: named === undefined ? (settings?.sha256 ?? null) : null })
}

/** Seconds of a setting in milliseconds. */
export function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.ceil(seconds * 1000)
}
