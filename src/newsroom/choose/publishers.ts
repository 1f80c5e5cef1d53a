import type { Entry } from '#newsroom/entry.ts'

// Under these, the label before is a registration of its own: a country's second level, or a host of other people's sites.
const SECOND_LEVEL = /^(?:ac|co|com|edu|gov|govt|gob|go|mil|ne|net|or|org)\.[a-z]{2}$/
const HOSTS = new Set([
  ...['blogspot.com', 'github.io', 'gitlab.io', 'medium.com', 'netlify.app', 'pages.dev', 'substack.com', 'tumblr.com'],
  ...['vercel.app', 'wordpress.com', 'ghost.io', 'hashnode.dev', 'bearblog.dev'],
])

/**
 * The publishers of entries that are independent of each other, named and in the order of the alphabet: feeds of one
 * name, or of one registered domain, are one publisher.
 */
export function independentPublishers(entries: Entry[]): string[] {
  const groups: { name: string; keys: Set<string> }[] = []
  const pairs = new Map(entries.map(({ publisher, url }) => [`${publisher}\n${siteOf(url)}`, { publisher, url }]))
  for (const [, { publisher, url }] of [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const keys = [publisher.trim().toLowerCase(), siteOf(url)]
    const joined = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    const name = joined[0]?.name ?? publisher
    groups.push({ name, keys: new Set([...keys, ...joined.flatMap((group) => [...group.keys])]) })
  }
  return groups.map(({ name }) => name).toSorted()
}

/** The registered domain of an address, as `bbc.co.uk`; what is no address is its own. */
export function siteOf(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase() : url
  const labels = host.split('.')
  const two = labels.slice(-2).join('.')
  return SECOND_LEVEL.test(two) || HOSTS.has(two) ? labels.slice(-3).join('.') : two
}
