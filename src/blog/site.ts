import type { BlogClient } from '#blog/client.ts'
import type { Route } from '#blog/routes.ts'

// The interface between the server and the site's server entry, which do not import each other.

/** The words that name a blog, from `editorial/site.json`. */
export type SiteWords = {
  name: string
  strapline: string
  tagline: string
  description: string
  /** The contact address for readers, or null. */
  address: string | null
  owner: string
}

/** The run-time settings of every page. They are not part of the build. */
export type SiteConfig = {
  site: SiteWords
  /** Origin of the three calls; empty for the page's own. */
  apiHost: string
  bucketName: string
  /** Public base of the bucket, absolute or a path of this server. */
  bucketUrl: string
  /** Public origin of the site, without a last slash. */
  siteUrl: string
  /** Whether browsers keep what was read, for reading offline. */
  offline: boolean
  /** The current year in UTC, for the copyright line. */
  year: number
}

/** The kinds of page whose first styles are inlined. */
export type CriticalScreen = 'home' | 'category' | 'article'

/** The parts of the build that pages refer to. */
export type Assets = {
  /** The inlined rules for each kind of page; null in development. */
  critical: Record<CriticalScreen, string> | null
  /** Address of the whole style sheet. */
  stylesheet: string
  /** Address of the script that starts the application. */
  script: string
}

/** A page to render. */
export type PageRequest = {
  /** The path as requested, still encoded, and the query of a page of a category. */
  address: string
  /** The route that the address matches. */
  route: Route
  config: SiteConfig
  assets: Assets
  client: BlogClient
  /** How long to wait for the calls before the skeleton is sent, in milliseconds; null waits for all of them. */
  ssrTimeout: number | null
  report: (error: unknown) => void
}

/** A rendered page: `settled` is false for a skeleton whose calls were still under way, `navigation` for a header of fallback links. */
export type RenderedPage = { status: 200 | 404 | 410 | 503; html: string; settled: boolean; navigation: boolean }

/** The site's server entry. */
export type Renderer = { renderPage(request: PageRequest): Promise<RenderedPage> }
