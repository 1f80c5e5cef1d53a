import { createHash } from 'node:crypto'

/**
 * The headers for every response. They do not include `Cross-Origin-Opener-Policy`, because that header would make
 * Chromium start another process for a page in an empty tab
 * (https://html.spec.whatwg.org/#cross-origin-opener-policies), and readers do not have accounts to protect.
 */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
} as const

/** The content security policy for bucket files. A file can be displayed, but it cannot load or run anything. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox"

/**
 * Returns the content security policy for pages. It allows scripts and styles from this server, inline styles by their
 * hash, and calls and pictures from the configured origins.
 */
export function pagePolicy(options: {
  apiHost: string
  bucketUrl: string
  development?: boolean
  /** True if the page has a form that submits to this server. */
  hasForm?: boolean
  /** The contents of the page's style elements. */
  inlineStyles?: string[]
}): string {
  const api = originOf(options.apiHost)
  const bucket = originOf(options.bucketUrl)
  const rules = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...(options.development ? ["'unsafe-inline'"] : (options.inlineStyles ?? []).map(hashOf))],
    // A remote backend may store its pictures on any host.
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
