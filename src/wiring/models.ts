import { createModel, type Model } from '#newsroom/llm/model.ts'
import { NO_WRITER, type Environment, type ModelSettings } from './environment.ts'
import { describeMissingModel, whyUnreachable } from './model-server.ts'

/** Opens a configured model. If the model name is missing, rejects with an error that lists the server's models. */
export async function openModel({ name, model, timeout, ...settings }: ModelSettings): Promise<Model> {
  if (model === null) throw new Error(await describeMissingModel(`${name}_MODEL`, settings))
  return createModel({ ...settings, model }, { timeout })
}

/** Opens the first writer. Rejects if no writer is configured. */
export async function firstWriter({ WRITERS: [settings] }: Environment): Promise<Model> {
  if (settings === undefined) throw new Error(NO_WRITER)
  return await openModel(settings)
}

/** Resolves to the reasons why no writer is reachable, or to null if at least one is reachable. */
export async function whyNoWriter({ WRITERS }: Environment): Promise<string | null> {
  return await whyUnreachable(WRITERS.map(({ model, ...settings }) => ({ ...settings, model: model ?? '' })))
}
