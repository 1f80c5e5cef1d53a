import { createServer as createHttpServer } from 'node:http'
import { createServer as createVite } from 'vite'
import type { Renderer } from '#blog/site.ts'
import { COMMON_USAGE, messageOf, readCommandLine } from '#wiring/command-line.ts'
import { startEditions } from '#wiring/edition-schedule.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { createLog, createReport } from '#wiring/log.ts'
import { createSiteListener, listen, openBackend } from '#wiring/site-server.ts'
import { fillEmptyBucket } from '#wiring/starter.ts'

const usage = `Usage: npm run dev [-- OPTIONS]

Serves the site from its source and updates open pages when you change a file. Reads the same settings as npm start, but
does not produce editions.

${COMMON_USAGE}

Exit status: 0 it was stopped, 1 the start failed.`

readCommandLine({ usage, options: {} })
const log = createLog()
const report = createReport(log)
try {
  // Turn the newsroom off so that restarting the development server does not start an edition.
  const environment = readEnvironment({ ...process.env, NEWSROOM: 'off' })
  log.level = environment.LOG_LEVEL
  const backend = await openBackend(environment, report)
  await fillEmptyBucket(environment, backend)

  const server = createHttpServer()
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } })
  const site = await createSiteListener({
    environment,
    backend,
    report,
    newsroom: startEditions({ environment, backend, onError: report }),
    renderer: async (): Promise<Renderer> => {
      const { renderPage } = await vite.ssrLoadModule('/entry-server.tsx')
      return { renderPage }
    },
    assets: { critical: null, stylesheet: '/styles/site.css', fonts: [], script: '/start-app-dev.ts' },
    files: new Map(),
    development: true,
  })
  server.on('request', (request, response) => vite.middlewares(request, response, () => site(request, response)))
  console.log(
    `Stet (development) is listening at ${await listen(server, { host: environment.HOST, port: environment.PORT })}`,
  )
} catch (error) {
  log.fatal(messageOf(error))
  process.exit(1)
}
