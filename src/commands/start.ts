import { resolve } from 'node:path'
import type { Renderer } from '#blog/site.ts'
import { readAssets, readManifest } from '#server/assets.ts'
import { COMMON_USAGE, messageOf, readCommandLine } from '#wiring/command-line.ts'
import { healthReport } from '#server/health.ts'
import { drain } from '#server/listener.ts'
import { startEditions } from '#wiring/edition-schedule.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { createLog, createReport } from '#wiring/log.ts'
import { createSiteListener, listen, openBackend } from '#wiring/site-server.ts'
import { fillEmptyBucket } from '#wiring/starter.ts'

const usage = `Usage: npm start [-- OPTIONS]

Opens the bucket, publishes the first edition if the bucket is empty, and serves the site. Also produces an edition
every day if a writer is configured. docs/configuration.md lists the environment variables.

${COMMON_USAGE}

Exit status: 0 the server was stopped, 1 it could not start.`

// Importing `node:http` would also load the fetch and WebSocket clients, which use 16 MB.
const { createServer } = process.getBuiltinModule('node:http')

readCommandLine({ usage, options: {} })
const log = createLog()
const report = createReport(log)
// Log warnings as JSON instead of the plain text that Node prints by default.
process.removeAllListeners('warning').on('warning', (warning) => log.warn(warning))
process.once('uncaughtException', (error) => {
  log.fatal(error)
  process.exit(1)
})
try {
  const environment = readEnvironment(process.env)
  log.level = environment.LOG_LEVEL
  const backend = await openBackend(environment, report)
  await fillEmptyBucket(environment, backend)
  const client = resolve('dist/client')
  const { renderPage }: Renderer = await import(resolve('dist/server/entry-server.js'))
  const newsroom = startEditions({ environment, backend, onError: report })
  const listener = await createSiteListener({
    environment,
    backend,
    report,
    newsroom,
    renderer: async () => ({ renderPage }),
    assets: await readManifest(client),
    files: await readAssets(client),
  })
  const { HOST: host, PORT: port, METRICS_PORT: metricsPort, EDITION_ALARM_HOURS: alarmHours } = environment
  const server = createServer({ keepAliveTimeout: 65_000, connectionsCheckingInterval: 500 }, listener)
  if (metricsPort !== undefined && backend.kind === 'local') {
    const { createMetrics, metricsListener, observeServer } = await import('#server/metrics.ts')
    const metrics = createMetrics(() => healthReport({ backend, newsroom, alarmHours, now: new Date() }))
    await listen(createServer(metricsListener(metrics, report)), { host, port: metricsPort, setting: 'METRICS_PORT' })
    observeServer(server, metrics.observe)
  }
  console.log(`Stet is listening at ${await listen(server, { host, port })}`)
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
  log.fatal(messageOf(error))
  // Exit explicitly, because the search thread, the schedule or the metrics server would keep the process alive.
  process.exit(1)
}
