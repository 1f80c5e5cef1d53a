import { getDomain } from 'tldts'

// Hosts on which the first part of a path names the owner. A linked document has the host as its publisher.
const OWNER = /^https?:\/\/(?:www\.)?((github\.com|gitlab\.com|codeberg\.org)\/[^/?#]+)/

/** Counts independent publishers. Texts by the same publisher or from the same domain (or owner) count as one. */
export function independentPublishers(texts: readonly { publisher: string; url: string }[]): number {
  let groups: Set<string>[] = []
  for (const { publisher, url } of texts) {
    const [, owner, host] = OWNER.exec(url.toLowerCase()) ?? []
    const site = owner ?? getDomain(url, { allowPrivateDomains: true }) ?? url
    const keys = new Set([site, publisher.trim().toLowerCase()].filter((key) => key !== host))
    const others = groups.filter((group) => group.isDisjointFrom(keys))
    const joined = groups.filter((group) => !group.isDisjointFrom(keys))
    groups = [...others, joined.reduce((all, group) => all.union(group), keys)]
  }
  return groups.length
}
