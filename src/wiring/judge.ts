import type { Grounder } from '#newsroom/drafting/judging/support-judge.ts'
import { createGrounder } from '#newsroom/local/judge/grounder.ts'
import { findJudge, incomplete, JUDGES, namedJudge, type NamedJudge } from '#newsroom/local/judge/judge-files.ts'
import { isInstalled, ONNX } from '#newsroom/local/runtime.ts'
import type { Environment } from './environment.ts'
import { inMilliseconds } from './models.ts'

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
