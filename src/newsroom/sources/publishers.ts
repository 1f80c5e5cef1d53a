import { getDomain } from 'tldts'

// Hosts on which the first part of a path names the owner.
const SHARED_HOST = /^https:\/\/(?:github\.com|gitlab\.com|codeberg\.org|huggingface\.co)\/[^/]+/

/** Counts independent publishers. Texts by the same publisher or from the same domain (or owner) count as one. */
export function independentPublishers(texts: readonly { publisher: string; url: string }[]): number {
  let groups: Set<string>[] = []
  for (const { publisher, url } of texts) {
    const [site] = SHARED_HOST.exec(url) ?? [getDomain(url, { allowPrivateDomains: true }) ?? url]
    const keys = new Set([publisher.trim().toLowerCase(), site])
    const others = groups.filter((group) => group.isDisjointFrom(keys))
    const joined = groups.filter((group) => !group.isDisjointFrom(keys))
    groups = [...others, joined.reduce((all, group) => all.union(group), keys)]
  }
  return groups.length
}
