// Kinds of documents that carry an event themselves, by where they are published: a pattern over host and path.
const PRIMARY = [
  // Advisories and records of vulnerabilities
  /^(?:nvd\.nist\.gov\/vuln\/|(?:www\.)?cve\.org\/cverecord|osv\.dev\/vulnerability\/|kb\.cert\.org\/vuls\/)/,
  /^github\.com\/(?:advisories\/|[^/]+\/[^/]+\/security\/advisories\/)/,
  /^(?:www\.)?cisa\.gov\/news-events\/|^(?:www\.)?openwall\.com\/lists\/|^seclists\.org\//,
  /\/(?:security-)?(?:advisory|advisories|bulletins?|psirt)\//,
  // Releases
  /^(?:github|gitlab)\.com\/[^/]+\/[^/]+\/(?:-\/)?releases\//,
  /\/(?:release-?notes?|changelog|whatsnew|releases)(?:[/.]|$)/,
  // Papers and standards
  /^(?:www\.)?arxiv\.org\/abs\/|^doi\.org\/|^openreview\.net\/forum|^eprint\.iacr\.org\/\d/,
  /^(?:www\.)?rfc-editor\.org\/rfc\/|^datatracker\.ietf\.org\/doc\/|^(?:www\.)?w3\.org\/tr\//,
  // Filings, laws and decisions
  /^(?:www\.)?sec\.gov\/|^eur-lex\.europa\.eu\/|^(?:www\.)?federalregister\.gov\/documents\//,
  /^(?:[^/]+\.)?(?:gov|gov\.uk|europa\.eu)\/.*(?:press|news|decision|ruling)/,
] as const

// What is no text that can be read.
const FILE = /\.(?:pdf|zip|gz|xz|dmg|exe|mp[34]|png|jpe?g|gif|svg|webp|pptx?|xlsx?)$/

const MOST = 3

/**
 * The addresses of up to three primary documents that the pages of a story link (an advisory, a CVE record, a paper, release
 * notes, a standard, a filing), those that most pages link first; none of `known`, the story's own pages.
 */
export function primaryDocuments(pages: readonly (readonly string[])[], known: ReadonlySet<string>): string[] {
  const votes = new Map<string, number>()
  for (const links of pages)
    for (const address of new Set(links.flatMap((url) => primaryAddress(url) ?? [])))
      votes.set(address, (votes.get(address) ?? 0) + 1)
  const own = new Set([...known].map(withoutFragment))
  return [...votes]
    .filter(([address]) => !own.has(address))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([address]) => address)
}

function primaryAddress(url: string): string | null {
  const address = withoutFragment(url)
  if (!URL.canParse(address)) return null
  const { protocol, host, pathname } = new URL(address)
  const place = `${host}${pathname}`.toLowerCase()
  if (!/^https?:$/.test(protocol) || FILE.test(place)) return null
  return PRIMARY.some((pattern) => pattern.test(place)) ? address : null
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '')
}
