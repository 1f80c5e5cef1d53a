import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { afterAll, inject } from 'vitest'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import type { PostToPublish } from '#archive/post-store.ts'
import type { Renderer } from '#blog/site.ts'
import { readAssets, readManifest } from '#server/assets.ts'
import type { Backend } from '#server/backend.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { createSiteListener, listen, openBackend } from '#wiring/site-server.ts'
import { startFakeBackend, type WirePost } from './fake-backend.ts'

/** A running site: the real server with the built application. */
export type Site = { url: string; backend: Backend; errors: unknown[]; close(): Promise<void> }

/**
 * Starts a site on a free local port. `variables` are environment variables such as `API_HOST`. The site waits 4 s for
 * a slow backend, because every backend is slow on a busy machine. If `impatient` is true, it waits 300 ms, as in
 * production.
 */
export async function startSite(
  variables: Record<string, string> = {},
  { impatient = false }: { impatient?: boolean } = {},
): Promise<Site> {
  const environment = readEnvironment({
    BUCKET: 'memory:',
    CACHE: 'off',
    STARTER: 'off',
    OFFLINE: 'off',
    PORT: '0',
    ...variables,
  })
  const errors: unknown[] = []
  const report = (error: unknown) => void errors.push(error)
  const backend = await openBackend(environment, report)
  const client = resolve('dist/client')
  const { renderPage }: Renderer = await import(/* @vite-ignore */ resolve('dist/server/entry-server.js'))
  const listener = await createSiteListener({
    environment,
    backend,
    report,
    newsroom: { sentence: () => '', expected: false, last: async () => null },
    renderer: async () => ({ renderPage }),
    assets: await readManifest(client),
    files: await readAssets(client),
    ...(impatient ? {} : { ssrTimeout: 4_000 }),
  })
  const server = createServer(listener)
  const url = await listen(server, { host: environment.HOST, port: environment.PORT })
  return {
    url,
    backend,
    errors,
    close: () =>
      new Promise((done) => {
        if (backend.kind === 'local') {
          void backend.index.close()
          backend.archive.close()
        }
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

let edition: Promise<Site> | null = null

/** Returns a site with the first edition. All test files in a worker share it, so tests must not change or close it. */
export function firstEdition(): Promise<Site> {
  edition ??= startSite({ BUCKET: `file:${inject('firstEdition')}` })
  return edition
}

/** Starts a site, by default with a bucket in memory, and closes it after the file's tests. */
export async function startOwnSite(...options: Parameters<typeof startSite>): Promise<Site> {
  const site = await startSite(...options)
  afterAll(() => site.close())
  return site
}

/** Starts a fake backend and a site that uses it, and closes both after the file's tests. */
export async function startForeignSite(
  options: { posts?: WirePost[]; variables?: Record<string, string>; impatient?: boolean } = {},
) {
  const { posts, variables = {}, impatient = false } = options
  const api = await startFakeBackend(posts)
  const site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl, ...variables }, { impatient })
  afterAll(async () => {
    await site.close()
    await api.close()
  })
  return { api, site }
}

/** Returns a site's bucket, archive and journal. Throws if the site has a remote backend. */
export function storeOf({ backend }: Site) {
  if (backend.kind !== 'local') throw new Error('This site has no bucket of its own.')
  const { bucket, archive } = backend
  return { bucket, archive, journal: openJournal({ bucket }) }
}

/** Publishes a post into a site's own bucket. */
export async function publish(site: Site, post: Partial<PostToPublish> & { id: string }): Promise<void> {
  await publishPost({
    ...storeOf(site),
    post: {
      category: 'technology',
      title: `The article ${post.id} with a title of its own`,
      excerpt: `The article ${post.id} in a sentence.`,
      html: '<p>Its text.</p>',
      markdown: 'Its text.',
      author: 'Stet Newsroom',
      date: '2026-10-01T09:00:00Z',
      tags: ['first', 'second', 'third'],
      provenance: null,
      ...post,
    },
    files: [],
  })
}
