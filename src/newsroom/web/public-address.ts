import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

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
