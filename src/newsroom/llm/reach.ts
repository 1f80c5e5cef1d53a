import { once } from 'node:events'
import { Socket, type LookupFunction } from 'node:net'
import { unreachable } from '#newsroom/llm/model-error.ts'
import { addressOf, type ModelSettings } from '#newsroom/llm/provider.ts'

// How long a host may take to take a connection, in milliseconds; one that is up needs a fraction of a second.
const TEN_SECONDS = 10_000

/**
 * Why none of these models can be reached, in a sentence for each; null when the server of one takes a connection. Nothing
 * is sent, so a server that is busy with another question counts as there. `timeout` is in milliseconds, `lookup` replaces
 * the system's resolver.
 */
export async function whyUnreachable(
  models: ModelSettings[],
  options: { timeout?: number; lookup?: LookupFunction } = {},
): Promise<string | null> {
  const reasons = await Promise.all(models.map((settings) => tryOne(settings, options)))
  return reasons.includes(null) ? null : reasons.join(' ')
}

async function tryOne(
  settings: ModelSettings,
  { timeout = TEN_SECONDS, lookup }: { timeout?: number; lookup?: LookupFunction },
): Promise<string | null> {
  const address = addressOf(settings)
  const { protocol, hostname, port } = new URL(address)
  const signal = AbortSignal.timeout(timeout)
  const socket = new Socket()
  try {
    // An IPv6 address stands in brackets in a URL alone.
    const host = hostname.replace(/^\[|\]$/g, '')
    socket.connect({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)), lookup })
    await once(socket, 'connect', { signal })
    return null
  } catch (error) {
    return unreachable(error, { settings, address, timedOut: signal.aborted, timeout }).message
  } finally {
    socket.destroy()
  }
}
