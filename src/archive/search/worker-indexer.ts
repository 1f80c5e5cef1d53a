import { Worker } from 'node:worker_threads'
import { Unavailable } from '#bucket/bucket.ts'
import type { S3Access } from '#bucket/s3-address.ts'
import type { Indexer, Response } from '#archive/search/indexer.ts'

const TIMEOUT_MS = 10_000
const MAX_PENDING = 200

// Delay before a stopped worker is restarted.
const RESTART_DELAY_MS = 2_000

// A small young generation is enough, because most of the worker's objects are short-lived. V8's default is about 50
// MB.
const YOUNG_GENERATION_MB = 8
// The worker reads all events of the journal at once. For 100,000 posts that takes about 150 MB.
const OLD_GENERATION_MB = 512

/** The bucket that a worker indexes, and the file in which it stores the index. */
export type WorkerData = { address: string; access: S3Access | null; file: string | null }

type Message = { id?: number; response?: Response; problem?: string }
type Pending = { resolve: (response: Response) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

/** Opens a bucket's index in a worker thread. While the worker is stopped, requests reject with Unavailable. */
export function startWorkerIndexer(workerData: WorkerData, onError: (error: unknown) => void): Indexer {
  const pending = new Map<number, Pending>()
  let [lastId, sequence] = [0, 0]
  let isClosed = false
  let worker: Worker | null = start()

  function start(): Worker {
    const thread = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, maxOldGenerationSizeMb: OLD_GENERATION_MB },
    })
    thread.on('message', ({ id = 0, response, problem }: Message) => {
      const request = take(id)
      if (response !== undefined) request?.resolve(response)
      else if (request === null) onError(new Error(`Error in the search index: ${problem}`))
      else request.reject(new Error(`Error in the search index: ${problem}`))
    })
    thread.on('error', onError)
    thread.on('exit', restart)
    // Call unref() after adding the listeners, because a message listener keeps the process alive.
    thread.unref()
    return thread
  }

  function restart(): void {
    worker = null
    for (const id of pending.keys()) take(id)?.reject(new Unavailable('The search worker has stopped.'))
    if (isClosed) return
    setTimeout(() => {
      if (isClosed) return
      worker = start()
      void ask({ kind: 'follow', sequence }).catch(() => {})
    }, RESTART_DELAY_MS).unref()
  }

  function take(id: number): Pending | null {
    const request = pending.get(id) ?? null
    pending.delete(id)
    clearTimeout(request?.timer)
    return request
  }

  const ask: Indexer['ask'] = (request) =>
    new Promise((resolve, reject) => {
      sequence = Math.max(sequence, request.sequence)
      if (worker === null || pending.size >= MAX_PENDING)
        return reject(new Unavailable('The search index is currently unavailable. Try again in a few seconds.'))
      const id = (lastId += 1)
      const timer = setTimeout(() => {
        take(id)?.reject(new Unavailable(`The search index did not respond within ${TIMEOUT_MS} ms.`))
        void worker?.terminate()
      }, TIMEOUT_MS).unref()
      pending.set(id, { resolve, reject, timer })
      worker.postMessage({ id, request }, [])
    })

  return {
    ask,
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}
