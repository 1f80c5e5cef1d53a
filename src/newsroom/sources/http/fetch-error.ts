/** The reason that an address was not fetched. `refused-address` leads into a private network. */
type Reason =
  | 'bad-address'
  | 'refused-address'
  | 'too-large'
  | 'too-slow'
  | 'too-many-redirects'
  | 'unreachable'
  | 'unreadable'
  | 'closed'

/** An address was not fetched. The message is a sentence with the address, and `code` is the reason. */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly code: Reason

  constructor(code: Reason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * Reads an absolute address, or one relative to `base`, and drops its fragment. Every spelling of an IPv4 address
 * (2130706433, 0x7f.1, 0177.1) becomes the usual one. Throws FetchError if it is not http(s) or contains credentials.
 */
export function readAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new FetchError(
      'bad-address',
      `"${displayUrl(address)}" is not the address of a page. It must begin with https:// or http://.`,
    )
  if (url.username !== '' || url.password !== '')
    throw new FetchError(
      'bad-address',
      `An address of ${url.host} contains a password, but only public pages are read.`,
    )
  url.hash = ''
  return url
}

/** An address for a message: one line of at most 200 characters without a password. */
export function displayUrl(address: string): string {
  const line = address.replaceAll(/[\p{C}\s]+/gu, ' ').replace(/\/\/[^/?#]*@/, '//')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
