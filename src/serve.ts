import type { RequestListener, Server } from 'node:http'
import { pino, type Logger } from 'pino'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { createClient } from '#blog/client.ts'
import type { Assets, Renderer } from '#blog/site.ts'
import { openBucket } from '#bucket/open.ts'
import { readCategoryList, readSiteWords } from './editorial.ts'
import type { Environment } from './env.ts'
import { apiCalls, createApp } from '#server/app.ts'
import { createAnswers } from '#server/answers.ts'
import { withWorker } from '#server/assets.ts'
import type { Backend } from '#server/backend.ts'
import type { FinishedAnswer } from '#server/finished-answer.ts'
import { publishStarter } from '#newsroom/starter.ts'
import type { NewsroomState } from '#server/health.ts'
import { createListener } from '#server/listener.ts'
import { createPages } from '#server/pages.ts'
import { pagePolicy } from '#server/security.ts'

// How long a foreign backend may keep a reader from seeing a page, in milliseconds (decisions, 6).
const PATIENCE = 300

/** The log of a server: one JSON line an entry, on standard error. */
export function createLog(): Logger {
  return pino({ name: 'stet' }, pino.destination(2))
}

/** Our own backend over the configured bucket; with API_HOST, a client of somebody else's. */
export async function openBackend(environment: Environment, log: Logger): Promise<Backend> {
  const { API_HOST, BUCKET, BUCKET_NAME } = environment
  if (API_HOST !== undefined) {
    const clientFor = (lifetime?: AbortSignal) =>
      createClient({
        host: API_HOST,
        bucketName: BUCKET_NAME,
        fetch: (url, init) =>
          fetch(url, lifetime ? { ...init, signal: AbortSignal.any([init.signal, lifetime]) } : init),
      })
    return { kind: 'foreign', client: clientFor(), clientFor }
  }
  const bucket = openBucket(BUCKET)
  const archive = await openArchive({ bucket, onError: (error) => log.error(error) })
  const categories = await readCategoryList()
  const calls = apiCalls({
    ...{ archive, bucket, bucketName: BUCKET_NAME, report: (error) => log.error(error) },
    categoryOrder: categories.map(({ id }) => id),
  })
  const client = createClient({
    host: 'http://in-process',
    bucketName: BUCKET_NAME,
    // Our own pages ask our own calls, without a network between them.
    fetch: async (url, init) => {
      const request = new Request(url, init)
      const call = calls[new URL(url).pathname]
      return call ? await call(request) : new Response(null, { status: 404 })
    },
  })
  return { kind: 'own', archive, bucket, calls, client }
}

/** What answers the requests of a site: its backend, and its build (or, in development, its source). */
export async function createSiteListener(options: {
  environment: Environment
  backend: Backend
  log: Logger
  renderer: () => Promise<Renderer>
  assets: Assets
  files: Map<string, FinishedAnswer>
  newsroom: NewsroomState
  development?: boolean
  patience?: number
}): Promise<RequestListener> {
  const {
    environment,
    backend,
    log,
    renderer,
    assets,
    files,
    newsroom,
    development = false,
    patience = PATIENCE,
  } = options
  const [site, categories] = [await readSiteWords(), await readCategoryList()]
  const apiHost = environment.API_HOST ?? ''
  const bucketName = environment.BUCKET_NAME
  const bucketUrl = environment.BUCKET_URL ?? `${apiHost}/bucket/${bucketName}`
  const siteUrl = environment.SITE_URL ?? `http://localhost:${environment.PORT}`
  const report = (error: unknown) => log.error(error)
  const now = () => new Date()
  const policy = pagePolicy({ apiHost, bucketUrl, development })
  const offline = environment.OFFLINE === 'on' && !development
  const config = { site, apiHost, bucketName, bucketUrl, siteUrl, offline }
  const pages = createPages({ renderer, assets, config, backend, policy, patience, now, report })
  const app = createApp({
    ...{ backend, bucketName, bucketUrl, site, siteUrl, now, report, webSubHub: environment.WEBSUB_HUB ?? null },
    ...{ newsroom, alarmHours: environment.EDITION_ALARM_HOURS, indexNowKey: environment.INDEXNOW_KEY ?? null },
    categories: categories.map(({ id }) => id),
  })
  const answers = createAnswers({ app, backend, now })
  return createListener({ pages, assets: withWorker(files, { offline }), answers, report })
}

/** Fills an empty bucket with the first edition, unless STARTER says no; one that was stopped half-way is completed. */
export async function fillEmptyBucket(environment: Environment, backend: Backend): Promise<void> {
  if (backend.kind === 'foreign' || environment.STARTER === 'off') return
  const { bucket, archive } = backend
  if (archive.sequence === 0) console.log('Publishing the first edition …')
  await publishStarter({ bucket, archive, journal: openJournal({ bucket }), folder: 'editorial/starter' })
}

/** Listens, and resolves to the address; the error says what to do when the port is taken. */
export async function listen(server: Server, { HOST, PORT }: Environment): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const taken = 'code' in error && error.code === 'EADDRINUSE'
      reject(taken ? new Error(`Port ${PORT} is in use. Stop what listens there, or set PORT to another one.`) : error)
    })
    server.listen(PORT, HOST, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : PORT
  return `http://${HOST === '127.0.0.1' || HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST}:${port}`
}
