import { createHash } from 'node:crypto'

/**
 * The headers of every answer, page or not. No `Cross-Origin-Opener-Policy`: in an empty tab Chromium starts another process for
 * a page that has one (https://html.spec.whatwg.org/#cross-origin-opener-policies), and nobody is signed in here, so an opener
 * gains nothing.
 */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
} as const

/** The policy of a file from the bucket that is opened by itself: it may show itself and do nothing. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox"

/**
 * The policy of pages: scripts and styles from this server alone, inline nothing but the styles that the server itself put
 * there; calls and pictures from where they are configured to come.
 */
export function pagePolicy(options: {
  apiHost: string
  bucketUrl: string
  development?: boolean
  /** Whether the page has a form, which sends its fields to this server. */
  hasForm?: boolean
  /** The texts of the page's style elements. */
  inlineStyles?: string[]
}): string {
  const api = originOf(options.apiHost)
  const bucket = originOf(options.bucketUrl)
  const rules = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...(options.development ? ["'unsafe-inline'"] : (options.inlineStyles ?? []).map(hashOf))],
    // A backend that we did not write may show pictures from wherever it keeps them.
    'img-src': ["'self'", bucket, api ? 'https:' : null, options.development ? 'data:' : null],
    'font-src': ["'self'"],
    'connect-src': ["'self'", api, options.development ? 'ws:' : null],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': [options.hasForm ? "'self'" : "'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(rules)
    .map(([directive, sources]) => [directive, ...sources.filter((source) => source !== null)].join(' '))
    .join('; ')
}

// https://www.w3.org/TR/CSP3/#grammardef-hash-source
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function originOf(address: string): string | null {
  return /^https?:\/\//.test(address) ? new URL(address).origin : null
}
