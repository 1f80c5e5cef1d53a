import parserModule from 'robots-parser'
import * as z from 'zod'
import type { Fetched, SafeFetch } from '#newsroom/sources/http/http-client.ts'

/** Checks pages against the robots.txt of their hosts. */
export type Robots = {
  allows(url: string): Promise<boolean>
  /** False if the host allows nothing only because its robots.txt cannot be read. */
  isReachable(url: string): Promise<boolean>
}

// Its types describe an ES module, but Node loads the function itself.
const robotsParser = z.custom<typeof parserModule.default>((value) => typeof value === 'function').parse(parserModule)

const AGENT = 'stet'

// RFC 9309 §2.5 requires at least this limit, in bytes.
const MAX_ROBOTS = 500 * 1024

// Comparing an address with rules that contain stars takes time in proportion to the product of their lengths. With these
// limits, it takes less than half a second.
const MAX_ADDRESS = 2_000
const MAX_STARS = 65_536

// The parser keeps every rule for every name of its group, so a file with many names and many rules would fill the memory.
const MAX_RULES = 1_000_000

/**
 * Creates a reader of robots.txt (RFC 9309), which requests the file of each host once. A host without the file (4xx) allows
 * everything. A host that cannot be reached, fails (5xx) or has rules that take too long to compare allows nothing.
 */
export function createRobots({ http }: { http: SafeFetch }): Robots {
  const known = new Map<string, Promise<Rules>>()

  async function rulesFor({ origin }: URL): Promise<Rules> {
    const rules = known.get(origin) ?? readRules(http, `${origin}/robots.txt`)
    known.set(origin, rules)
    return await rules
  }

  return {
    async allows(address) {
      const url = webAddress(address)
      if (url === null) return false
      const { allows } = await rulesFor(url)
      return allows(url.href)
    },
    async isReachable(address) {
      const url = webAddress(address)
      return url === null || (await rulesFor(url)).reachable
    },
  }
}

type Rules = { allows: (url: string) => boolean; reachable: boolean }

function webAddress(address: string): URL | null {
  const url = URL.parse(address)
  return url === null || !/^https?:$/.test(url.protocol) || url.href.length > MAX_ADDRESS ? null : url
}

async function readRules(http: SafeFetch, address: string): Promise<Rules> {
  const answer = await http.fetch(address, { accept: 'text/plain' }).catch(() => null)
  const reachable = answer !== null && answer.status < 500
  return { allows: answer === null ? () => false : rulesOf(answer, address), reachable }
}

function rulesOf(answer: Fetched, address: string): (url: string) => boolean {
  if (answer.status >= 400 && answer.status < 500) return () => true
  if (answer.status < 200 || answer.status >= 300) return () => false
  const text = new TextDecoder().decode(answer.body.subarray(0, MAX_ROBOTS))
  const lines = text.split(/\r\n|\r|\n/)
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  const stars = lines.filter((line) => line.includes('*')).reduce((sum, { length }) => sum + length, 0)
  if (stars > MAX_STARS || count(/^\s*user-agent/i) * count(/allow/i) > MAX_RULES) return () => false
  const robots = robotsParser(address, text)
  return (url) => robots.isAllowed(url, AGENT) ?? false
}
