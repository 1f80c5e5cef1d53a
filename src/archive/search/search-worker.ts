import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { openIndexer, type Question } from '#archive/search/indexer.ts'
import { openBucket } from '#bucket/open.ts'

// The thread of a search index: questions come in with a number, answers go out with it.

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
  onError: (error) => parentPort?.postMessage({ problem: sentence(error) }, []),
})

parentPort?.on('message', async ({ id, question }: { id: number; question: Question }) => {
  try {
    parentPort?.postMessage({ id, answer: await indexer.ask(question) }, [])
  } catch (error) {
    parentPort?.postMessage({ id, problem: sentence(error) }, [])
  }
})

function sentence(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
