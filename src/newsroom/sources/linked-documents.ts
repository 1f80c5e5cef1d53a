import type { PageLink } from '#newsroom/sources/feed/reader.ts'
import { contentStems } from '#text/common-words.ts'

// Patterns for the hosts and paths of primary documents.
const PRIMARY_TARGETS = [
  // Advisories and vulnerability records
  /^(?:nvd\.nist\.gov\/vuln\/|(?:www\.)?cve\.org\/cverecord|osv\.dev\/vulnerability\/|kb\.cert\.org\/vuls\/)/,
  /^github\.com\/(?:advisories\/|[^/]+\/[^/]+\/security\/advisories\/)/,
  /^(?:www\.)?cisa\.gov\/news-events\/|^(?:www\.)?openwall\.com\/lists\/|^seclists\.org\//,
  /\/(?:security-)?(?:advisory|advisories|bulletins?|psirt)\/|(?:\/security\/|\bdisclos).*cve-\d{4}-\d{4,}/,
  // Release pages
  /^(?:github|gitlab)\.com\/[^/]+\/[^/]+\/(?:-\/)?releases\//,
  /\/(?:release-?notes?|changelog|whatsnew|releases)(?:[/.]|$)/,
  // Papers and standards
  /^(?:www\.)?arxiv\.org\/abs\/|^doi\.org\/|^openreview\.net\/forum|^eprint\.iacr\.org\/\d/,
  // Proposals, such as rust-lang.github.io/rfcs/3498-…, peps.python.org/pep-0740/ or eips.ethereum.org/EIPS/eip-7691
  /(?:^|[/.])(?:rfcs|peps|eips|bips|keps)[/.].*\d/,
  /^(?:www\.)?rfc-editor\.org\/rfc\/|^datatracker\.ietf\.org\/doc\/|^(?:www\.)?w3\.org\/tr\//,
  // Filings, laws and official decisions
  /^(?:www\.)?sec\.gov\/|^eur-lex\.europa\.eu\/|^(?:www\.)?federalregister\.gov\/documents\/|^(?:www\.)?courtlistener\.com\//,
  /^(?:[^/]+\.)?(?:gov|gov\.uk|europa\.eu)\/.*(?:press|news|decision|ruling)/,
] as const

// Matches link texts that suggest a primary document.
const PRIMARY_NAMES =
  /\b(?:(?:security )?(?:advisory|advisories|bulletin)|CVE-\d{4}-\d{4,}|GHSA(?:-\w{4}){3}|release notes?|changelog|(?:migration|upgrade) guide|(?:PEP|EIP|BIP|KEP)[ -]?\d{2,}|white ?paper|preprint|RFC ?\d{3,}|specification|incident report|post-?mortem|write-?up|(?:court|regulatory) filing|indictment|complaint|ruling|consent decree)\b|#\d{2,}$|\b(?:the|a|this|our|their|new|research|full|original) (?:paper|study|filing|standard)\b|^(?:paper|study|filing|standard)$/i

// Extensions of files that cannot be read as text.
const FILE = /\.(?:pdf|zip|gz|xz|dmg|exe|mp[34]|png|jpe?g|gif|svg|webp|pptx?|xlsx?)$/

// Twice the number of documents that a story uses, because some cannot be read.
const MAX_CANDIDATES = 6

/**
 * Returns the URLs of up to six documents that a story's pages link to: primary documents, such as an advisory, a
 * paper, release notes or a filing, and pages about the `subject`. Those with both, or with links from most pages, come
 * first. `known` contains the story's own pages, which are left out.
 */
export function linkedDocuments(pages: PageLink[][], story: { known: string[]; subject: string }): string[] {
  const own = new Set(story.known.map(withoutFragment))
  const stems = contentStems(story.subject)
  const scores = new Map<string, number>()
  for (const links of pages) {
    for (const [url, same] of Map.groupBy(links, (link) => readableUrl(link.url))) {
      const score = Math.max(...same.map(({ text }) => scoreOf(url, text, stems)))
      scores.set(url, score + (scores.get(url) ?? 0))
    }
  }
  return [...scores]
    .filter(([url, score]) => score > 0 && !own.has(url))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_CANDIDATES)
    .map(([url]) => url)
}

// Gives more points for a link's target than for its text, because the target is more reliable. The words that the link
// shares with the subject give up to two points.
function scoreOf(url: string, text: string, subject: ReadonlySet<string>): number {
  const { host = '', pathname = '/', protocol = '' } = URL.parse(url) ?? {}
  const place = `${host}${pathname}`.toLowerCase()
  if (!/^https?:$/.test(protocol) || pathname === '/' || FILE.test(place)) return 0
  const isTarget = PRIMARY_TARGETS.some((pattern) => pattern.test(place))
  const words = contentStems(`${text} ${pathname.replaceAll(/[^a-z0-9.]+(?:v(?=\d))?/gi, ' ')}`)
  const shared = words.intersection(subject).size
  return (isTarget ? 2 : 0) + (PRIMARY_NAMES.test(text) ? 1 : 0) + Math.min(2, shared / 4)
}

// Replaces the URL of a paper's file with that of its web page, because only the page can be read.
function readableUrl(url: string): string {
  return withoutFragment(url).replace(/^(https?:\/\/arxiv\.org)\/pdf\/([\w.-]+?)(?:\.pdf)?$/, '$1/abs/$2')
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '')
}
