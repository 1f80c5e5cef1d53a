import { Worker } from 'node:worker_threads'
import { Unavailable } from '#bucket/bucket.ts'
import type { S3Access } from '#bucket/s3-address.ts'
import type { Answer, Indexer } from '#archive/search/indexer.ts'

// A question that is not answered by then never will be, in milliseconds; so many may wait.
const PATIENCE = 10_000
const MOST_WAITING = 200

// A thread that ended is started again after a while, in milliseconds, which doubles each time; so often at most in a row.
const FIRST_PAUSE = 500
const MOST_STARTS = 8

// What it reads is thrown away at once, so it needs no more room for that; V8 would take 50 MB.
const YOUNG_GENERATION = 8

type Message = { id?: number; answer?: Answer; problem?: string }
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

/** The index of a bucket in a thread of its own. Whatever happens there, its questions reject with Unavailable meanwhile. */
export function startWorkerIndexer(options: {
  address: string
  access: S3Access | null
  file: string | null
  onError: (error: unknown) => void
}): Indexer {
  const { address, access, file, onError } = options
  const waiting = new Map<number, Waiting>()
  let [lastId, starts, sequence] = [0, 0, 0]
  let isClosed = false
  let worker: Worker | null = start()

  function start(): Worker {
    const thread = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: { address, access, file },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION, maxOldGenerationSizeMb: 128 },
    })
    thread.unref()
    thread.on('message', ({ id = 0, answer, problem }: Message) => {
      if (answer !== undefined) starts = 0
      const question = take(id)
      if (answer !== undefined) question?.resolve(answer)
      else if (question === null) onError(new Error(`In the search index: ${problem}`))
      else question.reject(new Error(`In the search index: ${problem}`))
    })
    thread.on('error', onError)
    thread.on('exit', () => restart())
    return thread
  }

  function restart(): void {
    worker = null
    for (const id of waiting.keys()) take(id)?.reject(new Unavailable('The search index has stopped.'))
    if (isClosed) return
    starts += 1
    if (starts >= MOST_STARTS) return onError(new Error(`The search index stopped ${starts} times and stays off.`))
    setTimeout(
      () => {
        if (isClosed) return
        worker = start()
        void ask({ kind: 'follow', sequence }).catch(() => {})
      },
      FIRST_PAUSE * 2 ** starts,
    ).unref()
  }

  function take(id: number): Waiting | null {
    const question = waiting.get(id) ?? null
    waiting.delete(id)
    clearTimeout(question?.timer)
    return question
  }

  const ask: Indexer['ask'] = (question) =>
    new Promise((resolve, reject) => {
      sequence = Math.max(sequence, question.sequence)
      if (worker === null || waiting.size >= MOST_WAITING)
        return reject(new Unavailable('The search index cannot answer now.'))
      const id = (lastId += 1)
      const timer = setTimeout(() => {
        take(id)?.reject(new Unavailable(`The search index has not answered in ${PATIENCE} ms.`))
        void worker?.terminate()
      }, PATIENCE).unref()
      waiting.set(id, { resolve, reject, timer })
      worker.postMessage({ id, question }, [])
    })

  return {
    ask,
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}
