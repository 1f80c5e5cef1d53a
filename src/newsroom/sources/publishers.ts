import { getDomain } from 'tldts'

/** Number of publishers that are independent of each other: feeds with one name or one registered domain are one. */
export function independentPublishers(texts: readonly { publisher: string; url: string }[]): number {
  const groups: Set<string>[] = []
  for (const { publisher, url } of texts) {
    const keys = new Set([publisher.trim().toLowerCase(), siteOf(url)])
    const joined = groups.filter((group) => !group.isDisjointFrom(keys))
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push(joined.reduce((all, group) => all.union(group), keys))
  }
  return groups.length
}

function siteOf(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? url
}
