/**
 * Why an address was not fetched: `bad-address` is none that the newsroom fetches, `refused-address` leads into a private
 * network, `unreachable` is a name, connection or protocol that failed, `unreadable` a body that cannot be decompressed,
 * `closed` a client that was closed.
 */
type Reason =
  | 'bad-address'
  | 'refused-address'
  | 'too-large'
  | 'too-slow'
  | 'too-many-redirects'
  | 'unreachable'
  | 'unreadable'
  | 'closed'

/** An address that was not fetched: the message is a sentence that names it, `code` the reason. */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly code: Reason

  constructor(code: Reason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
