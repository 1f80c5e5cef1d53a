import { mkdir } from 'node:fs/promises'
import type { NamedModel } from '#newsroom/local/catalogue.ts'
import { askHub, type HubFile } from '#newsroom/local/hub.ts'
import { freeSpace, thisMachine, whyUnable, type Machine } from '#newsroom/local/machine.ts'
import { installRuntime, isInstalled, type Runtime } from '#newsroom/local/runtime.ts'
import { fetchWeights, findWeights, type Received, type Weights } from '#newsroom/local/weights.ts'

/**
 * Installs a model below a folder of models, with what runs it; what is there already is compared and kept. Whether this
 * machine can run it is known before anything is downloaded. Resolves to its files, none where the model is a file of the
 * operator's own; rejects with the sentence that says what keeps it from being installed.
 */
export async function installModel(options: {
  model: NamedModel
  runtime: Runtime
  models: string
  hub: string
  report: { step: (sentence: string) => void; received: (received: Received) => void }
  machine?: Machine
}): Promise<Weights[]> {
  const { model, runtime, models, hub, report, machine = await thisMachine() } = options
  const files = 'files' in model ? model.files : []
  const hasRuntime = await isInstalled(models, runtime)
  const sizes = await Promise.all(files.map((file) => sizesOf(file, { models, hub })))
  const all = sizes.reduce((sum, { size }) => sum + size, 0)
  await mkdir(models, { recursive: true })
  const problem = whyUnable(machine, {
    memory: model.known?.memory ?? memoryFor(all),
    disk: sizes.reduce((sum, { missing }) => sum + missing, hasRuntime ? 0 : runtime.size),
    free: await freeSpace(models),
  })
  if (problem !== null) throw new Error(`${problem} Nothing was downloaded.`)
  if (!hasRuntime) {
    report.step('Installing what runs the model, by npm …')
    await installRuntime({ models, runtime, report: report.step })
  }
  const installed: Weights[] = []
  for (const wanted of files) {
    report.step(`Fetching ${wanted.repository}/${wanted.file} …`)
    installed.push(await fetchWeights({ hub, wanted, folder: models, report: report.received }))
  }
  return installed
}

async function sizesOf(
  file: HubFile,
  { models, hub }: { models: string; hub: string },
): Promise<{ size: number; missing: number }> {
  const found = await findWeights(models, file)
  if (found !== null) return { size: found.size, missing: 0 }
  const size = file.size ?? (await askHub(hub, file)).size ?? 0
  return { size, missing: size }
}

/** About what a model of this size needs of memory, in bytes: itself, and as much again for what it is given to read. */
export function memoryFor(size: number): number {
  return Math.round(size * 2.2)
}
