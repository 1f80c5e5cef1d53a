// Parameters that campaigns and newsletters add to track readers. Without them, the page is the same.
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|at_(?:medium|campaign\w*|link\w*|bbc\w*|format|ptr_name|creation)|cmpid|ns_\w+|oly_(?:enc|anon)_id|vero_id|wickedid|__twitter_impression)$/i

const MAX_ADDRESS = 2_000

/** Makes an address absolute, and removes its fragment, credentials and tracking parameters. Null unless it is http(s). */
export function entryAddress(link: string | null | undefined, base: string): string | null {
  const url = link ? URL.parse(link.trim(), base) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  url.hash = ''
  url.username = ''
  url.password = ''
  // Change the query only if there is something to remove, because writing it again may change its meaning.
  const parts = url.search.slice(1).split('&')
  const remaining = parts.filter((part) => !TRACKING.test(part.split('=')[0] ?? ''))
  if (remaining.length < parts.length) url.search = remaining.join('&')
  return url.href.length > MAX_ADDRESS ? null : url.href
}

/** The address that relative links are resolved against. Each base is relative to the one before it. Invalid ones are skipped. */
export function baseAddress(...bases: (string | null | undefined)[]): string {
  return bases.reduce(
    (outer: string, base) => (base ? (URL.parse(base.trim(), outer)?.href ?? outer) : outer),
    'about:blank',
  )
}
