import { weakEtag } from '#api/etag.ts'
import type { Archive } from '#archive/archive.ts'
import type { Backend } from '#server/backend.ts'
import { createAnswerCache, type FreshAnswer } from '#server/answer-cache.ts'
import { finish, type FinishedAnswer } from '#server/finished-answer.ts'
import type { Assets, Renderer, SiteConfig } from '#blog/site.ts'

/** The pages of the site. */
export type Pages = {
  /** A page that is ready to be sent, or null; costs no more than a look-up. */
  ready(pathname: string): FinishedAnswer | null
  /** The page behind a path, from the cache or rendered now. */
  page(pathname: string): Promise<FinishedAnswer>
}

const CACHE_BYTES = 64 * 1024 * 1024

const HEADERS = {
  // Our own pages are right to the second: one for a copy, one until another process's event is read here. Only while
  // this server cannot be reached does an older copy serve.
  own: 'public, max-age=1, stale-if-error=86400',
  foreign: 'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400',
}

/** Renders and keeps pages: those of our own archive until it changes, those of a foreign backend not at all. */
export function createPages(options: {
  renderer: () => Promise<Renderer>
  assets: Assets
  config: Omit<SiteConfig, 'year'>
  backend: Backend
  policy: string
  /** How long a foreign backend may take before its page is sent as a skeleton, in milliseconds. */
  patience: number
  now: () => Date
  report: (error: unknown) => void
}): Pages {
  const { renderer, assets, config, backend, policy, patience, now, report } = options
  const cache = createAnswerCache({ bytes: CACHE_BYTES })

  const early = preloads(assets)

  function generation(): string {
    return backend.kind === 'own' ? `${backend.archive.sequence} ${now().getUTCFullYear()}` : ''
  }

  async function render(pathname: string): Promise<FreshAnswer> {
    // A call that outlives the page it was made for is given up.
    const lifetime = new AbortController()
    const { renderPage } = await renderer()
    try {
      const { status, html, settled, navigation } = await renderPage({
        pathname,
        config: { ...config, year: now().getUTCFullYear() },
        assets,
        client: backend.kind === 'own' ? backend.client : backend.clientFor(lifetime.signal),
        patience: backend.kind === 'own' ? null : patience,
        report: (error) => {
          if (!lifetime.signal.aborted) report(error)
        },
      })
      const good = status !== 503 && settled && navigation
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': good ? HEADERS[backend.kind] : 'no-store',
        link: early,
        ...(status === 503 ? { 'retry-after': '30' } : {}),
        // A page that is not there says so by its status; what stands in for one does not.
        ...(status === 503 || !settled ? { 'x-robots-tag': 'noindex' } : {}),
      }
      const body = Buffer.from(html)
      return {
        answer: finish({ status, headers, etag: weakEtag(body), body }),
        keep: good && backend.kind === 'own' && isKnown(pathname, backend.archive),
      }
    } finally {
      lifetime.abort()
    }
  }

  return {
    ready: (pathname) => cache.get(pathname, generation()),
    page: async (pathname) => {
      const current = generation()
      return cache.get(pathname, current) ?? (await cache.make(pathname, current, () => render(pathname)))
    },
  }
}

// What a page cannot be painted without: a CDN sends this header ahead as early hints (RFC 8297), while it still asks us.
function preloads({ stylesheets, fonts }: Assets): string {
  return [
    ...stylesheets.map((href) => `<${href}>; rel=preload; as=style`),
    ...fonts.map((href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
  ].join(', ')
}

// Only paths that name something are kept: whoever invents paths fills no cache.
function isKnown(pathname: string, archive: Archive): boolean {
  const [, screen, category, id, ...rest] = pathname.split('/')
  if (rest.length > 0) return false
  if (screen === '' || screen === 'about') return category === undefined
  const name = decoded(category)
  if (name === null) return false
  if (screen === 'category') return id === undefined && archive.posts(name).length > 0
  const post = decoded(id)
  return screen === 'post' && post !== null && archive.find(name, post) !== null
}

function decoded(segment: string | undefined): string | null {
  try {
    return segment === undefined ? null : decodeURIComponent(segment)
  } catch {
    return null
  }
}
