import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, glob, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { findChromium } from '../../scripts/chromium.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { openBackend } from '#wiring/site-server.ts'
import { fillEmptyBucket } from '#wiring/starter.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the browser. */
    chromium: string
    /** Path of a folder bucket with the first edition. */
    firstEdition: string
  }
}

const CACHE = 'node_modules/.cache/stet-tests'

// All files that can affect the published first edition.
const INPUTS = ['editorial/**/*', 'src/{archive,blog,bucket,covers,newsroom,text,wiring}/**/*.ts', 'package-lock.json']

/** Builds the site, publishes the first edition and finds a browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', findChromium())
  const build = promisify(execFile)(process.execPath, ['scripts/build.ts', '--if-stale'])
  const [edition] = await Promise.all([publishedEdition(), build])
  const folder = await mkdtemp(join(tmpdir(), 'stet-tests-'))
  await cp(edition, join(folder, 'bucket'), { recursive: true })
  project.provide('firstEdition', join(folder, 'bucket'))
  return () => rm(folder, { recursive: true, force: true })
}

/**
 * Returns the folder that contains the published first edition. Publishes it only if the inputs have changed, because
 * publishing takes 10 s.
 */
async function publishedEdition(): Promise<string> {
  const cached = join(CACHE, `first-edition-${await hashOfInputs()}`)
  if (existsSync(cached)) return cached
  await rm(CACHE, { recursive: true, force: true })
  await mkdir(CACHE, { recursive: true })
  const unfinished = await mkdtemp(join(CACHE, 'unfinished-'))
  const environment = readEnvironment({ BUCKET: `file:${unfinished}`, CACHE: 'off' })
  const backend = await openBackend(environment, console.error)
  await fillEmptyBucket(environment, backend)
  if (backend.kind === 'local') {
    await backend.index.close()
    backend.archive.close()
  }
  await rename(unfinished, cached)
  return cached
}

async function hashOfInputs(): Promise<string> {
  const paths = await Array.fromAsync(glob(INPUTS, { exclude: (path) => path.endsWith('.test.ts') }))
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) {
    if (!/\.\w+$/.test(path)) continue
    hash.update(path).update(await readFile(path))
  }
  return hash.digest('hex').slice(0, 16)
}
