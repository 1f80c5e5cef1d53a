import { WRITERS } from '#newsroom/local/catalogue.ts'
import { installModel } from '#newsroom/local/install.ts'
import { askForJudge, findJudge, incomplete, JUDGES } from '#newsroom/local/judge/judge-files.ts'
import { whyNotInstalled } from '#newsroom/local/installed.ts'
import { inGigabytes } from '#newsroom/local/machine.ts'
import { LLAMA, ONNX } from '#newsroom/local/runtime.ts'
import { readCommandLine } from '#wiring/command-line.ts'
import { readEnvironment, type Environment } from '#wiring/environment.ts'
import { localJudge, tryJudge } from '#wiring/judge.ts'
import { localWriter } from '#wiring/models.ts'
import { createDownloadProgress } from '#wiring/download-progress.ts'

const usage = `npm run writer:install [-- OPTIONS]

Installs a writer that runs on this machine, or a judge: it needs no key, and nothing leaves the machine. You can stop
it at any point and start it again.

  --model MODEL    which writer: ${WRITERS.map(({ name }) => name).join(', ')}; an address such as
                   hf:owner/repository/file.gguf; a file of yours. Without it, WRITER_MODEL or else the first
  --judge          a judge instead, a support model that compares sentences with their evidence. --model is then one of
                   ${JUDGES.map(({ name }) => name).join(', ')}; a repository such as
                   hf:owner/repository; a folder of yours with model.onnx and tokenizer.json. Without it, JUDGE_MODEL
                   or else the first
  --env-file FILE  takes settings from a file of NAME=value lines; the environment comes first
  --help, --version

MODELS is the folder that it goes to (data/models), HUB where it comes from.

Exit status: 0 it is installed, 1 it is not.`

const { values } = readCommandLine({ usage, options: { model: { type: 'string' }, judge: { type: 'boolean' } } })
try {
  const environment = readEnvironment(process.env)
  for (const line of await (values.judge ? installJudge : installWriter)(environment, values.model)) console.log(line)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function installWriter(environment: Environment, named: string | undefined): Promise<string[]> {
  const model = localWriter(environment, named)
  const weights = await install(environment, { model, runtime: LLAMA })
  const problem = await whyNotInstalled(environment.MODELS, model, LLAMA)
  if (problem !== null) throw new Error(problem)
  const setting = model.name === WRITERS[0].name ? '' : ` WRITER_MODEL=${named ?? environment.WRITERS[0]?.model}`
  return [...weights, `${model.name} is installed. Start it with: WRITER=local${setting} npm start`]
}

async function installJudge(environment: Environment, named: string | undefined): Promise<string[]> {
  const { MODELS: models, HUB: hub } = environment
  const judge = localJudge(environment, named)
  // A folder of one's own is there, or nothing is downloaded for it.
  if ('folder' in judge && (await findJudge(models, judge)) === null) throw new Error(incomplete(judge))
  const model = 'folder' in judge ? { path: judge.folder } : { files: await askForJudge(hub, judge) }
  const weights = await install(environment, { model: { name: judge.name, known: null, ...model }, runtime: ONNX })
  const milliseconds = await tryJudge(models, judge)
  const setting = judge.name === JUDGES[0].name ? '' : ` JUDGE_MODEL=${named ?? environment.GROUNDER?.model}`
  return [
    ...weights,
    `${judge.name} is installed, and takes ${milliseconds} ms for a sentence on this machine. Have it judge with: JUDGE=local${setting}`,
  ]
}

async function install(
  { MODELS: models, HUB: hub }: Environment,
  what: Pick<Parameters<typeof installModel>[0], 'model' | 'runtime'>,
): Promise<string[]> {
  const progress = createDownloadProgress(process.stdout)
  const weights = await installModel({ ...what, models, hub, report: progress })
  progress.end()
  return weights.map(
    ({ path, size, sha256, pinned }) =>
      `${path}: ${inGigabytes(size)}, SHA-256 ${sha256}${pinned ? ', as pinned' : '; not pinned, but noted: another one is refused later'}.`,
  )
}
