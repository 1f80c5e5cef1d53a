import { resolve } from 'node:path'
import type { Renderer } from '#blog/site.ts'
import { readAssets, readManifest } from '#server/assets.ts'
import { readCommandLine } from '#wiring/command-line.ts'
import { drain } from '#server/drain.ts'
import { startEditions } from '#wiring/edition-schedule.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { withMetrics } from '#wiring/metrics.ts'
import { createLog } from '#wiring/log.ts'
import { createSiteListener, listen, openBackend } from '#wiring/site-server.ts'
import { fillEmptyBucket } from '#wiring/starter.ts'

const usage = `npm start [-- OPTIONS]

Opens the bucket, fills an empty one with the first edition, serves the site, and makes every day's edition when a
writer is set. It is set by environment variables: see README.md.

  --env-file FILE  takes settings from a file of NAME=value lines; the environment comes first
  --help, --version

Exit status: 0 it was stopped, 1 it could not start.`

readCommandLine({ usage, options: {} })
let log = createLog()
// What Node itself would print between the lines of the log.
process.removeAllListeners('warning').on('warning', (warning) => log.warn(warning))
process.once('uncaughtException', (error) => {
  log.fatal(error)
  process.exit(1)
})
try {
  const environment = readEnvironment(process.env)
  log = createLog(environment.LOG_LEVEL)
  const backend = await openBackend(environment, log)
  await fillEmptyBucket(environment, backend)
  const client = resolve('dist/client')
  const { renderPage }: Renderer = await import(resolve('dist/server/entry-server.js'))
  const newsroom = startEditions({ environment, backend, onError: (error) => log.error(error) })
  const listener = await createSiteListener({
    environment,
    backend,
    log,
    newsroom,
    renderer: async () => ({ renderPage }),
    assets: await readManifest(client),
    files: await readAssets(client),
  })
  // Importing `node:http` as a module loads its client of web sockets and of `fetch` as well: 16 MB that a server never uses.
  const server = process
    .getBuiltinModule('node:http')
    .createServer(
      { keepAliveTimeout: 65_000, connectionsCheckingInterval: 500 },
      await withMetrics(listener, { environment, backend, newsroom, log }),
    )
  console.log(`Stet is at ${await listen(server, environment)}`)
  if (backend.kind === 'local') console.log(newsroom.sentence())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      newsroom.stop()
      await drain(server)
      if (backend.kind === 'local') await backend.index.close()
      process.exit(0)
    })
  }
} catch (error) {
  log.fatal(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
