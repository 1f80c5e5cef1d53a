import { access } from 'node:fs/promises'
import type { NamedModel } from '#newsroom/local/catalogue.ts'
import { isInstalled, type Runtime } from '#newsroom/local/runtime.ts'
import { findWeights, weightsPath } from '#newsroom/local/weights.ts'

/** The file of a model on this machine, whether it is there or not. */
export function modelPath(models: string, model: NamedModel): string {
  if ('path' in model) return model.path
  const [file] = model.files
  if (file === undefined) throw new Error(`The model ${model.name} has no file.`)
  return weightsPath(models, file)
}

/** Why a model on this machine cannot be asked, in one sentence that says how it is installed; null when it can. */
export async function whyNotInstalled(models: string, model: NamedModel, runtime: Runtime): Promise<string | null> {
  const advice = 'run "npm run writer:install"'
  if (!(await isInstalled(models, runtime)))
    return `The model ${model.name} is not installed on this machine: what runs it is missing below ${models}; ${advice}.`
  if ('path' in model) {
    const isThere = await access(model.path).then(
      () => true,
      () => false,
    )
    return isThere ? null : `The model ${model.name} is not on this machine: there is no file ${model.path}.`
  }
  try {
    for (const file of model.files)
      if ((await findWeights(models, file)) === null)
        return `The model ${model.name} is not installed on this machine: ${file.file} is missing below ${models}; ${advice}.`
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
