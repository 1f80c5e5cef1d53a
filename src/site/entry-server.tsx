import { renderToString } from 'react-dom/server'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import type { Route } from '#blog/routes.ts'
import type { Assets, PageRequest, RenderedPage } from '#blog/site.ts'
import { App } from '#site/app.tsx'
import { Document } from '#site/document.tsx'
import { linkedData } from '#site/linked-data.ts'
import { collectAnswers } from '#site/page-data.ts'
import { RESULTS } from '#site/queries/model.ts'
import { createCache, createQueries, type Queries } from '#site/queries/queries.ts'

/** Renders a page: fetches its data, decides the status and writes the document. */
export async function renderPage(request: PageRequest): Promise<RenderedPage> {
  const { config, assets, address, route, client, report } = request
  const ownBackend = config.apiHost === ''
  // The client of our own archive has already sanitised its texts.
  const sanitise = ownBackend ? (html: string) => html : sanitizeHtml
  const queries = createQueries(createCache(), { client, ownBackend, sanitise, report })
  await withTimeout(prepare(route, queries, ownBackend), request.ssrTimeout)
  const { status, settled } = outcome(route, queries, ownBackend)
  const article =
    route.screen === 'article'
      ? queries.cache.getQueryData(queries.article(route.category, route.id).queryKey)
      : undefined
  const html = renderToString(
    <Document
      assets={assets}
      data={{ config, ...collectAnswers(route, queries) }}
      linkedData={linkedData({ route, config, article })}
      noindex={status === 503 || !settled || route.screen === 'search'}
      criticalStyles={status === 200 && settled ? criticalStylesOf(route, assets) : null}
    >
      <App config={config} queries={queries} serverAddress={address} />
    </Document>,
  )
  const navigation = queries.cache.getQueryData(queries.categories.queryKey)?.origin === 'backend'
  queries.cache.clear()
  return { status, html: `<!doctype html>${html}`, settled, navigation }
}

function criticalStylesOf({ screen }: Route, { critical }: Assets): string | null {
  if (critical === null) return null
  return screen === 'home' || screen === 'category' || screen === 'article' ? critical[screen] : null
}

function prepare(route: Route, queries: Queries, ownBackend: boolean): Promise<unknown> {
  const { cache, categories, allPosts, postsOf, article, search, changes } = queries
  const page =
    route.screen === 'home'
      ? cache.prefetchQuery(allPosts)
      : route.screen === 'category'
        ? cache.prefetchQuery(postsOf(route.category, route.page))
        : route.screen === 'article'
          ? cache.prefetchQuery(article(route.category, route.id))
          : route.screen === 'search' && route.words !== ''
            ? cache.prefetchQuery(search(route.words, RESULTS))
            : route.screen === 'corrections' && ownBackend
              ? cache.prefetchQuery(changes)
              : null
  return Promise.all([cache.prefetchQuery(categories), page])
}

async function withTimeout(work: Promise<unknown>, ssrTimeout: number | null): Promise<void> {
  if (ssrTimeout === null) return void (await work)
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, ssrTimeout)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}

// Samples are a 503, because a CDN should show its last good copy instead (docs/decisions/004).
function outcome(
  route: Route,
  { cache, allPosts, postsOf, article, changes }: Queries,
  ownBackend: boolean,
): Pick<RenderedPage, 'status' | 'settled'> {
  if (route.screen === 'not-found') return { status: 404, settled: true }
  if (route.screen === 'about' || route.screen === 'search') return { status: 200, settled: true }
  if (route.screen === 'corrections') {
    const failed = cache.getQueryState(changes.queryKey)?.status === 'error'
    return { status: !ownBackend ? 404 : failed ? 503 : 200, settled: true }
  }
  const state =
    route.screen === 'home'
      ? cache.getQueryState(allPosts.queryKey)
      : route.screen === 'category'
        ? cache.getQueryState(postsOf(route.category, route.page).queryKey)
        : cache.getQueryState(article(route.category, route.id).queryKey)
  if (state?.status === 'error') return { status: 503, settled: true }
  if (!state?.data) return { status: 200, settled: false }
  const { data } = state
  if (data.origin === 'samples') return { status: 503, settled: true }
  if (route.screen === 'category' && route.page > 1 && 'posts' in data && data.posts.length === 0)
    return { status: 404, settled: true }
  if (data.origin === 'missing') return { status: data.failed ? 503 : data.retraction ? 410 : 404, settled: true }
  return { status: 200, settled: true }
}
