import fc from 'fast-check'
import { expect, test } from 'vitest'
import { baseAddress, entryAddress } from '#newsroom/sources/feed/address.ts'

test('tracking parameters, fragments and credentials go, the rest stays as it was', () => {
  const address = (link: string) => entryAddress(link, 'https://host.example/a/')
  expect(address('https://x.example/p?utm_source=rss&id=1%20a+b&fbclid=2#top')).toBe('https://x.example/p?id=1%20a+b')
  expect(address('https://x.example/p?UTM_Campaign=x')).toBe('https://x.example/p')
  expect(address('https://user:secret@x.example/p')).toBe('https://x.example/p')
  expect(address('b?utmost=1&ref=2')).toBe('https://host.example/a/b?utmost=1&ref=2')
  expect(address('//cdn.example/x')).toBe('https://cdn.example/x')
  expect(address(' https://x.example/p\n')).toBe('https://x.example/p')
})

test.for([
  '',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'https://',
  `/${'a'.repeat(3_000)}`,
  null,
  undefined,
])('no address: %s', (link) => {
  expect(entryAddress(link, 'https://host.example/')).toBe(null)
})

test('a base is resolved against the one before it, and a bad one is left out', () => {
  expect(
    baseAddress('https://host.example/feed.xml', 'https://site.example/blog/', 'sub/', null, 'http://', '2026/'),
  ).toBe('https://site.example/blog/sub/2026/')
})

test('an address is http(s), without fragment, and stays itself', () => {
  const link = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string(),
    fc.constantFrom('?utm_source=a&b', '#x'),
  )
  fc.assert(
    fc.property(link, (link) => {
      const address = entryAddress(link, 'https://host.example/')
      if (address === null) return
      expect(address).toMatch(/^https?:\/\/[^#]+$/)
      expect(entryAddress(address, 'https://host.example/')).toBe(address)
    }),
  )
})
