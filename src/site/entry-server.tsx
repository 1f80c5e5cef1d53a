import { renderToString } from 'react-dom/server'
import type { PageRequest, RenderedPage, SiteConfig } from '#blog/site.ts'
import { App } from '#site/app.tsx'
import { createCache, createQueries, type Queries } from '#site/data/queries.ts'
import { samplePosts } from '#site/data/samples.ts'
import { sanitise } from '#site/data/sanitise-server.ts'
import { Document } from '#site/document.tsx'
import { collectAnswers, serialise } from '#site/page-data.ts'
import { matchRoute, type Route } from '#site/routes.ts'
import type { Served } from '#site/served-head.tsx'

/** Renders the page behind a path: asks for what it needs, decides the status, writes the document. */
export async function renderPage(request: PageRequest): Promise<RenderedPage> {
  const route = matchRoute(request.pathname)
  const queries = createQueries(createCache(), {
    client: () => request.client,
    sanitise,
    samples: async () => samplePosts,
    report: request.report,
  })
  await withPatience(prepare(route, queries), request.patience)
  const { status, settled } = outcome(route, queries)
  const noindex = status === 503 || !settled
  const data = serialise({ config: request.config, answers: collectAnswers(route, queries) })
  const html = renderToString(
    <Document assets={request.assets} data={data} noindex={noindex} served={served(route, request.config, queries)}>
      <App config={request.config} queries={queries} serverPath={request.pathname} />
    </Document>,
  )
  const navigation = queries.cache.getQueryData(queries.categories.queryKey)?.origin === 'backend'
  queries.cache.clear()
  return { status, html: `<!doctype html>${html}`, settled, navigation }
}

function served(route: Route, config: SiteConfig, { cache, article, postsOf }: Queries): Served {
  return {
    ...{ route, config },
    article:
      route.screen === 'article' ? (cache.getQueryData(article(route.category, route.id).queryKey) ?? null) : null,
    isListed:
      route.screen === 'category' && (cache.getQueryData(postsOf(route.category).queryKey)?.posts ?? []).length > 0,
  }
}

function prepare(route: Route, queries: Queries): Promise<unknown> {
  const navigation = queries.cache.prefetchQuery(queries.categories)
  switch (route.screen) {
    case 'home':
      return Promise.all([navigation, queries.cache.prefetchQuery(queries.allPosts)])
    case 'category':
      return Promise.all([navigation, queries.cache.prefetchQuery(queries.postsOf(route.category))])
    case 'article':
      return Promise.all([navigation, queries.cache.prefetchQuery(queries.article(route.category, route.id))])
    default:
      return navigation
  }
}

async function withPatience(work: Promise<unknown>, patience: number | null): Promise<void> {
  if (patience === null) return void (await work)
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}

// Samples are no content: a CDN should rather show its last good copy (decisions, 6).
function outcome(route: Route, queries: Queries): { status: RenderedPage['status']; settled: boolean } {
  if (route.screen === 'not-found') return { status: 404, settled: true }
  if (route.screen === 'about') return { status: 200, settled: true }
  const state =
    route.screen === 'home'
      ? queries.cache.getQueryState(queries.allPosts.queryKey)
      : route.screen === 'category'
        ? queries.cache.getQueryState(queries.postsOf(route.category).queryKey)
        : queries.cache.getQueryState(queries.article(route.category, route.id).queryKey)
  if (state?.status === 'error') return { status: 503, settled: true }
  if (!state?.data) return { status: 200, settled: false }
  const { data } = state
  if (data.origin === 'samples') return { status: 503, settled: true }
  if (data.origin === 'missing') return { status: data.failed ? 503 : 404, settled: true }
  return { status: 200, settled: true }
}
