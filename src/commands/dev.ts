import { createServer as createHttpServer } from 'node:http'
import { createServer as createVite } from 'vite'
import type { Renderer } from '#blog/site.ts'
import { readCommandLine } from '#wiring/command-line.ts'
import { startEditions } from '#wiring/edition-schedule.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { createLog, createSiteListener, listen, openBackend } from '#wiring/site-server.ts'
import { fillEmptyBucket } from '#wiring/starter.ts'

const usage = `npm run dev [-- OPTIONS]

Serves the site from its source; what you change is replaced in the open page. It is set like npm start, and makes no
editions.

  --help, --version

Exit status: 0 it was stopped, 1 it could not start.`

readCommandLine({ usage, options: {} })
// Editions are for `npm start` and `npm run daily`: a restart at every change would make them at odd moments.
const environment = readEnvironment({ ...process.env, NEWSROOM: 'off' })
const log = createLog()
const backend = await openBackend(environment, log)
await fillEmptyBucket(environment, backend)

const server = createHttpServer()
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } })
const site = await createSiteListener({
  environment,
  backend,
  log,
  newsroom: startEditions({ environment, backend, onError: (error) => log.error(error) }),
  renderer: async (): Promise<Renderer> => {
    const { renderPage } = await vite.ssrLoadModule('/entry-server.tsx')
    return { renderPage }
  },
  assets: { stylesheets: ['/styles/site.css'], boot: '/boot-dev.ts', fonts: [] },
  files: new Map(),
  development: true,
})
server.on('request', (request, response) => vite.middlewares(request, response, () => site(request, response)))
console.log(`Stet (development) is at ${await listen(server, environment)}`)
