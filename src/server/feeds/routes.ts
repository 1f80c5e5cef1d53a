import { Hono } from 'hono'
import { categorySlug } from '#blog/category.ts'
import { textAnswer } from '#server/feeds/answer.ts'
import { createComposer, feedPath, FORMATS } from '#server/feeds/compose.ts'
import { createFeedCache, finished, type Fresh } from '#server/feeds/feed-cache.ts'
import { manifest } from '#server/feeds/manifest.ts'
import { newsSitemap } from '#server/feeds/news-sitemap.ts'
import { openSearch } from '#server/feeds/opensearch.ts'
import { robots } from '#server/feeds/robots.ts'
import { sitemap } from '#server/feeds/sitemap.ts'
import { postSource } from '#server/feeds/source.ts'
import { clean } from '#server/feeds/xml.ts'
import type { Backend } from '#server/backend.ts'
import type { SiteWords } from '#blog/site.ts'

/** What feeds, sitemaps and the like are made from. */
export type FeedOptions = {
  backend: Backend
  site: SiteWords
  siteUrl: string
  /** Public base of the bucket, absolute or a path of this server. */
  bucketUrl: string
  /** The WebSub hub that the newsroom tells of new posts, or null. */
  webSubHub: string | null
  /** The categories that an edition fills: they have a health, and feeds before they have posts. */
  categories: readonly string[]
  now: () => Date
  report: (error: unknown) => void
}

type File = { path: string; type: string; links?: string[]; make: () => Promise<Fresh | null> }

const CACHE_BYTES = 32 * 1024 * 1024

// For how long a list of the last two days is right, in milliseconds.
const MINUTE = 60_000

const TEXT = 'text/plain; charset=utf-8'
const XML = 'application/xml; charset=utf-8'
const OPEN_SEARCH = 'application/opensearchdescription+xml; charset=utf-8'
const ICON = { location: '/icon-48.png', 'cache-control': 'public, max-age=86400' }

/** Everything that tells programs what is published: feeds, sitemaps, `llms.txt`, the manifest and the like. */
export function feedRoutes(options: FeedOptions): Hono {
  const { backend, site, siteUrl, bucketUrl, webSubHub: hub, now } = options
  const bucketBase = bucketUrl.startsWith('/') ? `${siteUrl}${bucketUrl}` : bucketUrl
  const source = postSource({ ...options, places: { siteUrl, bucketBase } })
  const cache = createFeedCache({ bytes: CACHE_BYTES, now })
  // Search is no part of the contract: others' backends may have none.
  const search = backend.kind === 'own' ? `${siteUrl}/opensearch.xml` : null
  const composer = createComposer({ source, site, siteUrl, hub, search, started: now(), now })
  const app = new Hono()

  for (const name of ['rss.xml', 'atom.xml', 'feed.json'] as const) {
    app.get(`/${name}`, ({ req }) => sendFeed(req.raw, name, null))
    app.get(`/category/:category/${name}`, ({ req }) =>
      sendFeed(req.raw, name, categorySlug(clean(req.param('category')))),
    )
  }
  app.get('/sitemap.xml', ({ req }) => sendSitemap(req.raw, null))
  app.get('/:name{sitemap-[1-9][0-9]{0,3}[.]xml}', ({ req }) =>
    sendSitemap(req.raw, Number.parseInt(req.param('name').slice('sitemap-'.length))),
  )
  app.get('/news-sitemap.xml', ({ req }) => send(req.raw, { path: '/news-sitemap.xml', type: XML, make: makeNews }))
  app.get('/llms.txt', ({ req }) => send(req.raw, { path: '/llms.txt', type: TEXT, make: composer.llms }))
  sendAlways('/robots.txt', TEXT, robots(siteUrl))
  sendAlways('/manifest.webmanifest', 'application/manifest+json', manifest(site))
  if (search !== null) sendAlways('/opensearch.xml', OPEN_SEARCH, openSearch({ site, siteUrl }))
  // For whoever asks for the icon by its oldest name.
  app.get('/favicon.ico', () => new Response(null, { status: 302, headers: ICON }))
  return app

  async function sendFeed(request: Request, name: keyof typeof FORMATS, slug: string | null): Promise<Response> {
    const path = feedPath(name, slug)
    const links = [...(hub === null || slug !== null ? [] : [linkTo(hub, 'hub')]), linkTo(siteUrl + path, 'self')]
    const make = () => composer.feed(name, slug)
    return await send(request, { path, type: `${FORMATS[name].type}; charset=utf-8`, links, make })
  }

  async function sendSitemap(request: Request, part: number | null): Promise<Response> {
    const make = async () => {
      const text = sitemap({ siteUrl, posts: await source.all(), part })
      return text === null ? null : { text, until: Number.POSITIVE_INFINITY }
    }
    return await send(request, { path: `/sitemap${part === null ? '' : `-${part}`}.xml`, type: XML, make })
  }

  async function makeNews(): Promise<Fresh> {
    const posts = await source.all()
    return { text: newsSitemap({ site, siteUrl, posts, now: now() }), until: now().getTime() + MINUTE }
  }

  async function send(request: Request, { path, type, links = [], make }: File): Promise<Response> {
    const state = source.state()
    const kept = await cache.get({ path, state: state?.name ?? null, make })
    if (kept === null) return new Response('Not found\n', { status: 404, headers: { 'cache-control': 'no-store' } })
    // A date of this very second may still stand for two states (RFC 9110, section 8.8.2.2).
    const dated = state !== null && kept.until === Number.POSITIVE_INFINITY && secondOf(now()) > secondOf(state.since)
    return textAnswer(request, { kept, type, links, modified: dated ? state.since : null })
  }

  function sendAlways(path: string, type: string, text: string): void {
    const kept = finished({ text, until: Number.POSITIVE_INFINITY })
    app.get(path, ({ req }) => textAnswer(req.raw, { kept, type, links: [], modified: null }))
  }
}

// As WebSub finds hub and topic without reading the feed (https://www.w3.org/TR/websub/#discovery).
function linkTo(address: string, relation: string): string {
  return `<${new URL(address).href}>; rel="${relation}"`
}

function secondOf(time: Date): number {
  return Math.floor(time.getTime() / 1_000)
}
