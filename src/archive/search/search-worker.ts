import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { openIndexer, type Request } from '#archive/search/indexer.ts'
import { openBucket } from '#bucket/open.ts'

// The worker thread of a search index. Each response has the id of its request.

const credentials = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  sessionToken: z.string().optional(),
})
const data = z.object({
  address: z.string(),
  access: z
    .object({ endpoint: z.string().nullable(), region: z.string().nullable(), credentials: credentials.nullable() })
    .nullable(),
  file: z.string().nullable(),
})
const { address, access, file } = data.parse(workerData)
const indexer = openIndexer({
  bucket: openBucket(address, access),
  file,
  onError: (error) => parentPort?.postMessage({ problem: messageOf(error) }, []),
})

parentPort?.on('message', async ({ id, request }: { id: number; request: Request }) => {
  try {
    parentPort?.postMessage({ id, response: await indexer.ask(request) }, [])
  } catch (error) {
    parentPort?.postMessage({ id, problem: messageOf(error) }, [])
  }
})

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
