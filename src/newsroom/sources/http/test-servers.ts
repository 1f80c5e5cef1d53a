import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createSafeFetch, FetchError, type SafeFetch } from '#newsroom/sources/http/http-client.ts'

/** Plays the public internet in tests of the HTTP client. */
export const PUBLIC = '127.0.0.2'

/** Plays the machine that nobody may reach. */
export const PRIVATE = '127.0.0.1'

/** The contact in the User-Agent. */
export const ABOUT = 'https://stet.example/about'

/** Real servers for a test and webs that take `PUBLIC` alone for public; `close` ends all of them. */
export function openTestWeb() {
  const opened: { close(): Promise<void> }[] = []

  async function listen(server: Server, host: string, wanted: number) {
    const connections = new Set<Socket>()
    server.on('connection', (socket: Socket) => connections.add(socket.on('error', () => {})))
    server.listen(wanted, host)
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port.')
    const served = {
      port: address.port,
      url: `http://${host}:${address.port}`,
      /** All that were ever made. */
      connections,
      /** Resolves to their number when the other side has ended every one of them. */
      async quiet(): Promise<number> {
        await Promise.all([...connections].map(ended))
        return connections.size
      },
      async close(): Promise<void> {
        for (const socket of connections) socket.destroy()
        await new Promise((resolve) => server.close(resolve))
      },
    }
    opened.push(served)
    return served
  }

  return {
    open(options: Partial<Parameters<typeof createSafeFetch>[0]> = {}): SafeFetch {
      const isPublic = (address: string) => address === PUBLIC
      const http = createSafeFetch({ contact: ABOUT, lookup: resolve, isPublic, timeout: 20_000, ...options })
      opened.push(http)
      return http
    },
    async serve(listener: RequestListener, host = PUBLIC, port = 0) {
      const requests: string[] = []
      const server = createServer((request, response) => {
        requests.push(request.url ?? '')
        listener(request, response)
      })
      return { ...(await listen(server, host, port)), requests }
    },
    async serveTcp(listener: (socket: Socket) => void) {
      return listen(createTcpServer(listener), PUBLIC, 0)
    },
    async close(): Promise<void> {
      for (const each of opened.splice(0)) await each.close()
    },
  }
}

/** The FetchError of a fetch that has to fail; anything else is thrown. */
export async function failure(fetched: Promise<unknown>): Promise<FetchError> {
  const error: unknown = await fetched.then(
    () => new Error('This fetch should have failed.'),
    (error: unknown) => error,
  )
  if (!(error instanceof FetchError)) throw error
  return error
}

/** A body as text. */
export function text(body: Uint8Array): string {
  return Buffer.from(body).toString()
}

function ended(socket: Socket): Promise<void> {
  return new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))
}

async function resolve(name: string): Promise<string[]> {
  if (name === 'public.test') return [PUBLIC]
  if (name === 'inside.test') return [PRIVATE]
  throw new Error(`${name} is not known`)
}
