import type { RequestListener, Server } from 'node:http'
import { pino, type Logger } from 'pino'
import { openArchive } from '#archive/archive.ts'
import { openSearchIndex } from '#archive/search-index.ts'
import { CallFailed, createClient } from '#blog/client.ts'
import type { Assets, Renderer } from '#blog/site.ts'
import { cacheBeside, openBucketAtStart } from '#bucket/open.ts'
import { withWorker } from '#server/assets.ts'
import type { Backend } from '#server/backend.ts'
import type { NewsroomState } from '#server/health.ts'
import type { CachedResponse } from '#server/http.ts'
import { createListener } from '#server/listener.ts'
import { createPages } from '#server/pages.ts'
import { createRemoteFetch } from '#server/remote-fetch.ts'
import { createResponseCache } from '#server/response-cache.ts'
import { createRouter } from '#server/router.ts'
import { pagePolicy } from '#server/security.ts'
import { isEditionHour } from './edition-day.ts'
import { readCategoryList, readSiteWords } from './editorial.ts'
import type { Environment } from './environment.ts'

// How long a remote backend may keep a reader from seeing a page, in milliseconds (decisions, 6).
const SSR_TIMEOUT = 300

// What the cache of responses may hold.
const MAX_BYTES = 96 * 1024 * 1024
const MAX_ENTRIES = 10_000

// As many categories as a remote backend is asked for.
const MAX_CATEGORIES = 200

/** The log of a server: one JSON line an entry, on standard error. */
export function createLog(): Logger {
  return pino({ name: 'stet' }, pino.destination(2))
}

/** Our own backend over the configured bucket; with API_HOST, a client of somebody else's. */
export async function openBackend(environment: Environment, log: Logger): Promise<Backend> {
  const { API_HOST: host, BUCKET, S3: access, BUCKET_NAME: bucketName, CACHE = cacheBeside(BUCKET) } = environment
  if (host !== undefined) {
    const client = (lifetime: AbortSignal) => {
      const remote = createClient({ host, bucketName, fetch: createRemoteFetch({ lifetime }) })
      return { ...remote, listCategories: async () => (await remote.listCategories()).slice(0, MAX_CATEGORIES) }
    }
    return { kind: 'remote', client }
  }
  const onError = (error: unknown) => log.error(error)
  const bucket = await openBucketAtStart({ address: BUCKET, access, onError })
  const archive = await openArchive({ bucket, isBusy: () => isEditionHour(environment, new Date()), onError })
  const index = openSearchIndex({
    archive,
    bucket,
    // Another thread sees nothing of what is in memory.
    address: BUCKET === 'memory:' ? null : BUCKET,
    access,
    cache: CACHE === 'off' ? null : CACHE,
    onError,
  })
  const categoryOrder = (await readCategoryList()).map(({ id }) => id)
  return { kind: 'local', archive, bucket, index, categoryOrder }
}

/** What answers the requests of a site: its backend, and its build (or, in development, its source). */
export async function createSiteListener(options: {
  environment: Environment
  backend: Backend
  log: Logger
  renderer: () => Promise<Renderer>
  assets: Assets
  files: Map<string, CachedResponse>
  newsroom: NewsroomState
  development?: boolean
  ssrTimeout?: number
  isStopping?: () => boolean
}): Promise<RequestListener> {
  const { environment, backend, log, renderer, assets, files, newsroom, isStopping } = options
  const { development = false, ssrTimeout = SSR_TIMEOUT } = options
  const [site, categories] = [await readSiteWords(), await readCategoryList()]
  const apiHost = environment.API_HOST ?? ''
  const bucketName = environment.BUCKET_NAME
  const bucketUrl = environment.BUCKET_URL ?? `${apiHost}/bucket/${bucketName}`
  const siteUrl = environment.SITE_URL ?? `http://localhost:${environment.PORT}`
  const report = createReport(log)
  const now = () => new Date()
  const policy = (hasForm: boolean) => pagePolicy({ apiHost, bucketUrl, development, hasForm })
  const offline = environment.OFFLINE === 'on' && !development
  const config = { site, apiHost, bucketName, bucketUrl, siteUrl, offline }
  return createListener({
    pages: createPages({ renderer, assets, config, backend, policy, ssrTimeout, now, report }),
    assets: withWorker(files, { offline }),
    router: createRouter({
      backend,
      bucketName,
      bucketUrl,
      site,
      siteUrl,
      webSubHub: environment.WEBSUB_HUB ?? null,
      indexNowKey: environment.INDEXNOW_KEY ?? null,
      newsroom,
      alarmHours: environment.EDITION_ALARM_HOURS,
      categories: categories.map(({ id }) => id),
      now,
      report,
    }),
    cache: createResponseCache({
      maxBytes: MAX_BYTES,
      maxEntries: MAX_ENTRIES,
      sequence: () => (backend.kind === 'local' ? backend.archive.sequence : 0),
      now,
      onError: report,
    }),
    report,
    isStopping,
  })
}

// A backend that cannot be reached fails every call of every page: one sentence in ten seconds says as much.
function createReport(log: Logger): (error: unknown) => void {
  const pause = 10_000
  let quietUntil = 0
  return (error) => {
    if (!(error instanceof CallFailed)) return log.error(error)
    if (Date.now() < quietUntil) return undefined
    quietUntil = Date.now() + pause
    return log.error(`${error.message}. More failed calls in the next ${pause / 1_000} seconds are not logged.`)
  }
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
