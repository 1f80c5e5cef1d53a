import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findTestChromium } from '../../scripts/chromium.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { createLog } from '#wiring/log.ts'
import { openBackend } from '#wiring/site-server.ts'
import { fillEmptyBucket } from '#wiring/starter.ts'

declare module 'vitest' {
  // What every end-to-end test may use: the browser's path, and a folder that holds the first edition.
  export interface ProvidedContext {
    chromium: string
    firstEdition: string
  }
}

/** Builds the site, finds a browser, and publishes the first edition once for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' })
  project.provide('chromium', findTestChromium())
  const folder = await mkdtemp(join(tmpdir(), 'stet-e2e-'))
  const bucket = join(folder, 'bucket')
  const environment = readEnvironment({ BUCKET: `file:${bucket}`, CACHE: 'off' })
  const backend = await openBackend(environment, createLog())
  await fillEmptyBucket(environment, backend)
  if (backend.kind === 'local') {
    await backend.index.close()
    backend.archive.close()
  }
  project.provide('firstEdition', bucket)
  return () => rm(folder, { recursive: true, force: true })
}
