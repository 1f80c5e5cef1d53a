import { expect, test } from 'vitest'
import { isPublicAddress } from '#newsroom/sources/http/public-address.ts'

const PRIVATE_V4 =
  `0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255 127.0.0.0 127.255.255.255
  169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.0
  192.168.255.255 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.0 239.255.255.255 240.0.0.1 255.255.255.255
  168.63.129.16`.split(/\s+/)
const PRIVATE_V6 =
  `:: ::1 ::2 fe80::1 fe80::1%eth0 fec0::1 fc00::1 fd00:ec2::254 ff02::1 100::1 2001:db8::1 3fff::1 2001::1
  2001:2::1 2001:10::1 5f00::1 4000::1 64:ff9b:1::808:808`.split(/\s+/)
// 6to4, the deprecated IPv4-compatible form, and an address with a zone.
const OLD_FORMS = ['2002:808:808::1', '::8.8.8.8', '0::8.8.8.8', '::808:808', '::ffff:0:8.8.8.8', '2606:4700::1%1']
const INVALID = ['', 'localhost', 'example.org', '1.2.3.4.5', '[::1]', '8.8.8.8:80', '8.8.2056', '010.8.8.8']
const PUBLIC = `1.1.1.1 8.8.8.8 93.184.216.34 172.15.0.1 172.32.0.1 100.63.0.1 100.128.0.1 2606:4700:4700::1111
  2a00:1450:4001:80b::200e 2620:fe::fe ::ffff:8.8.8.8 64:ff9b::8.8.8.8`.split(/\s+/)

// The table contains both ends of the large private networks, each address in every notation.
test.for([...PRIVATE_V4.flatMap(formsOf), ...PRIVATE_V6, ...OLD_FORMS, ...INVALID])(
  'refuses the private or invalid address "%s"',
  (address) => {
    expect(isPublicAddress(address)).toBe(false)
  },
)

test.for(PUBLIC)('accepts the public address %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

// Returns an IPv4 address and the IPv6 addresses that embed it.
function formsOf(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  const mapped = ['::ffff:', '::', '::ffff:0:', '64:ff9b::'].map((prefix) => `${prefix}${address}`)
  const inHex = ['::ffff:', '::', '64:ff9b:1::'].map((prefix) => `${prefix}${hex}`)
  return [address, ...mapped, ...inHex, `2002:${hex}::`, `2002:${hex}::1`]
}
