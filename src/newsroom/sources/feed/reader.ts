import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import * as z from 'zod'

const parsedFeed = z.object({
  /** Newest first, those without a date last. */
  entries: z.array(
    z.object({
      /** The id that the feed gives, in a form that no other feed uses; otherwise the address, if it is the only entry there. */
      id: z.string(),
      url: z.string(),
      /** One line of plain text. */
      title: z.string(),
      /** ISO text. */
      date: z.string().nullable(),
      /** Markdown. */
      text: z.string(),
      /** True if `text` is only the beginning of the page. */
      teaser: z.boolean(),
      /** True if other entries of the feed have the same page, such as a list of releases. */
      sharesPage: z.boolean(),
    }),
  ),
  /** Number of items that could not be read. */
  unread: z.number(),
})

/** A feed in any format. */
export type ParsedFeed = z.infer<typeof parsedFeed>

/** The schema of a page's article. */
export const pageArticle = z.object({
  /** Markdown, with the byline that the page gives. */
  text: z.string(),
  title: z.string(),
  /** The date of publication as ISO text; empty if the page gives none. */
  date: z.string().default(''),
  links: z.array(z.object({ url: z.string(), text: z.string() })),
})

/** The article of a page. */
export type PageArticle = z.infer<typeof pageArticle>

/** A link of a page: an absolute address and the words that are linked. */
export type PageLink = PageArticle['links'][number]

/**
 * Parses untrusted documents in a worker thread, one at a time. A document that hangs or runs out of memory fails alone.
 */
export type FeedReader = {
  /** Reads a feed in any format. Rejects with an Error that says why it cannot be read. */
  feed(body: Uint8Array, contentType: string | null, url: string): Promise<ParsedFeed>
  /**
   * Reads the article of a page. Resolves to null if it has fewer than 400 characters. Rejects with an Error that says why
   * the page cannot be read.
   */
  page(body: Uint8Array, contentType: string | null, url: string): Promise<PageArticle | null>
  /** Ends the idle thread to free its memory. The next document starts a new one. */
  rest(): Promise<void>
  /** Ends the thread and rejects the documents that still wait. */
  close(): Promise<void>
}

/**
 * Creates a reader. It starts a thread for the first document, and a new one after a document that killed it. `timeLimit`
 * is in milliseconds per document, `memoryLimit` in MB of the JavaScript heap.
 */
export function createFeedReader({ timeLimit = 10_000, memoryLimit = 192 } = {}): FeedReader {
  const inTurn = pLimit(1)
  let thread: Worker | null = null
  let closed = false

  async function end(): Promise<void> {
    await thread?.terminate()
    thread = null
  }

  async function read({ body, ...job }: Job): Promise<unknown> {
    try {
      if (!closed) thread ??= await start(memoryLimit)
      // close() may have been called while the thread was starting.
      if (closed || thread === null) throw new Error('was not read: the reader was closed.')
      // A transfer sends the whole underlying buffer, so send a copy.
      const copy = new Uint8Array(body)
      thread.postMessage({ ...job, body: copy }, [copy.buffer])
      const reply = answer.parse(await messageOf(thread, timeLimit))
      if ('result' in reply) return reply.result
      throw new Unreadable(reply.problem)
    } catch (cause) {
      if (!(cause instanceof Unreadable)) await end()
      throw new Error(`The ${job.kind} ${job.url} ${reasonOf(cause, memoryLimit)}`, { cause })
    }
  }

  return {
    feed: async (body, contentType, url) =>
      parsedFeed.parse(await inTurn(() => read({ kind: 'feed', body, contentType, url }))),
    page: async (body, contentType, url) =>
      pageArticle.nullable().parse(await inTurn(() => read({ kind: 'page', body, contentType, url }))),
    rest: () => inTurn(end),
    async close() {
      closed = true
      await end()
      await inTurn(end)
    },
  }
}

/** A document that its reader refused. */
class Unreadable extends Error {}

type Job = { kind: 'feed' | 'page'; body: Uint8Array; contentType: string | null; url: string }

const answer = z.union([z.object({ result: z.unknown() }), z.object({ problem: z.string() })])

// Long enough for a thread to start on a busy machine.
const START_LIMIT_MS = 60_000

async function start(memoryLimit: number): Promise<Worker> {
  const thread = new Worker(new URL('./worker.ts', import.meta.url), {
    // A small young generation saves about 80 MB and takes hardly any time, because a document's objects are short-lived.
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: 8 },
  })
  // Without a listener, an error between two documents would end the process.
  thread.on('error', () => {})
  await messageOf(thread, START_LIMIT_MS)
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
