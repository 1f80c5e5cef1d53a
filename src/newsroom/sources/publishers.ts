import { getDomain } from 'tldts'

/** Counts independent publishers. Texts by the same publisher or from the same registered domain count as one. */
export function independentPublishers(texts: readonly { publisher: string; url: string }[]): number {
  let groups: Set<string>[] = []
  for (const { publisher, url } of texts) {
    const keys = new Set([publisher.trim().toLowerCase(), getDomain(url, { allowPrivateDomains: true }) ?? url])
    const others = groups.filter((group) => group.isDisjointFrom(keys))
    const joined = groups.filter((group) => !group.isDisjointFrom(keys))
    groups = [...others, joined.reduce((all, group) => all.union(group), keys)]
  }
  return groups.length
}
