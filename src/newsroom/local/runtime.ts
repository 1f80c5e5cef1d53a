import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The packages that run one kind of model; they are no dependency of the blog, and installed only where they are wanted. */
export type Runtime = {
  name: string
  /** The folder of its package.json and its package-lock.json, with the exact version and digest of every package. */
  source: string
  /** About how much of the disk its installation takes, in bytes. */
  size: number
  /** Where it holds `{platform}/{architecture}` for each of them, below its packages; the others are deleted. */
  platforms?: string
}

/** What runs a writer: llama.cpp. */
export const LLAMA: Runtime = {
  name: 'llama',
  source: fileURLToPath(new URL('./runtimes/llama', import.meta.url)),
  size: 130_000_000,
}

/** What runs a judge: ONNX Runtime for the processor, on every platform that it has, and a reader of tokenizers. */
export const ONNX: Runtime = {
  name: 'onnx',
  source: fileURLToPath(new URL('./runtimes/onnx', import.meta.url)),
  size: 300_000_000,
  platforms: 'onnxruntime-node/bin/napi-v6',
}

function folderOf(models: string, { name }: Runtime): string {
  return resolve(models, 'runtime', name)
}

/** Whether a runtime is installed in a folder of models, as this version of the blog wants it. */
export async function isInstalled(models: string, runtime: Runtime): Promise<boolean> {
  const done = await readFile(join(folderOf(models, runtime), 'installed'), 'utf8').catch(() => null)
  return done !== null && done === (await versionOf(runtime))
}

/**
 * Installs a runtime below a folder of models by npm, without running any script of a package. `report` is told what npm
 * says. Rejects with a sentence when npm fails.
 */
export async function installRuntime(options: {
  models: string
  runtime: Runtime
  report: (line: string) => void
}): Promise<void> {
  const { models, runtime, report } = options
  const folder = folderOf(models, runtime)
  await mkdir(folder, { recursive: true })
  await cp(runtime.source, folder, { recursive: true })
  const said: string[] = []
  // Scripts of packages would build from source, or fetch what drives graphics cards.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawn('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const listen = (data: Buffer) => {
    for (const line of data.toString().split('\n').filter(Boolean)) {
      said.push(line)
      report(line)
    }
  }
  npm.stdout.on('data', listen)
  npm.stderr.on('data', listen)
  const failure = await once(npm, 'close').then(
    () => (npm.exitCode === 0 ? null : (said.at(-1) ?? `exit status ${npm.exitCode}`)),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  if (failure !== null)
    throw new Error(
      `npm could not install what runs the model: ${failure}. Check that npm reaches its registry, and try again.`,
    )
  if (runtime.platforms !== undefined) await keepOwnPlatform(join(folder, 'node_modules', runtime.platforms))
  await writeFile(join(folder, 'installed'), await versionOf(runtime))
}

/** Deletes what is for other machines than this one from a folder of `{platform}/{architecture}`. */
export async function keepOwnPlatform(folder: string): Promise<void> {
  const { platform, arch } = process
  for (const one of await readdir(folder))
    if (one !== platform) await rm(join(folder, one), { recursive: true })
    else
      for (const other of await readdir(join(folder, one)))
        if (other !== arch) await rm(join(folder, one, other), { recursive: true })
}

/** Loads a package of a runtime that is installed. Rejects when it is not there; what it is made of is for the caller to check. */
export async function loadPackage(models: string, runtime: Runtime, name: string): Promise<unknown> {
  const folder = folderOf(models, runtime)
  const entry = createRequire(join(folder, 'package.json')).resolve(name)
  const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(entry).href)
  // https://nodejs.org/api/esm.html#commonjs-namespaces: not every name of a CommonJS package is found by itself.
  return typeof loaded === 'object' && loaded !== null && 'module.exports' in loaded ? loaded['module.exports'] : loaded
}

async function versionOf({ source }: Runtime): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(source, 'package-lock.json')))
    .digest('hex')
}
