import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { FetchError, type SafeFetch } from '#newsroom/sources/http/http-client.ts'

const recording = z.record(z.url(), z.object({ file: z.string(), type: z.string() }))

/** Returns the recorded pages of a folder. Its `recorded.json` names the file of each URL. Other URLs cannot be reached. */
export async function recordedHttp(folder: string): Promise<SafeFetch> {
  const file = join(folder, 'recorded.json')
  const { success, data, error } = recording.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!success) throw new Error(`The list of recorded URLs ${file} is invalid:\n${z.prettifyError(error)}`)
  return {
    fetch: async (url) => {
      const found = data[url]
      const headers = { etag: null, lastModified: null, contentType: found?.type ?? null }
      if (found !== undefined)
        return { status: 200, url, moved: null, body: await readFile(join(folder, found.file)), headers }
      if (new URL(url).pathname === '/robots.txt')
        return { status: 404, url, moved: null, body: new Uint8Array(), headers }
      throw new FetchError('unreachable', `${url} was not recorded.`)
    },
    close: async () => {},
  }
}
