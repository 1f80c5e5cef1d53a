import { parentPort, workerData } from 'node:worker_threads'
import { openIndexer, type Request } from '#archive/search/indexer.ts'
import type { WorkerData } from '#archive/search/worker-indexer.ts'
import { openBucket } from '#bucket/open.ts'

// A search index's worker thread. It posts one response per request, with the request's id.

const { address, access, file }: WorkerData = workerData
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
