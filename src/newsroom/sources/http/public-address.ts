import { isIP, isIPv4, isIPv6 } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { FetchError } from '#newsroom/sources/http/fetch-error.ts'

/** Decides which addresses may be connected to. */
export type Guard = {
  /** Resolves a name to all its addresses. */
  lookup: (name: string) => Promise<string[]>
  isPublic: (address: string) => boolean
}

/**
 * Creates the connector of a fetch. Each connection resolves its name once and uses only the addresses that were checked
 * then. If one of them is not public, the connection is refused. `signal` ends all connections, finished or not.
 */
export function guardedConnector(options: Guard & { signal: AbortSignal }): buildConnector.connector {
  const { lookup, isPublic, signal } = options

  async function resolve(name: string, _options: unknown): Promise<{ address: string; family: number }[]> {
    const addresses = await lookup(name)
    if (addresses.length === 0) throw new FetchError('unreachable', `The name ${name} has no address.`)
    judge(name, addresses, isPublic)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

  const connect = buildConnector({
    // With this option, the socket looks up all addresses once and connects only to those.
    autoSelectFamily: true,
    lookup: callbackify(resolve),
    signal,
    timeout: 0,
    allowH2: false,
  })
  return (target, callback) => {
    try {
      // The socket does not look up IP addresses, so check them here.
      if (isIP(target.hostname) !== 0) judge(target.hostname, [target.hostname], isPublic)
    } catch (error) {
      return callback(error instanceof Error ? error : new Error(String(error)), null)
    }
    return connect(target, callback)
  }
}

/** Rejects if a host is not public, as far as this machine can resolve its name. */
export async function assertPublic(hostname: string, { lookup, isPublic }: Guard): Promise<void> {
  const name = hostname.replace(/^\[|\]$/g, '')
  judge(name, isIP(name) === 0 ? await lookup(name).catch(() => []) : [name], isPublic)
}

function judge(name: string, addresses: string[], isPublic: Guard['isPublic']): void {
  const refused = addresses.find((address) => !isPublic(address))
  if (refused === undefined) return
  const what = name === refused ? refused : `${name} leads to ${refused}, which`
  throw new FetchError(
    'refused-address',
    `${what} is not an address of the public internet. Correct the source, or set ALLOW_PRIVATE_SOURCES=1 if all sources are your own.`,
  )
}

// The only part of IPv6 that is assigned to the public internet (RFC 4291 §2.4). Named ranges outside it are refused by
// their name. This refuses the rest, for example ::7f00:1, an old spelling of 127.0.0.1.
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::')

// RFC 6052: a network without IPv4 reaches all IPv4 addresses through this prefix, so check the address inside.
const NAT64 = ipaddr.IPv6.parse('64:ff9b::')

// Azure's metadata endpoint: reachable from every VM, but looks public.
const METADATA = new Set(['168.63.129.16'])

/**
 * True if an IPv4 or IPv6 address belongs to the public internet. False for loopback, private, link-local, multicast,
 * unspecified, shared, reserved, documentation and cloud metadata addresses, for IPv6 forms that contain such an IPv4
 * address, and for a text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return isPublicV4(ipaddr.IPv4.parse(address))
  // Convert to hexadecimal first, because ipaddr.js reads ::8.8.8.8 as ::ffff:8.8.8.8. This fails for addresses with a zone.
  const hostname = isIPv6(address) ? URL.parse(`http://[${address}]`)?.hostname : undefined
  if (hostname === undefined) return false
  const parsed = ipaddr.IPv6.parse(hostname.slice(1, -1))
  if (parsed.isIPv4MappedAddress() || parsed.match(NAT64, 96)) {
    return isPublicV4(new ipaddr.IPv4(parsed.toByteArray().slice(12)))
  }
  return parsed.match(GLOBAL_UNICAST, 3) && parsed.range() === 'unicast'
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !METADATA.has(address.toString())
}
