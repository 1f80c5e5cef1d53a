import { createContext, useContext } from 'react'
import type { SiteConfig } from '#blog/site.ts'
import type { Queries } from '#site/queries/queries.ts'

/** The data of `SiteProvider`. */
export type Site = { config: SiteConfig; queries: Queries }

const SiteContext = createContext<Site | null>(null)

/** Provides the site's settings and queries to the components below. */
export const SiteProvider = SiteContext.Provider

/** Returns the site's settings. */
export function useConfig(): SiteConfig {
  return useSite().config
}

/** Returns the site's queries. */
export function useQueries(): Queries {
  return useSite().queries
}

function useSite() {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('The settings and queries of the site can be used only inside <App>.')
  return site
}
