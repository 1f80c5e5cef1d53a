import { createContext, useContext, type Context } from 'react'
import type { SiteConfig } from '#blog/site.ts'
import type { Queries } from '#site/queries/queries.ts'

const ConfigContext = createContext<SiteConfig | null>(null)
const QueriesContext = createContext<Queries | null>(null)

/** Gives the settings to every component below. */
export const ConfigProvider = ConfigContext.Provider

/** Gives the queries to every page below. */
export const QueriesProvider = QueriesContext.Provider

/** The settings of this page. */
export function useConfig(): SiteConfig {
  return useGiven(ConfigContext)
}

/** The queries of this page session. */
export function useQueries(): Queries {
  return useGiven(QueriesContext)
}

function useGiven<Value>(context: Context<Value | null>): Value {
  const value = useContext(context)
  if (value === null) throw new Error('A part of the site is used outside of App, which gives it settings and queries.')
  return value
}
