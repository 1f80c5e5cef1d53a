import { createModel, type Model } from '#newsroom/llm/model.ts'
import { whyUnreachable } from '#newsroom/llm/reach.ts'
import { NO_WRITER, type Environment, type ModelSettings } from './environment.ts'

/** Opens the model with these settings. Throws if they are invalid. */
export function openModel(settings: ModelSettings): Model {
  return createModel(settings, { timeout: inMilliseconds(settings.timeout) })
}

/** Opens the first writer. Throws if no writer is configured. */
export function firstWriter({ WRITERS: [settings] }: Environment): Model {
  if (settings === undefined) throw new Error(NO_WRITER)
  return openModel(settings)
}

/** Resolves to the reasons why no writer is reachable, or to null if one is. */
export async function whyNoWriter({ WRITERS }: Environment): Promise<string | null> {
  return await whyUnreachable(WRITERS)
}

/** Converts the seconds of a setting to milliseconds. */
export function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.ceil(seconds * 1000)
}
