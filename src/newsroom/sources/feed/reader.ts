import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import * as z from 'zod'
import { entry } from '#newsroom/sources/entry.ts'

const parsedFeed = z.object({
  /** Newest entry first. */
  entries: z.array(
    entry.pick({ url: true, title: true, date: true, text: true }).extend({
      /** The id from the feed in a form that no other feed uses, or the URL. */
      id: z.string(),
      /** True if `text` is only the beginning of the page's text. */
      teaser: z.boolean(),
    }),
  ),
  /** Number of items without a URL, a date or a readable text. */
  unread: z.number(),
})

/** A feed in any format. */
export type ParsedFeed = z.infer<typeof parsedFeed>

/** The schema of an article extracted from a page. */
export const pageArticle = z.object({
  /** Markdown, starting with a byline if the author is known. */
  text: z.string(),
  title: z.string(),
  /** The publication date in ISO 8601 format, or an empty string if unknown. */
  date: z.string().default(''),
  /** The absolute URL and the text of each link. */
  links: z.array(z.object({ url: z.string(), text: z.string() })),
})

/** An article extracted from a page. */
export type PageArticle = z.infer<typeof pageArticle>

/** A link on a page. */
export type PageLink = PageArticle['links'][number]

/**
 * Parses untrusted documents one at a time in a worker thread. A document that hangs or needs too much memory does not
 * affect the others.
 */
export type FeedReader = {
  /** Parses a feed in any format. If it fails, rejects with an Error that says why. */
  feed(body: Uint8Array, contentType: string | null, url: string): Promise<ParsedFeed>
  /**
   * Extracts a page's article. Resolves to null if the article has fewer than 400 characters. Rejects under the same
   * conditions as `feed`.
   */
  page(body: Uint8Array, contentType: string | null, url: string): Promise<PageArticle | null>
  /** Terminates the idle thread to free its memory. The next document starts a new one. */
  rest(): Promise<void>
  /** Terminates the thread and rejects all documents that are still waiting. */
  close(): Promise<void>
}

/**
 * Creates a reader. It starts a thread for the first document, and a new one whenever a document has terminated its
 * thread. `timeLimit` is in milliseconds per document, `memoryLimit` in MB of JavaScript heap.
 */
export function createFeedReader({ timeLimit = 10_000, memoryLimit = 192 } = {}): FeedReader {
  const inTurn = pLimit(1)
  const closing = new AbortController()
  let thread: Worker | null = null

  async function end(): Promise<void> {
    await thread?.terminate()
    thread = null
  }

  async function messageOf(thread: Worker, limitMs: number): Promise<unknown> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(limitMs)])
    try {
      const [message]: unknown[] = await once(thread, 'message', { signal })
      return message
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
  }

  async function replyTo({ body, ...job }: Job): Promise<z.infer<typeof reply>> {
    try {
      closing.signal.throwIfAborted()
      if (thread === null) {
        thread = createThread(memoryLimit)
        await messageOf(thread, START_LIMIT_MS)
      }
      // Transferring sends the whole underlying buffer, so send a copy.
      const copy = new Uint8Array(body)
      thread.postMessage({ ...job, body: copy }, [copy.buffer])
      return reply.parse(await messageOf(thread, timeLimit))
    } catch (error) {
      await end()
      return { problem: problemOf(error, { timeLimit, memoryLimit }) }
    }
  }

  async function read(kind: Job['kind'], [body, contentType, url]: Parameters<FeedReader['feed']>): Promise<unknown> {
    const reply = await inTurn(() => replyTo({ kind, body, contentType, url }))
    if ('problem' in reply) throw new Error(`The ${kind} ${url} ${reply.problem}`)
    return reply.result
  }

  return {
    feed: async (...document) => parsedFeed.parse(await read('feed', document)),
    page: async (...document) => pageArticle.nullable().parse(await read('page', document)),
    rest: () => inTurn(end),
    close() {
      closing.abort(new Error('was not read because the reader was closed.'))
      return inTurn(end)
    },
  }
}

type Job = { kind: 'feed' | 'page'; body: Uint8Array; contentType: string | null; url: string }

const reply = z.union([z.object({ result: z.unknown() }), z.object({ problem: z.string() })])

// On a busy machine, a thread can take this long to start.
const START_LIMIT_MS = 60_000

function createThread(memoryLimit: number): Worker {
  const thread = new Worker(new URL('./worker.ts', import.meta.url), {
    // A small young generation saves about 80 MB and costs hardly any time, because a document's objects are
    // short-lived.
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: 8 },
  })
  // Without a listener, an error between two documents would terminate the process.
  return thread.on('error', () => {})
}

function problemOf(error: unknown, { timeLimit, memoryLimit }: { timeLimit: number; memoryLimit: number }): string {
  if (!(error instanceof Error)) return `crashed the parser: ${String(error)}`
  if (error.name === 'TimeoutError') return `could not be parsed within ${timeLimit / 1000} s.`
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? `could not be parsed with ${memoryLimit} MB of memory.`
    : error.message
}
