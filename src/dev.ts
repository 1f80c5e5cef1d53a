import { createServer as createHttpServer } from 'node:http'
import { createServer as createVite } from 'vite'
import type { Renderer } from '#blog/site.ts'
import { startEditions } from './editions.ts'
import { readEnvironment } from './env.ts'
import { createLog, createSiteListener, fillEmptyBucket, listen, openBackend } from './serve.ts'

// `npm run dev`: the same server over the site's source instead of its build; what changes is replaced in the page.

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
