import { hasAlready } from '#api/etag.ts'
import type { Kept } from '#server/feeds/feed-cache.ts'

// Right to the second, as our pages are: a correction shows at once. Only while this server cannot be reached does an
// older copy serve.
const CACHE = 'public, max-age=1, stale-if-error=86400'

/**
 * A feed, sitemap or the like, open to every origin; 304 when the client has it already. `modified` is when it last
 * changed, null when that is not known; `links` go into the header `Link` (RFC 8288).
 */
export function textAnswer(
  request: Request,
  answer: { kept: Kept; type: string; modified: Date | null; links: readonly string[] },
): Response {
  const { kept, type, modified, links } = answer
  const date = modified?.toUTCString() ?? null
  const headers = new Headers({
    etag: kept.etag,
    'cache-control': CACHE,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag, link, last-modified',
    vary: 'accept-encoding',
    ...(date === null ? {} : { 'last-modified': date }),
    ...(links.length === 0 ? {} : { link: links.join(', ') }),
  })
  if (isKnown(request, kept.etag, date)) return new Response(null, { status: 304, headers })
  headers.set('content-type', type)
  return new Response(kept.body, { headers })
}

// A date only counts for a client that sends no tag (RFC 9110, section 13.1.3), and only when it is the very one that it
// was given: a server that was started again knows a later one of the same state.
function isKnown(request: Request, etag: string, date: string | null): boolean {
  const tags = request.headers.get('if-none-match')
  if (tags !== null) return hasAlready(tags, etag)
  return date !== null && request.headers.get('if-modified-since') === date
}
