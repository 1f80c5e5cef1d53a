import { createLogUpdate } from 'log-update'
import { WRITERS } from '#newsroom/local/catalogue.ts'
import { installModel } from '#newsroom/local/install.ts'
import { askForJudge, findJudge, incomplete, JUDGES } from '#newsroom/local/judge/judge-files.ts'
import { whyNotInstalled } from '#newsroom/local/installed.ts'
import { inGigabytes } from '#newsroom/local/machine.ts'
import { LLAMA, ONNX } from '#newsroom/local/runtime.ts'
import type { Received } from '#newsroom/local/weights.ts'
import { COMMON_USAGE, readCommandLine, runProgram } from '#wiring/command-line.ts'
import { readEnvironment, type Environment } from '#wiring/environment.ts'
import { localJudge, tryJudge } from '#wiring/judge.ts'
import { localWriter } from '#wiring/models.ts'

const usage = `npm run writer:install [-- OPTIONS]

Installs a local writer or judge, which does not need a key and does not send data to a server. You can stop it at any
time and start it again.

  --model MODEL      the writer: ${WRITERS.map(({ name }) => name).join(', ')}; or an address such as
                     hf:owner/repository/file.gguf; or your own file. Default: WRITER_MODEL, else the first of these
  --judge            installs a judge instead, a support model that compares sentences with their evidence. MODEL is
                     ${JUDGES.map(({ name }) => name).join(', ')}; or a repository such as
                     hf:owner/repository; or your own folder with model.onnx and tokenizer.json. Default: JUDGE_MODEL,
                     else the first of these
${COMMON_USAGE}

MODELS is the target folder (default: data/models), HUB the server to download from.

Exit status: 0 it is installed, 1 it is not installed.`

const { values } = readCommandLine({ usage, options: { model: { type: 'string' }, judge: { type: 'boolean' } } })
await runProgram(async () => {
  const environment = readEnvironment(process.env)
  for (const line of await (values.judge ? installJudge : installWriter)(environment, values.model)) console.log(line)
})

async function installWriter(environment: Environment, named: string | undefined): Promise<string[]> {
  const model = localWriter(environment, named)
  const weights = await install(environment, { model, runtime: LLAMA })
  const problem = await whyNotInstalled(environment.MODELS, model, LLAMA)
  if (problem !== null) throw new Error(problem)
  const setting = model.name === WRITERS[0].name ? '' : ` WRITER_MODEL=${named ?? environment.WRITERS[0]?.model}`
  return [...weights, `${model.name} is installed. To use it: WRITER=local${setting} npm start`]
}

async function installJudge(environment: Environment, named: string | undefined): Promise<string[]> {
  const { MODELS: models, HUB: hub } = environment
  const judge = localJudge(environment, named)
  // Your own folder must be complete, because its files cannot be downloaded.
  if ('folder' in judge && (await findJudge(models, judge)) === null) throw new Error(incomplete(judge))
  const model = 'folder' in judge ? { path: judge.folder } : { files: await askForJudge(hub, judge) }
  const weights = await install(environment, { model: { name: judge.name, known: null, ...model }, runtime: ONNX })
  const milliseconds = await tryJudge(models, judge)
  const setting = judge.name === JUDGES[0].name ? '' : ` JUDGE_MODEL=${named ?? environment.GROUNDER?.model}`
  return [
    ...weights,
    `${judge.name} is installed and takes ${milliseconds} ms per sentence on this machine. To use it: JUDGE=local${setting}`,
  ]
}

async function install(
  { MODELS: models, HUB: hub }: Environment,
  what: Pick<Parameters<typeof installModel>[0], 'model' | 'runtime'>,
): Promise<string[]> {
  const progress = downloadProgress(process.stdout)
  const weights = await installModel({ ...what, models, hub, report: progress })
  progress.end()
  return weights.map(
    ({ path, size, sha256, pinned }) =>
      `${path}: ${inGigabytes(size)}, SHA-256 ${sha256}${pinned ? ', as pinned' : '. It was not pinned, so it is stored now, and a different file is rejected later'}.`,
  )
}

// Shows a download in a line that changes, or as a new line every half minute if the output is not a terminal.
function downloadProgress(stream: NodeJS.WriteStream) {
  const line = stream.isTTY ? createLogUpdate(stream) : null
  const intervalMs = line === null ? 30_000 : 250
  let next = 0
  return {
    step(sentence: string): void {
      line?.clear()
      next = 0
      stream.write(`${sentence}\n`)
    },
    received({ file, received, size }: Received): void {
      if (Date.now() < next && received !== size) return
      next = Date.now() + intervalMs
      const share = size === null ? '' : ` of ${inGigabytes(size)}, ${Math.floor((100 * received) / size)}%`
      const progress = `${file}: ${inGigabytes(received)}${share}`
      if (line === null) stream.write(`${progress}\n`)
      else line(progress)
    },
    end(): void {
      line?.done()
    },
  }
}
