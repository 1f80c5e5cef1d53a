import { createContext, useContext } from 'react'
import type { SiteConfig } from '#blog/site.ts'

const ConfigContext = createContext<SiteConfig | null>(null)

/** Gives the settings to every component below. */
export const ConfigProvider = ConfigContext.Provider

/** The settings of this page. */
export function useConfig(): SiteConfig {
  const config = useContext(ConfigContext)
  if (config === null) throw new Error('useConfig needs a ConfigProvider above it')
  return config
}
