// What campaigns and newsletters add to an address to follow their readers; the page is the same without.
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|at_(?:medium|campaign\w*|link\w*|bbc\w*|format|ptr_name|creation)|cmpid|ns_\w+|oly_(?:enc|anon)_id|vero_id|wickedid|__twitter_impression)$/i

const LONGEST = 2_000

/** An address made absolute, without fragment, credentials and tracking parameters; null unless it is http(s). */
export function entryAddress(link: string | null | undefined, base: string): string | null {
  const url = link ? URL.parse(link.trim(), base) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  url.hash = ''
  url.username = ''
  url.password = ''
  // Left alone where nothing is to be removed: to write a query anew may change what it means.
  const parts = url.search.slice(1).split('&')
  const remaining = parts.filter((part) => !TRACKING.test(part.split('=')[0] ?? ''))
  if (remaining.length < parts.length) url.search = remaining.join('&')
  return url.href.length > LONGEST ? null : url.href
}

/** The address that relative links are resolved against: each base against the one before it, those that are none left out. */
export function baseAddress(...bases: (string | null | undefined)[]): string {
  return bases.reduce(
    (outer: string, base) => (base ? (URL.parse(base.trim(), outer)?.href ?? outer) : outer),
    'about:blank',
  )
}
