import type { Grounder } from '#newsroom/drafting/judging/support-judge.ts'
import { createModel, type Model, type ModelSettings as Reached } from '#newsroom/drafting/llm/model.ts'
import { namedModel, WRITERS, type NamedModel } from '#newsroom/local/catalogue.ts'
import { createGrounder } from '#newsroom/local/grounder.ts'
import { findJudge, incomplete, JUDGES, namedJudge, type NamedJudge } from '#newsroom/local/judge-files.ts'
import { thisMachine, threadsFor } from '#newsroom/local/machine.ts'
import { isInstalled, ONNX } from '#newsroom/local/runtime.ts'
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

/** How the model of these settings is reached: over HTTP, or in which folder it lies and what it may use of this machine. */
export async function reached(environment: Environment, settings: ModelSettings): Promise<Reached> {
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

// A batch of fourteen claims takes a processor some seconds; on one that is busy, a minute.
const TEN_MINUTES = 10 * 60 * 1000
// It shares the machine with readers, and with a writer.
const THREADS = 1

/**
 * The support model on this machine that judges, null where none is named or installed: `onMissing` is told why not. Throws
 * when what JUDGE_MODEL names is none.
 */
export async function openGrounder(
  { GROUNDER: settings, MODELS: models }: Environment,
  onMissing: (error: unknown) => void,
): Promise<Grounder | null> {
  if (settings === null) return null
  const judge = namedJudge(settings.model, settings.sha256 ?? null)
  const [files, hasRuntime] = [await findJudge(models, judge), await isInstalled(models, ONNX)]
  if (files === null || !hasRuntime) {
    onMissing(
      new Error(
        `The support model ${judge.name} (JUDGE=local) is not installed on this machine: run "npm run writer:install -- --judge". The writers judge instead.`,
      ),
    )
    return null
  }
  const timeout = inMilliseconds(settings.timeout) ?? TEN_MINUTES
  return createGrounder({
    name: judge.name,
    models,
    files,
    threads: THREADS,
    timeout,
    onFailure: (failure) => onMissing(new Error(`${failure.message} The writers judge instead.`, { cause: failure })),
  })
}

/** The support model that is named, else the one that the settings name, else the first that is known. */
export function localJudge({ GROUNDER: settings }: Environment, named?: string): NamedJudge {
  return namedJudge(named ?? settings?.model ?? JUDGES[0].name, named === undefined ? (settings?.sha256 ?? null) : null)
}

/** How many milliseconds a support model takes for a sentence on this machine. Rejects with the sentence that says why it cannot. */
export async function tryJudge(models: string, judge: NamedJudge): Promise<number> {
  const files = await findJudge(models, judge)
  if (files === null) throw new Error(incomplete(judge))
  const grounder = createGrounder({
    name: judge.name,
    models,
    files,
    threads: THREADS,
    timeout: TEN_MINUTES,
    onFailure: () => {},
  })
  // The first question loads it.
  await grounder.score([TRIED])
  const began = performance.now()
  await grounder.score([TRIED, TRIED, TRIED, TRIED])
  return Math.ceil((performance.now() - began) / 4)
}

// About as much as a sentence of an article has for its evidence.
const TRIED = {
  head: 'The council orders new trams (The Courier, Friday, 2026-11-20, author not named)',
  context: Array.from({ length: 6 }, (_, index) => ({
    text: 'The council has ordered twelve trams, which will run on the line to the harbour from the spring of next year.',
    isEvidence: index === 3,
  })),
  before: 'The line to the harbour was closed in May.',
  text: 'Twelve trams will run on it from the spring of next year.',
}

/** Seconds of a setting in milliseconds. */
export function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.ceil(seconds * 1000)
}
