import { createContext, useContext, type Context } from 'react'
import type { SiteConfig } from '#blog/site.ts'
import type { Queries } from '#site/queries/queries.ts'

const ConfigContext = createContext<SiteConfig | null>(null)
const QueriesContext = createContext<Queries | null>(null)

/** Provides the site's settings to the components below. */
export const ConfigProvider = ConfigContext.Provider

/** Provides the queries to the components below. */
export const QueriesProvider = QueriesContext.Provider

/** Returns the site's settings. */
export function useConfig(): SiteConfig {
  return useRequired(ConfigContext)
}

/** Returns the queries. */
export function useQueries(): Queries {
  return useRequired(QueriesContext)
}

function useRequired<Value>(context: Context<Value | null>): Value {
  const value = useContext(context)
  if (value === null) throw new Error('A component of the site was rendered outside <App>.')
  return value
}
