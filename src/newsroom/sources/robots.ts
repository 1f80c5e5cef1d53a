import parserModule from 'robots-parser'
import * as z from 'zod'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'

/** Checks pages against the robots.txt of their hosts. `unreachable`: robots.txt cannot be read, so no page may be. */
export type Robots = { check(url: string): Promise<Permission> }

type Permission = 'allowed' | 'forbidden' | 'unreachable'

// Its types describe an ES module, but Node loads the function itself.
const robotsParser = z.custom<typeof parserModule.default>((value) => typeof value === 'function').parse(parserModule)

const AGENT = 'stet'

// RFC 9309 §2.5 requires at least this limit, in bytes.
const MAX_ROBOTS = 500 * 1024

// The time of a comparison and the memory of the parser grow with these products. Larger files forbid everything.
const MAX_ADDRESS = 2_000
const MAX_STARS = 65_536
const MAX_RULES = 1_000_000

/** Creates a reader of robots.txt (RFC 9309), which requests the file of each host once. Without the file, all is allowed. */
export function createRobots({ http }: { http: SafeFetch }): Robots {
  const known = new Map<string, Promise<(url: string) => Permission>>()
  return {
    async check(address) {
      const url = URL.parse(address)
      if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > MAX_ADDRESS) return 'forbidden'
      const rules = known.get(url.origin) ?? readRules(http, `${url.origin}/robots.txt`)
      known.set(url.origin, rules)
      return (await rules)(url.href)
    },
  }
}

async function readRules(http: SafeFetch, address: string): Promise<(url: string) => Permission> {
  const answer = await http.fetch(address, { accept: 'text/plain' }).catch(() => null)
  if (answer === null || answer.status >= 500) return () => 'unreachable'
  if (answer.status >= 300) return () => (answer.status >= 400 ? 'allowed' : 'forbidden')
  const text = new TextDecoder().decode(answer.body.subarray(0, MAX_ROBOTS))
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const stars = text.match(/^.*\*.*$/gm)?.join('').length ?? 0
  const isHuge = stars > MAX_STARS || count(/^\s*user-agent/gim) * count(/allow/gi) > MAX_RULES
  const robots = isHuge ? null : robotsParser(address, text)
  return (url) => (robots?.isAllowed(url, AGENT) ? 'allowed' : 'forbidden')
}
