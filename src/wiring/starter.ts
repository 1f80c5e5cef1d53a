import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openJournal } from '#archive/journal.ts'
import { isStarterWanted } from '#newsroom/publishing/starter-wanted.ts'
import type { Backend } from '#server/backend.ts'
import type { Environment } from './environment.ts'

/** The folder that contains the articles of the first edition. */
export const STARTER_FOLDER = 'editorial/starter'

/**
 * Publishes the first edition into an empty bucket, or completes an interrupted publication, unless STARTER is off.
 * Rejects if the edition cannot be published.
 */
export async function fillEmptyBucket(environment: Environment, backend: Backend): Promise<void> {
  if (backend.kind === 'remote' || environment.STARTER === 'off') return
  const { bucket, archive } = backend
  if (!(await isStarterWanted(archive, STARTER_FOLDER))) return
  if (archive.sequence === 0) console.log('Publishing the first edition …')
  if (environment.BUCKET === 'memory:') {
    const { publishStarter } = await import('#newsroom/publishing/starter.ts')
    await publishStarter({ bucket, archive, journal: openJournal({ bucket }), folder: STARTER_FOLDER })
    return
  }
  // Publish in a separate process, because rendering takes 400 MB of memory that the server process would never
  // release.
  const program = fileURLToPath(new URL('./starter-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program, environment.BUCKET], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  const [output] = await Promise.all([child.stderr === null ? '' : text(child.stderr), once(child, 'exit')])
  if (child.exitCode !== 0)
    throw new Error(`${output}The first edition could not be published. Start the server again to complete it.`)
  await archive.refresh()
}
