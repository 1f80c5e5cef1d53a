import { QueryClientProvider } from '@tanstack/react-query'
import { matchRoute, type Route } from '#blog/routes.ts'
import type { SiteConfig } from '#blog/site.ts'
import { ConfigProvider, QueriesProvider, useConfig } from '#site/context.tsx'
import type { Queries } from '#site/queries/queries.ts'
import { ArticlePage } from '#site/pages/article.tsx'
import { CategoryPage } from '#site/pages/category.tsx'
import { HomePage } from '#site/pages/home.tsx'
import { NotFoundPage } from '#site/pages/not-found.tsx'
import { AboutPage } from '#site/pages/about.tsx'
import { CorrectionsPage } from '#site/pages/corrections.tsx'
import { SearchPage } from '#site/pages/search.tsx'
import { ServerAddressProvider, useAddress, usePathname } from '#site/router.tsx'
import { Footer } from '#site/layout/footer.tsx'
import { Header } from '#site/layout/header.tsx'
import { ScrollAndFocus } from '#site/layout/scroll-and-focus.tsx'

/** The whole site for one page session; `serverAddress` is the path and query that the server renders. */
export function App(props: { config: SiteConfig; queries: Queries; serverAddress: string }) {
  const { config, queries, serverAddress } = props
  return (
    <ConfigProvider value={config}>
      <QueryClientProvider client={queries.cache}>
        <QueriesProvider value={queries}>
          <ServerAddressProvider value={serverAddress}>
            <a className="skip" href="#main">
              Skip to content
            </a>
            <Header />
            <ScrollAndFocus>
              <main id="main" tabIndex={-1}>
                <Screen />
              </main>
              <Footer />
            </ScrollAndFocus>
          </ServerAddressProvider>
        </QueriesProvider>
      </QueryClientProvider>
    </ConfigProvider>
  )
}

function Screen() {
  return (
    <div className="wrap" key={usePathname()}>
      {pageOf(matchRoute(useAddress()), useConfig().apiHost === '')}
    </div>
  )
}

function pageOf(route: Route, ownBackend: boolean) {
  switch (route.screen) {
    case 'home':
      return <HomePage />
    case 'article':
      return <ArticlePage category={route.category} id={route.id} />
    case 'category':
      return <CategoryPage category={route.category} page={route.page} />
    case 'about':
      return <AboutPage />
    case 'search':
      return <SearchPage words={route.words} />
    case 'corrections':
      return ownBackend ? <CorrectionsPage /> : <NotFoundPage />
    case 'not-found':
      return <NotFoundPage />
  }
}
