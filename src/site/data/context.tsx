import { createContext, useContext } from 'react'
import type { Queries } from '#site/data/queries.ts'

const QueriesContext = createContext<Queries | null>(null)

/** Gives the queries to every page below. */
export const QueriesProvider = QueriesContext.Provider

/** The queries of this page session. */
export function useQueries(): Queries {
  const queries = useContext(QueriesContext)
  if (queries === null) throw new Error('useQueries needs a QueriesProvider above it')
  return queries
}
