import parserModule from 'robots-parser'
import * as z from 'zod'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'

/**
 * Checks URLs against their host's robots.txt. The permission `unreachable` means that robots.txt cannot be read, so no
 * page on that host may be read.
 */
export type Robots = { check(url: string): Promise<Permission> }

type Permission = 'allowed' | 'forbidden' | 'unreachable'

// The package's types describe an ES module, but in Node the import is the function itself.
const robotsParser = z.custom<typeof parserModule.default>((value) => typeof value === 'function').parse(parserModule)

const AGENT = 'stet'

// RFC 9309 §2.5 requires a limit of at least this many bytes.
const MAX_ROBOTS = 500 * 1024

// These limits bound the duration of a check and the parser's memory. A file that exceeds them forbids everything.
const MAX_URL = 2_000
const MAX_STARS = 65_536
const MAX_RULES = 1_000_000

/**
 * Creates a robots.txt checker (RFC 9309). It requests each host's file once, and allows everything if there is no
 * file.
 */
export function createRobots({ http }: { http: SafeFetch }): Robots {
  const known = new Map<string, Promise<(url: string) => Permission>>()
  return {
    async check(text) {
      const url = URL.parse(text)
      if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > MAX_URL) return 'forbidden'
      const rules = known.get(url.origin) ?? readRules(http, `${url.origin}/robots.txt`)
      known.set(url.origin, rules)
      return (await rules)(url.href)
    },
  }
}

async function readRules(http: SafeFetch, robotsUrl: string): Promise<(url: string) => Permission> {
  const response = await http.fetch(robotsUrl, { accept: 'text/plain' }).catch(() => null)
  if (response === null || response.status >= 500) return () => 'unreachable'
  if (response.status >= 300) return () => (response.status >= 400 ? 'allowed' : 'forbidden')
  const text = new TextDecoder().decode(response.body.subarray(0, MAX_ROBOTS))
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const stars = text.match(/^.*\*.*$/gm)?.join('').length ?? 0
  const isHuge = stars > MAX_STARS || count(/^\s*user-agent/gim) * count(/allow/gi) > MAX_RULES
  const robots = isHuge ? null : robotsParser(robotsUrl, text)
  return (url) => (robots?.isAllowed(url, AGENT) ? 'allowed' : 'forbidden')
}
