import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import type { PageArticle } from '#newsroom/sources/feed/text.ts'

const parsedFeed = z.object({
  title: z.string(),
  entries: z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      date: z.string().nullable(),
      text: z.string(),
      teaser: z.boolean(),
    }),
  ),
})

/** The schema of a page's article. */
export const pageArticle: z.ZodType<PageArticle> = z.object({
  text: z.string(),
  title: z.string(),
  links: z.array(z.string()),
})

/**
 * A feed, whatever its format, its entries newest first, those without a date last. Titles are one line of plain text,
 * texts plain paragraphs, dates ISO text; a `teaser` is only the beginning of the page.
 */
export type ParsedFeed = z.infer<typeof parsedFeed>

/** Reads documents of strangers, one at a time, each at its own risk: one that hangs or eats memory costs itself alone. */
export type FeedReader = {
  /** A feed of any format. Throws an Error that says why it cannot be read. */
  feed(body: Uint8Array, contentType: string | null, url: string): Promise<ParsedFeed>
  /** The article of a page, null when there is none of 400 characters. Throws an Error that says why it cannot be read. */
  page(body: Uint8Array, contentType: string | null, url: string): Promise<PageArticle | null>
  /** Lets go of the thread and its memory once nothing waits; the next document starts another. */
  rest(): Promise<void>
  /** Ends the thread. What still waits is rejected. */
  close(): Promise<void>
}

/**
 * Starts a thread at the first document and a new one after a document that killed it. `timeLimit` is in milliseconds a
 * document, `memoryLimit` in MB of JavaScript's heap.
 */
export function createFeedReader({ timeLimit = 10_000, memoryLimit = 192 } = {}): FeedReader {
  let thread: Worker | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false

  function read(job: Job): Promise<unknown> {
    const turn = queue.then(() => readNow(job))
    queue = turn.catch(() => null)
    return turn
  }

  async function readNow({ body, ...job }: Job): Promise<unknown> {
    if (closed) throw new Error(`The ${job.kind} ${job.url} was not read: the reader was closed before.`)
    let problem: string
    try {
      thread ??= await start(memoryLimit)
      // Closed while the thread was starting: there was nothing to end yet.
      if (closed) throw new Error('was not read: the reader was closed.')
      // A copy, because what belongs to a larger buffer would be sent with all of it.
      const copy = new Uint8Array(body)
      thread.postMessage({ ...job, body: copy }, [copy.buffer])
      const reply = answer.parse(await messageOf(thread, timeLimit))
      if ('result' in reply) return reply.result
      problem = reply.problem
    } catch (cause) {
      await thread?.terminate()
      thread = null
      throw new Error(`The ${job.kind} ${job.url} ${reasonOf(cause, memoryLimit)}`, { cause })
    }
    throw new Error(`The ${job.kind} ${job.url} ${problem}`)
  }

  return {
    feed: async (body, contentType, url) => parsedFeed.parse(await read({ kind: 'feed', body, contentType, url })),
    page: async (body, contentType, url) => page.parse(await read({ kind: 'page', body, contentType, url })),
    async rest() {
      await queue
      await thread?.terminate()
      thread = null
    },
    async close() {
      closed = true
      await thread?.terminate()
      await queue
    },
  }
}

type Job = { kind: 'feed' | 'page'; body: Uint8Array; contentType: string | null; url: string }

const answer = z.union([z.object({ result: z.unknown() }), z.object({ problem: z.string() })])
const page = pageArticle.nullable()

// For a thread to start, on however busy a machine, in milliseconds.
const START_LIMIT = 60_000

async function start(memoryLimit: number): Promise<Worker> {
  const thread = new Worker(new URL('./worker.ts', import.meta.url), {
    // A small young generation saves about 80 MB and costs next to no time: a document's objects soon die.
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: 8 },
  })
  // Without a listener, an error between two documents would end the process.
  thread.on('error', () => {})
  await messageOf(thread, START_LIMIT)
  return thread
}

async function messageOf(thread: Worker, limit: number): Promise<unknown> {
  const done = new AbortController()
  const { signal } = done
  const refuse = (reason: string) => () => Promise.reject(new Error(reason))
  try {
    return await Promise.race([
      once(thread, 'message', { signal }).then(([message]: unknown[]) => message),
      once(thread, 'exit', { signal }).then(refuse('was not read to its end: the reader was closed.')),
      wait(limit, null, { signal }).then(refuse(`took longer than ${limit / 1000} s to read and was given up.`)),
    ])
  } finally {
    done.abort()
  }
}

function reasonOf(cause: unknown, memoryLimit: number): string {
  if (!(cause instanceof Error)) return `broke its reader: ${String(cause)}`
  if ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return `needed more than ${memoryLimit} MB of memory and was given up.`
  }
  return cause.message
}
