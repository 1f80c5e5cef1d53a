import { isIP, isIPv4, isIPv6 } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'

/** The error for a URL that was not fetched or read. Its message is a sentence that contains the URL or its host. */
export class FetchError extends Error {
  override name = 'FetchError'
  /** True if a retry may succeed. */
  readonly isTransient: boolean

  constructor(message: string, { isTransient = false, ...options }: ErrorOptions & { isTransient?: boolean } = {}) {
    super(message, options)
    this.isTransient = isTransient
  }
}

/** Controls which IP addresses the client may connect to. */
export type Guard = {
  /** Resolves a host name to all its IP addresses. */
  lookup: (name: string) => Promise<string[]>
  isPublic: (address: string) => boolean
}

/**
 * Creates the connector for a fetch. Each connection resolves its host name once, refuses it if any of its IP addresses
 * is not public, and connects only to the checked addresses. `signal` ends all connections, even unfinished ones.
 */
export function guardedConnector({ signal, ...guard }: Guard & { signal: AbortSignal }): buildConnector.connector {
  async function resolve(name: string, _options: unknown): Promise<{ address: string; family: number }[]> {
    const addresses = await guard.lookup(name)
    if (addresses.length === 0) throw new FetchError(`The host name ${name} has no address.`, { isTransient: true })
    refusePrivate(name, addresses, guard)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

  const connect = buildConnector({
    // With this option, the socket resolves all addresses at once and connects only to those.
    autoSelectFamily: true,
    lookup: callbackify(resolve),
    signal,
    timeout: 0,
    allowH2: false,
  })
  return (target, callback) => {
    try {
      // The socket does not resolve a host that is already an IP address, so check it here.
      if (isIP(target.hostname) !== 0) refusePrivate(target.hostname, [target.hostname], guard)
    } catch (error) {
      return callback(error instanceof Error ? error : new Error(String(error)), null)
    }
    return connect(target, callback)
  }
}

/** Rejects if a host is not public, as far as this machine can resolve its name. */
export async function assertPublic(hostname: string, guard: Guard): Promise<void> {
  const name = hostname.replace(/^\[|\]$/g, '')
  refusePrivate(name, isIP(name) === 0 ? await guard.lookup(name).catch(() => []) : [name], guard)
}

function refusePrivate(name: string, addresses: string[], { isPublic }: Guard): void {
  const refused = addresses.find((address) => !isPublic(address))
  if (refused === undefined) return
  const subject = name === refused ? refused : `${name} leads to ${refused}, which`
  throw new FetchError(
    `${subject} is not on the public internet. Correct the source's URL, or set ALLOW_PRIVATE_SOURCES=1 if all sources are your own.`,
  )
}

// The only IPv6 range that is assigned to the public internet (RFC 4291 §2.4). ipaddr.js does not name every other
// range, for example that of ::7f00:1, an old notation for 127.0.0.1.
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::')

// An IPv6-only network reaches all IPv4 addresses through this prefix (RFC 6052), so check the embedded address.
const NAT64 = ipaddr.IPv6.parse('64:ff9b::')

// Azure's metadata endpoint, which every VM can reach although its address looks public.
const METADATA = '168.63.129.16'

/**
 * Returns true if an IPv4 or IPv6 address belongs to the public internet. Returns false for loopback, private,
 * link-local, multicast, unspecified, shared, reserved, documentation and cloud metadata addresses, for IPv6 addresses
 * that embed such an IPv4 address, and for text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return isPublicV4(ipaddr.IPv4.parse(address))
  // Convert to hexadecimal first, because ipaddr.js reads ::8.8.8.8 as ::ffff:8.8.8.8. The conversion fails for
  // addresses with a zone.
  const hostname = isIPv6(address) ? URL.parse(`http://[${address}]`)?.hostname : undefined
  if (hostname === undefined) return false
  const parsed = ipaddr.IPv6.parse(hostname.slice(1, -1))
  if (parsed.isIPv4MappedAddress() || parsed.match(NAT64, 96)) {
    return isPublicV4(new ipaddr.IPv4(parsed.toByteArray().slice(12)))
  }
  return parsed.match(GLOBAL_UNICAST, 3) && parsed.range() === 'unicast'
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== METADATA
}
