import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { openIndexer, type Question } from '#archive/search/indexer.ts'
import { openBucket } from '#bucket/open.ts'

// The thread of a search index: questions come in with a number, answers go out with it.

const { address, file } = z.object({ address: z.string(), file: z.string().nullable() }).parse(workerData)
const indexer = openIndexer({
  bucket: openBucket(address),
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
