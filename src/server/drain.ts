import type { Server } from 'node:http'

// Idle connections are closed this often, in milliseconds.
const CHECK_MS = 100

/**
 * Stops a server: it accepts no new connections, answers the requests that it already has, and closes each connection when
 * it is idle. After `limit` milliseconds it closes all connections. Resolves when the last one is closed.
 */
export async function drain(server: Server, { limit = 10_000 } = {}): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), CHECK_MS)
  const late = setTimeout(() => server.closeAllConnections(), limit)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(idle)
  clearTimeout(late)
}
