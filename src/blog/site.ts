import type { BlogClient } from '#blog/client.ts'
import type { Route } from '#blog/routes.ts'
import type { Sample } from '#blog/sample.ts'

// Types shared by the server and the site's server entry, so that neither has to import the other.

/** The blog's texts from `editorial/site.json`. */
export type SiteWords = {
  name: string
  strapline: string
  tagline: string
  description: string
  /** Contact address for readers, or null. */
  address: string | null
  owner: string
  /** The time zone for all dates. */
  zone: string
}

/** Run-time settings that the server passes to every page. */
export type SiteConfig = {
  site: SiteWords
  /** Origin of the API. An empty string means the page's own origin. */
  apiHost: string
  bucketName: string
  /** Public base URL of the bucket, absolute or a path on this server. */
  bucketUrl: string
  /** Public origin of the site, without a trailing slash. */
  siteUrl: string
  /** True if browsers save visited pages for offline reading. */
  offline: boolean
  /** The error rate that people found in randomly chosen articles. */
  sample?: Sample | undefined
  /** The current year, for the copyright line. */
  year: number
}

/** The kinds of pages for which critical CSS is inlined. */
export type CriticalScreen = 'home' | 'category' | 'article'

/** The build's files that pages refer to. */
export type Assets = {
  /** The critical CSS for each kind of page, or null in development. */
  critical: Record<CriticalScreen, string> | null
  /** URL of the full stylesheet. */
  stylesheet: string
  /** The fonts to preload: those that every page uses, or every page on screens that match `media`. */
  fonts: { href: string; media?: string }[]
  /** URL of the script that starts the application. */
  script: string
}

/** The input for rendering a page. */
export type PageRequest = {
  /** The request's path and query, encoded. */
  address: string
  /** The route that `address` matches. */
  route: Route
  config: SiteConfig
  assets: Assets
  /** The categories that have a page even if they have no posts. */
  categories: readonly string[]
  client: BlogClient
  /** Milliseconds to wait for the API calls before a skeleton page is sent, or null to wait for all calls. */
  ssrTimeout: number | null
  report: (error: unknown) => void
}

/**
 * A rendered page. `settled` is false if the page is a skeleton because some calls are still pending. `navigation` is
 * false if the page header has only fallback links.
 */
export type RenderedPage = { status: 200 | 404 | 410 | 503; html: string; settled: boolean; navigation: boolean }

/** The exports of the site's server entry. */
export type Renderer = { renderPage(request: PageRequest): Promise<RenderedPage> }
