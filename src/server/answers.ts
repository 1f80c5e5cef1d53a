import type { Backend } from '#server/backend.ts'
import { createAnswerCache, type FreshAnswer } from '#server/answer-cache.ts'
import { finishResponse, type FinishedAnswer } from '#server/finished-answer.ts'

/** What is no page: calls, feeds, sitemaps, files of the bucket. */
export type Answers = {
  /** An answer that is ready to be sent, or null; `address` is a path with its query. */
  ready(address: string): FinishedAnswer | null
  /** The answer at an address, kept or made now; 404 without a body where there is none. */
  answer(address: string): Promise<FinishedAnswer>
}

const CACHE_BYTES = 64 * 1024 * 1024

/**
 * Keeps what the framework answered for our own backend, until the archive changes and for this very second only: times
 * and files beside the journal are right to the second then, and nothing is made more than once in it. Of a foreign
 * backend nothing is kept.
 */
export function createAnswers(options: {
  app: { fetch: (request: Request) => Response | Promise<Response> }
  backend: Backend
  now: () => Date
}): Answers {
  const { app, backend, now } = options
  const cache = createAnswerCache({ bytes: CACHE_BYTES })

  function generation(): string {
    const second = Math.floor(now().getTime() / 1_000)
    return backend.kind === 'own' ? `${backend.archive.sequence} ${second}` : ''
  }

  // Only the calls read a query: whoever invents others asks for the same feed.
  function keyOf(address: string): string {
    const [path = '', ...query] = address.split('?')
    const isCall = backend.kind === 'own' && Object.hasOwn(backend.calls, path)
    return isCall && query.length > 0 ? address : path
  }

  async function ask(address: string): Promise<FreshAnswer> {
    // The conditions of one client are no part of an answer for all.
    const answer = await finishResponse(await app.fetch(new Request(`http://in-process${address}`)))
    const { status, headers } = answer
    const isOpen = status === 200 && !/no-store|private/.test(headers['cache-control'] ?? 'no-store')
    return { answer, keep: isOpen && backend.kind === 'own' }
  }

  return {
    ready: (address) => cache.get(keyOf(address), generation()),
    async answer(address) {
      const [key, current] = [keyOf(address), generation()]
      return cache.get(key, current) ?? (await cache.make(key, current, () => ask(key)))
    },
  }
}
