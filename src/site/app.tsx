import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Route } from '#blog/routes.ts'
import { Missing } from '#site/components/message.tsx'
import { SiteProvider, type Site } from '#site/context.tsx'
import { ArticlePage } from '#site/pages/article.tsx'
import { CategoryPage } from '#site/pages/category.tsx'
import { HomePage } from '#site/pages/home.tsx'
import { AboutPage } from '#site/pages/about.tsx'
import { CorrectionsPage } from '#site/pages/corrections.tsx'
import { SearchPage } from '#site/pages/search.tsx'
import { useMatchedAddress, type MatchedAddress } from '#site/router.tsx'
import { Footer } from '#site/layout/footer.tsx'
import { Header } from '#site/layout/header.tsx'
import { SeoHead } from '#site/seo-head.tsx'
import { ScrollAndFocus } from '#site/layout/scroll-and-focus.tsx'

/**
 * The root component. `served` contains the URL and route of the page that the server renders or has rendered. Every
 * navigation renders this component again, so parts of the page that stay the same use `memo`.
 */
export function App({ served, config, queries }: Site & { served: MatchedAddress }) {
  const { address, route } = useMatchedAddress(served)
  const [pathname = '/'] = address.split('?')
  const site = useMemo(() => ({ config, queries }), [config, queries])
  return (
    <SiteProvider value={site}>
      <QueryClientProvider client={queries.cache}>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Header route={route} />
        <ScrollAndFocus pathname={pathname}>
          <main id="main" tabIndex={-1}>
            <div className="wrap" key={pathname}>
              <Page route={route} ownBackend={config.apiHost === ''} />
            </div>
          </main>
          <Footer />
        </ScrollAndFocus>
      </QueryClientProvider>
    </SiteProvider>
  )
}

function Page({ route, ownBackend }: { route: Route; ownBackend: boolean }) {
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

function NotFoundPage() {
  return (
    <>
      <SeoHead title="Page Not Found" description="This page does not exist." path={null} />
      <Missing
        isPage
        title="Page Not Found"
        text="The page you're looking for doesn't exist or has been moved."
        link="Return to Homepage"
      />
    </>
  )
}
