/** The reason that an address was not fetched. */
type Reason =
  /** The newsroom does not fetch such addresses. */
  | 'bad-address'
  /** It leads into a private network. */
  | 'refused-address'
  | 'too-large'
  | 'too-slow'
  | 'too-many-redirects'
  /** The name, connection or protocol failed. */
  | 'unreachable'
  /** The body cannot be decompressed. */
  | 'unreadable'
  /** The client was closed. */
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
  const shown = displayUrl(address)
  if (url === null)
    throw new FetchError('bad-address', `"${shown}" is not an address. It must begin with https:// or http://.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchError('bad-address', `"${shown}" is not fetched, because only http and https are.`)
  if (url.username !== '' || url.password !== '')
    throw new FetchError(
      'bad-address',
      `An address of ${url.host} contains a name or a password, but only public pages are read.`,
    )
  url.hash = ''
  return url
}

/** An address for a message: one line of at most 200 characters without a password. */
export function displayUrl(address: string): string {
  const line = address.replaceAll(/[\p{C}\s]+/gu, ' ').replace(/\/\/[^/?#]*@/, '//')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
