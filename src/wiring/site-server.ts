import type { RequestListener, Server } from 'node:http'
import { isIPv6 } from 'node:net'
import { openArchive } from '#archive/archive.ts'
import { openSearchIndex } from '#archive/search-index.ts'
import { setZone } from '#blog/date.ts'
import type { Assets, Renderer } from '#blog/site.ts'
import { cacheBeside, isS3, openBucketAtStart } from '#bucket/open.ts'
import type { Backend } from '#server/backend.ts'
import type { NewsroomState } from '#server/health.ts'
import type { CachedResponse } from '#server/http.ts'
import { createListener } from '#server/listener.ts'
import { createPages } from '#server/pages.ts'
import { createResponseCache } from '#server/response-cache.ts'
import { createRouter } from '#server/router.ts'
import { pagePolicy } from '#server/security.ts'
import { readCategoryList, readSiteWords, readSynonyms, readZone } from './editorial.ts'
import type { Environment } from './environment.ts'
import { makeFolder } from './folder.ts'
import { openRemoteBackend } from './remote-backend.ts'

// If a remote backend does not respond within this time, the server sends a page with skeletons.
const SSR_TIMEOUT_MS = 300

const FOLDER_POLL_MS = 1_000

const CACHE_LIMITS = { maxBytes: 96 * 1024 * 1024, maxEntries: 10_000 }

type Report = (error: unknown) => void

/** Opens the remote backend at API_HOST if it is set, otherwise our own backend on the configured bucket. */
export async function openBackend(environment: Environment, report: Report): Promise<Backend> {
  setZone(readZone())
  const { API_HOST: host, BUCKET, S3: access, BUCKET_NAME: bucketName, CACHE = cacheBeside(BUCKET) } = environment
  if (host !== undefined) {
    const remote = openRemoteBackend({ host, bucketName })
    const problem = await remote.problem()
    if (problem !== null) report(problem)
    return remote
  }
  await makeFolder('BUCKET', BUCKET)
  const bucket = await openBucketAtStart({ address: BUCKET, access, onError: report })
  // Poll a folder more often than an S3 store, which charges for each request.
  const archive = await openArchive({ bucket, onError: report, ...(!isS3(BUCKET) && { pollEvery: FOLDER_POLL_MS }) })
  const index = openSearchIndex({
    archive,
    bucket,
    // The search thread cannot read a bucket in this thread's memory.
    address: BUCKET === 'memory:' ? null : BUCKET,
    access,
    cache: CACHE === 'off' ? null : CACHE,
    synonyms: await readSynonyms(),
    onError: report,
  })
  const categoryOrder = (await readCategoryList()).map(({ id }) => id)
  return { kind: 'local', archive, bucket, index, categoryOrder }
}

/** Creates the request listener that serves the built site or, in development, the site from its source. */
export async function createSiteListener(options: {
  environment: Environment
  backend: Backend
  report: Report
  renderer: () => Promise<Renderer>
  assets: Assets
  files: Map<string, CachedResponse>
  newsroom: NewsroomState
  development?: boolean
  ssrTimeout?: number
}): Promise<RequestListener> {
  const { environment, backend, report, renderer, assets, files, newsroom } = options
  const { development = false, ssrTimeout = SSR_TIMEOUT_MS } = options
  const [site, categories] = [await readSiteWords(), (await readCategoryList()).map(({ id }) => id)]
  const apiHost = environment.API_HOST ?? ''
  const bucketName = environment.BUCKET_NAME
  const bucketUrl = environment.BUCKET_URL ?? `${apiHost}/bucket/${bucketName}`
  const siteUrl = environment.SITE_URL ?? `http://localhost:${environment.PORT}`
  const inlineStyles = Object.values(assets.critical ?? {})
  const policy = (page: { hasForm: boolean }) => pagePolicy({ apiHost, bucketUrl, development, inlineStyles, ...page })
  const offline = environment.OFFLINE === 'on' && !development
  const config = { site, apiHost, bucketName, bucketUrl, siteUrl, offline }
  const sequence = () => (backend.kind === 'local' ? backend.archive.sequence : 0)
  const shared = { ...config, backend, categories, now: () => new Date(), report }
  return createListener({
    pages: createPages({ ...shared, renderer, assets, config, policy, ssrTimeout }),
    assets: files,
    router: createRouter({
      ...shared,
      webSubHub: environment.WEBSUB_HUB ?? null,
      indexNowKey: environment.INDEXNOW_KEY ?? null,
      newsroom,
      alarmHours: environment.EDITION_ALARM_HOURS,
    }),
    cache: createResponseCache({ ...CACHE_LIMITS, ...shared, sequence }),
    report,
  })
}

/** Starts a server and resolves to its URL. If that fails, the error message contains the setting to change. */
export async function listen(server: Server, given: { host: string; port: number; setting?: string }): Promise<string> {
  const { host, port } = given
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new Error(whyNotListening(cause, given), { cause })))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const used = typeof address === 'object' && address !== null ? address.port : port
  const shown = ['127.0.0.1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${isIPv6(shown) ? `[${shown}]` : shown}:${used}`
}

function whyNotListening(error: Error, { host, port, setting = 'PORT' }: Parameters<typeof listen>[1]): string {
  const code = 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the process that uses it, or set ${setting} to another port.`
  if (code === 'EACCES') return `This user is not allowed to listen on port ${port}. Set ${setting} to 1024 or higher.`
  return `HOST is "${host}", but this machine cannot listen there (${error.message}). Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`
}
