import { createServer } from 'node:http'
import { resolve } from 'node:path'
import type { Renderer } from '#blog/site.ts'
import { readAssets, readManifest } from '#server/assets.ts'
import { startEditions } from './editions.ts'
import { readEnvironment } from './env.ts'
import { withMetrics } from './metrics.ts'
import { createLog, createSiteListener, fillEmptyBucket, listen, openBackend } from './serve.ts'

// `npm start`: opens the bucket, fills an empty one with the first edition, serves, and makes every day's edition.

try {
  const environment = readEnvironment(process.env)
  const log = createLog()
  const backend = await openBackend(environment, log)
  await fillEmptyBucket(environment, backend)
  const client = resolve('dist/client')
  const { renderPage }: Renderer = await import(resolve('dist/server/entry-server.js'))
  const newsroom = startEditions({ environment, backend, onError: (error) => log.error(error) })
  const listener = await createSiteListener({
    ...{ environment, backend, log, newsroom },
    renderer: async () => ({ renderPage }),
    assets: await readManifest(client),
    files: await readAssets(client),
  })
  const server = createServer(
    { keepAliveTimeout: 65_000 },
    await withMetrics(listener, { environment, backend, newsroom, log }),
  )
  console.log(`Stet is at ${await listen(server, environment)}`)
  if (backend.kind === 'own') console.log(newsroom.sentence())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      newsroom.stop()
      if (backend.kind === 'own') backend.archive.close()
      server.close(() => process.exit(0))
      server.closeIdleConnections()
      setTimeout(() => process.exit(0), 5_000).unref()
    })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
