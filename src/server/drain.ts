import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Stops a server without cutting anybody off: no new connections; whoever has one is answered, with `Connection: close`
 * where the listener sends it. After `grace` milliseconds the connections that ask nothing, or never finish asking, are
 * ended, after `limit` all of them. Resolves when none is left. Half-open connections are found at the server's
 * `connectionsCheckingInterval`.
 */
export async function drain(server: Server, { grace = 2_000, limit = 10_000 } = {}): Promise<void> {
  let isClosed = false
  // By the close of `net`: that of `http` would end connections on which the next request is under way.
  NetServer.prototype.close.call(server, () => (isClosed = true))
  server.headersTimeout = grace
  server.requestTimeout = grace
  const began = performance.now()
  while (!isClosed) {
    await wait(50)
    const elapsed = performance.now() - began
    if (elapsed > limit) server.closeAllConnections()
    else if (elapsed > grace) server.closeIdleConnections()
  }
}
