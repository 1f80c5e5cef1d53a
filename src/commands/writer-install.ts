import { WRITERS } from '#newsroom/local/catalogue.ts'
import { installModel } from '#newsroom/local/install.ts'
import { inGigabytes } from '#newsroom/local/machine.ts'
import { LLAMA } from '#newsroom/local/runtime.ts'
import { readCommandLine } from '#wiring/command-line.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { localWriter } from '#wiring/models.ts'
import { createDownloadProgress } from '#wiring/download-progress.ts'

const usage = `npm run writer:install [-- OPTIONS]

Installs a writer that runs on this machine: it needs no key, and nothing leaves the machine. You can stop it at any
point and start it again.

  --model MODEL    which one: ${WRITERS.map(({ name }) => name).join(', ')}; an address such as
                   hf:owner/repository/file.gguf; a file of yours. Without it, WRITER_MODEL or else the first
  --env-file FILE  takes settings from a file of NAME=value lines; the environment comes first
  --help, --version

MODELS is the folder that it goes to (data/models), HUB where it comes from.

Exit status: 0 it is installed, 1 it is not.`

const { values } = readCommandLine({ usage, options: { model: { type: 'string' } } })
try {
  const environment = readEnvironment(process.env)
  const { MODELS, HUB } = environment
  const model = localWriter(environment, values.model)
  const progress = createDownloadProgress(process.stdout)
  const weights = await installModel({ model, runtime: LLAMA, models: MODELS, hub: HUB, report: progress })
  progress.end()
  for (const { path, size, sha256, pinned } of weights)
    console.log(
      `${path}: ${inGigabytes(size)}, SHA-256 ${sha256}${pinned ? ', as pinned' : ', as the hub says; not pinned'}.`,
    )
  const named = model.name === WRITERS[0].name ? '' : ` WRITER_MODEL=${values.model ?? environment.WRITERS[0]?.model}`
  console.log(`${model.name} is installed. Start it with: WRITER=local${named} npm start`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
