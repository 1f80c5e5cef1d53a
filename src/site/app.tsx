import { QueryClientProvider } from '@tanstack/react-query'
import { memo, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SiteConfig } from '#blog/site.ts'
import { ConfigProvider } from '#site/config.tsx'
import { QueriesProvider } from '#site/data/context.tsx'
import { prefetch } from '#site/data/prefetch.ts'
import type { Queries } from '#site/data/queries.ts'
import { AboutPage } from '#site/pages/about.tsx'
import { ArticlePage } from '#site/pages/article.tsx'
import { CategoryPage } from '#site/pages/category.tsx'
import { HomePage } from '#site/pages/home.tsx'
import { NotFoundPage } from '#site/pages/not-found.tsx'
import { Arrival, Router, usePathname } from '#site/router.tsx'
import { matchRoute } from '#site/routes.ts'
import { afterFrame } from '#site/ui/first-frame.ts'
import { Footer } from '#site/ui/footer.tsx'
import { Header } from '#site/ui/header.tsx'
import { ArrivalContext } from '#site/ui/page-heading.tsx'

/** The whole site for one page session; `serverPath` is the path to render on the server. */
export function App({ config, queries, serverPath }: { config: SiteConfig; queries: Queries; serverPath: string }) {
  const warm = useCallback((pathname: string) => prefetch(queries, pathname), [queries])
  return (
    <ConfigProvider value={config}>
      <QueryClientProvider client={queries.cache}>
        <QueriesProvider value={queries}>
          <Router serverPath={serverPath} prefetch={warm}>
            <Frame />
          </Router>
        </QueriesProvider>
      </QueryClientProvider>
    </ConfigProvider>
  )
}

// Nothing of the frame is rendered anew for another page but what says so itself: a press is answered within a frame.
function Frame() {
  const status = useRef<HTMLParagraphElement>(null)
  const pending = useRef(false)
  const arrival = useMemo(() => {
    function announce(name: string): void {
      if (status.current) status.current.textContent = name
    }
    function take(): boolean {
      const was = pending.current
      pending.current = false
      return was
    }
    function begin(): void {
      pending.current = true
      // What was served with the first page is not true of another.
      for (const element of document.querySelectorAll('[data-served]')) element.remove()
      announce('')
    }
    return { announce, take, begin }
  }, [])
  return (
    <>
      <Arrival arrived={arrival.begin} />
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <ArrivalContext value={arrival}>
          <Screens />
        </ArrivalContext>
      </main>
      <Footer />
      <p className="vh" role="status" aria-live="polite" ref={status} />
    </>
  )
}

// To take a long list apart takes as long as to make the next page's first frame: the page that is left is hidden at first,
// and gone a frame later. Not so an article, whose visit ends when it is left.
function Screens() {
  const pathname = usePathname()
  const [left, setLeft] = useState(pathname)
  useEffect(
    () => (left === pathname ? undefined : afterFrame(() => startTransition(() => setLeft(pathname)))),
    [left, pathname],
  )
  const hidden = left !== pathname && matchRoute(left).screen !== 'article' ? [left] : []
  return [pathname, ...hidden].map((path) => (
    <div className="wrap" hidden={path !== pathname} key={path}>
      <Screen pathname={path} />
    </div>
  ))
}

const Screen = memo(function Screen({ pathname }: { pathname: string }) {
  const route = matchRoute(pathname)
  switch (route.screen) {
    case 'home':
      return <HomePage />
    case 'article':
      return <ArticlePage category={route.category} id={route.id} />
    case 'category':
      return <CategoryPage category={route.category} />
    case 'about':
      return <AboutPage />
    case 'not-found':
      return <NotFoundPage />
  }
})
