// Parameters that campaigns, newsletters and shops add to track readers. Without them, the page is the same.
const TRACKING =
  /^(?:(?:utm|mtm|pk|piwik|matomo|hsa|wt|vero|oly|guce|fb|sfmc|ml|__hs|_hs|_bta)[_-]\w+|\w*cl(?:ick|k)?id|[gw]braid|igshid|mc_[ce]id|mkt_tok|at_\w+|(?:s|n|i|sc)_?cid|cmp(?:id)?|ns_\w+|xtor|ref(?:_src|_url|errer)?|_bhlid|_openstat|_g[al]|_ke|dm_i|ef_id|epik|guccounter|ito|li_fat_id|s_kwcid|smid|spm|srsltid|trk\w*|wt\.\w+)$/i

// Values of `source` and `ref` with which they are not tracking parameters: names of versions.
const TRACKING_VALUE = /^source=(?:rss|feed|e?mail|newsletter|social|twitter)/i
const VERSION = /^ref=(?:main|master|head|v?\d|refs|[0-9a-f]{7,40}$)/i

const MAX_ADDRESS = 2_000

/**
 * Makes an address absolute, and removes its credentials and tracking parameters. Its fragment is returned apart. Null unless
 * the address is http(s).
 */
export function entryAddress(link: string | null | undefined, base: string): { url: string; hash: string } | null {
  const url = link ? URL.parse(link.trim(), base) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const { hash } = url
  url.hash = ''
  url.username = ''
  url.password = ''
  // Change the query only if there is something to remove, because writing it again may change its meaning.
  const parts = url.search.slice(1).split('&')
  const remaining = parts.filter((part) => {
    const isTracking = TRACKING.test(part.split('=')[0] ?? '') && !VERSION.test(part)
    return !isTracking && !TRACKING_VALUE.test(part)
  })
  if (remaining.length < parts.length) url.search = remaining.join('&')
  return url.href.length + hash.length > MAX_ADDRESS ? null : { url: url.href, hash }
}
