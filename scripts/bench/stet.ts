import { join } from 'node:path'
import { freePort, startServer, type Server } from './server.ts'

/** Starts the built server over a bucket in a folder; `core` binds it to one. */
export async function startStet(options: {
  bucket: string
  core?: number | null
  starter?: boolean
  within?: number
}): Promise<Server> {
  const { bucket, core = null, starter = false, within } = options
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...{ PORT: String(port), HOST: '127.0.0.1', SITE_URL: url, NODE_ENV: 'production' },
    ...{ BUCKET: `file:${bucket}`, DESK: `file:${bucket}-desk`, STARTER: starter ? 'on' : 'off', NEWSROOM: 'off' },
  }
  return await startServer({
    ...{ name: 'stet', command: process.execPath, args: ['src/server.ts'], env, core, within },
    // Draws no page, so that the first page is still to be measured.
    ...{ url, ready: '/healthz' },
  })
}

/** Publishes the first edition into a new folder, by a server's own start, and resolves to the folder. */
export async function publishEdition(folder: string): Promise<string> {
  const bucket = join(folder, 'edition')
  const server = await startStet({ bucket, starter: true, within: 600_000 })
  await server.stop()
  return bucket
}
