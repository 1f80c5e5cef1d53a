import type { Grounder } from '#newsroom/judging/support-judge.ts'
import { createGrounder } from '#newsroom/local/judge/grounder.ts'
import { findJudge, incomplete, JUDGES, namedJudge, type NamedJudge } from '#newsroom/local/judge/judge-files.ts'
import { isInstalled, ONNX } from '#newsroom/local/runtime.ts'
import type { Environment } from './environment.ts'
import { inMilliseconds } from './models.ts'

// A batch of 14 claims takes a few seconds, or a minute on a busy processor.
const TIMEOUT_MS = 10 * 60 * 1000
// Readers and a local writer use the same machine.
const THREADS = 1

/**
 * Opens the local support model that judges. Returns null if none is configured, and also if it is not installed, in which
 * case `onMissing` receives the reason. Throws if JUDGE_MODEL is invalid.
 */
export async function openGrounder(
  { GROUNDER: settings, MODELS: models }: Environment,
  onMissing: (error: unknown) => void,
): Promise<Grounder | null> {
  if (settings === null) return null
  const judge = namedJudge(settings.model, settings.sha256 ?? null)
  const [files, hasRuntime] = [await findJudge(models, judge), await isInstalled(models, ONNX)]
  if (files === null || !hasRuntime) {
    const missing = `The support model ${judge.name} (JUDGE=local) is not installed on this machine`
    onMissing(new Error(`${missing}. Run "npm run writer:install -- --judge". Until then, the writers judge instead.`))
    return null
  }
  const timeout = inMilliseconds(settings.timeout) ?? TIMEOUT_MS
  const onFailure = (failure: Error) =>
    onMissing(new Error(`${failure.message} The writers judge instead.`, { cause: failure }))
  return createGrounder({ name: judge.name, models, files, threads: THREADS, timeout, onFailure })
}

/** Returns the support model with the given name, or the configured one, or the first known one. */
export function localJudge({ GROUNDER: settings }: Environment, named?: string): NamedJudge {
  return namedJudge(named ?? settings?.model ?? JUDGES[0].name, named === undefined ? (settings?.sha256 ?? null) : null)
}

/** Measures how many milliseconds a support model takes for a sentence. Rejects with the reason if it does not work. */
export async function tryJudge(models: string, judge: NamedJudge): Promise<number> {
  const files = await findJudge(models, judge)
  if (files === null) throw new Error(incomplete(judge))
  const options = { name: judge.name, models, files, threads: THREADS, timeout: TIMEOUT_MS }
  const grounder = createGrounder({ ...options, onFailure: () => {} })
  // The first call loads the model.
  await grounder.score([SAMPLE])
  const began = performance.now()
  await grounder.score([SAMPLE, SAMPLE, SAMPLE, SAMPLE])
  return Math.ceil((performance.now() - began) / 4)
}

// A claim with about as much evidence as a sentence of an article has.
const SAMPLE = {
  head: 'The council orders new trams (The Courier, Friday, 2026-11-20, author not named)',
  context: Array.from({ length: 6 }, (_, index) => ({
    text: 'The council has ordered twelve trams, which will run on the line to the harbour from the spring of next year.',
    isEvidence: index === 3,
  })),
  before: 'The line to the harbour was closed in May.',
  text: 'Twelve trams will run on it from the spring of next year.',
}
