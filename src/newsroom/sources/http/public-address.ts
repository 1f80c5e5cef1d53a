import { isIP, isIPv4, isIPv6 } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { FetchError } from '#newsroom/sources/http/fetch-error.ts'

/** What may be connected to: `lookup` resolves a name to all its addresses, `isPublic` judges one. */
export type Guard = { lookup: (name: string) => Promise<string[]>; isPublic: (address: string) => boolean }

/**
 * Makes the connections of a fetch. Each resolves its name once, and goes to the addresses that were judged then; when one
 * of them is not public the connection is refused. All of them, finished or not, end with `signal`.
 */
export function guardedConnector(options: Guard & { signal: AbortSignal }): buildConnector.connector {
  const { lookup, isPublic, signal } = options

  function judge(name: string, addresses: string[]): void {
    const refused = addresses.find((address) => !isPublic(address))
    if (refused === undefined) return
    const what = name === refused ? refused : `${name} leads to ${refused}, which`
    throw new FetchError(
      'refused-address',
      `${what} is no address of the public internet, and the newsroom connects to no other: correct the source, or set ALLOW_PRIVATE_SOURCES=1 where every source is your own.`,
    )
  }

  async function resolve(name: string, _options: unknown): Promise<{ address: string; family: number }[]> {
    const addresses = await lookup(name)
    if (addresses.length === 0) throw new FetchError('unreachable', `The name ${name} has no address.`)
    judge(name, addresses)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

  const connect = buildConnector({
    // With this the socket asks for all addresses at once, and connects to nothing but the answer.
    autoSelectFamily: true,
    lookup: callbackify(resolve),
    signal,
    timeout: 0,
    allowH2: false,
  })
  return (target, callback) => {
    try {
      // A socket looks no address up.
      if (isIP(target.hostname) !== 0) judge(target.hostname, [target.hostname])
    } catch (error) {
      return callback(error instanceof Error ? error : new Error(String(error)), null)
    }
    return connect(target, callback)
  }
}

// The one part of IPv6 that is given out to the public internet (RFC 4291 §2.4). What lies outside and has
// a name of its own is refused by that name; this refuses the rest, as ::7f00:1, an old spelling of 127.0.0.1.
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::')

// RFC 6052: a network without IPv4 reaches all of it through here, so the address that is carried decides.
const NAT64 = ipaddr.IPv6.parse('64:ff9b::')

// Azure's host answers every machine of its cloud under this address, which looks like any public one.
const METADATA = new Set(['168.63.129.16'])

/**
 * Whether an IPv4 or IPv6 address is one of the public internet: none that is loopback, private, link-local, multicast,
 * unspecified, shared, reserved, for documentation or for a cloud's metadata, nor an IPv6 form that carries such an IPv4
 * address. What is no address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return isPublicV4(ipaddr.IPv4.parse(address))
  // One spelling first, all hexadecimal: ipaddr.js takes ::8.8.8.8 for ::ffff:8.8.8.8. An address with a zone has none.
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
