import { setTimeout as delay } from 'node:timers/promises'
import { renderToString } from 'react-dom/server'
import { categorySlug } from '#blog/category.ts'
import { setZone } from '#blog/date.ts'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import type { Route } from '#blog/routes.ts'
import type { Assets, PageRequest, RenderedPage } from '#blog/site.ts'
import { App } from '#site/app.tsx'
import { Document } from '#site/document.tsx'
import { linkedData } from '#site/linked-data.ts'
import { collectResults, type PageContent } from '#site/page-data.ts'
import { createQueries, type Queries } from '#site/queries/queries.ts'

/** Runs a page's query, chooses the response status and renders the HTML document. */
export async function renderPage(request: PageRequest): Promise<RenderedPage> {
  const { config, assets, address, route, categories: planned, client, report, ssrTimeout } = request
  const ownBackend = config.apiHost === ''
  // The client for our own archive returns sanitised HTML.
  const sanitise = ownBackend ? (html: string) => html : sanitizeHtml
  const queries = createQueries({ client, ownBackend, sanitise, report })
  const { cache, categories } = queries
  const loaded = Promise.all([cache.prefetchQuery(categories), queries.pageQuery(route)?.fetch()])
  await (ssrTimeout === null ? loaded : Promise.race([loaded, delay(ssrTimeout, null, { ref: false })]))
  const { status, settled } = outcome(route, queries, planned)
  const article =
    route.screen === 'article' ? cache.getQueryData(queries.article(route.category, route.id).queryKey) : undefined
  setZone(config.site.zone)
  const criticalStyles = status === 200 && settled ? criticalStylesOf(route, assets) : null
  const html = renderToString(
    <Document
      assets={assets}
      data={{ config, ...collectResults(route, queries) }}
      linkedData={linkedData({ route, config, article })}
      noindex={status === 503 || !settled || route.screen === 'search'}
      criticalStyles={criticalStyles}
    >
      <App config={config} queries={queries} served={{ address, route }} />
    </Document>,
  )
  const navigation = cache.getQueryData(categories.queryKey)?.origin === 'backend'
  cache.clear()
  return { status, html: `<!doctype html>${html}`, settled, navigation }
}

function criticalStylesOf({ screen }: Route, { critical }: Assets): string | null {
  if (critical === null) return null
  return screen === 'home' || screen === 'category' || screen === 'article' ? critical[screen] : null
}

// Samples are sent with status 503, so that a CDN serves its last good copy instead (docs/decisions/004).
function outcome(
  route: Route,
  { cache, categories, pageQuery }: Queries,
  planned: readonly string[],
): Pick<RenderedPage, 'status' | 'settled'> {
  const settled = true
  const query = pageQuery(route)
  if (route.screen === 'not-found' || (route.screen === 'corrections' && !query)) return { status: 404, settled }
  if (!query || route.screen === 'search') return { status: 200, settled }
  const state = cache.getQueryState<PageContent>(query.key)
  if (state?.status === 'error') return { status: 503, settled }
  const page = state?.data
  if (!page) return { status: 200, settled: false }
  if (!('origin' in page)) return { status: 200, settled }
  if (page.origin === 'missing') return { status: page.failed ? 503 : page.retraction ? 410 : 404, settled }
  if (page.origin === 'samples') return { status: 503, settled }
  if (route.screen !== 'category' || !('posts' in page) || page.posts.length > 0) return { status: 200, settled }
  const known = [...planned, ...(cache.getQueryData(categories.queryKey)?.names ?? [])].map(categorySlug)
  return { status: route.page === 1 && known.includes(categorySlug(route.category)) ? 200 : 404, settled }
}
