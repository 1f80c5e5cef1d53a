import { createContext, useContext } from 'react'
import type { SiteConfig } from '#blog/site.ts'
import type { Queries } from '#site/queries/queries.ts'

const SiteContext = createContext<{ config: SiteConfig; queries: Queries } | null>(null)

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
  if (site === null) throw new Error('useConfig and useQueries can be called only inside <App>.')
  return site
}
