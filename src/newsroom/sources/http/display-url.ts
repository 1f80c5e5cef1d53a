import { FetchError } from '#newsroom/sources/http/fetch-error.ts'

/**
 * Reads an absolute address, or one relative to `base`, and drops its fragment; every spelling of an IPv4 address
 * (2130706433, 0x7f.1, 0177.1) becomes the usual one. FetchError when it is not http or https or carries credentials.
 */
export function readAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  const shown = displayUrl(address)
  if (url === null)
    throw new FetchError('bad-address', `"${shown}" is no address: it has to begin with https:// or http://.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchError('bad-address', `"${shown}" is not fetched: only http and https are.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchError(
      'bad-address',
      `An address of ${url.host} carries a name or a password: only public pages are read.`,
    )
  }
  url.hash = ''
  return url
}

/** An address for a sentence: one line of at most 200 characters and no password, whatever a feed calls an address. */
export function displayUrl(address: string): string {
  const line = address.replaceAll(/[\p{C}\s]+/gu, ' ').replace(/\/\/[^/?#]*@/, '//')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
