import { isIP } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { WebFailed } from '#newsroom/web/failed.ts'

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
    throw new WebFailed(
      'refused-address',
      `${what} is no address of the public internet, and the newsroom connects to no other: correct the source, or set ALLOW_PRIVATE_SOURCES=1 where every source is your own.`,
    )
  }

  async function resolve(name: string, _options: unknown): Promise<{ address: string; family: number }[]> {
    const addresses = await lookup(name)
    if (addresses.length === 0) throw new WebFailed('unreachable', `The name ${name} has no address.`)
    judge(name, addresses)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

  const connect = buildConnector({
    // With this the socket asks for all addresses at once, and connects to nothing but the answer.
    ...{ autoSelectFamily: true, lookup: callbackify(resolve) },
    ...{ signal, timeout: 0, allowH2: false },
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
