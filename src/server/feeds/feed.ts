import type { Entry } from '#server/feeds/entry.ts'

/** The language of everything that the newsroom writes. */
export const LANGUAGE = 'en'

/** What IPTC calls the source of text that a model wrote: a concept of its vocabulary, as its scheme and its name. */
export const WRITTEN_BY_MODEL = {
  scheme: 'http://cv.iptc.org/newscodes/digitalsourcetype/',
  term: 'trainedAlgorithmicMedia',
} as const

/** What every format of a feed is written from. All addresses are absolute. */
export type Feed = {
  title: string
  description: string
  /** Who publishes it. */
  author: string
  siteUrl: string
  /** The page that shows the same posts. */
  home: string
  /** The feed's own address. */
  self: string
  /** The WebSub hub that is told of its changes, or null. */
  hub: string | null
  /** Where programs find out how to search the posts, or null. */
  search: string | null
  /** The time of the newest change, in milliseconds since 1970. */
  changed: number
  entries: readonly Entry[]
}

/** The icons of the site, by the width of the square. */
export function iconOf(siteUrl: string, width: 48 | 144 | 192 | 512): string {
  return `${siteUrl}/icon-${width}.png`
}
