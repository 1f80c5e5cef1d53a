import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { refuseMethod } from '#server/app.ts'
import type { Answers } from '#server/answers.ts'
import { chooseCoding } from '#server/compress.ts'
import { finish, finishResponse, messageFor, type FinishedAnswer, type Message } from '#server/finished-answer.ts'
import type { Pages } from '#server/pages.ts'

/** Answers a request: what is ready first, before any framework; then a call, feed or file, or a page, made now. */
export function createListener(options: {
  pages: Pages
  assets: Map<string, FinishedAnswer>
  answers: Answers
  report: (error: unknown) => void
}): RequestListener {
  const { pages, assets, answers, report } = options

  function ready({ method, url = '/' }: IncomingMessage): FinishedAnswer | null {
    if (method !== 'GET' && method !== 'HEAD') return null
    const query = url.indexOf('?')
    const path = query === -1 ? url : url.slice(0, query)
    return assets.get(path) ?? pages.ready(path) ?? answers.ready(url)
  }

  async function made({ method, url = '/' }: IncomingMessage): Promise<FinishedAnswer> {
    if (method !== 'GET' && method !== 'HEAD') return await finishResponse(refuseMethod())
    // A path may begin with two slashes, and a proxy's request with a host.
    const target = URL.parse(url.startsWith('/') ? `http://in-process${url}` : url)
    if (target === null) return plain(400, 'This is no address.\n')
    const { pathname, search } = target
    const answer = assets.get(pathname) ?? (await answers.answer(pathname + search))
    // What is neither a call nor a feed is a page, if only the one that says so.
    return answer.status === 404 && answer.body.byteLength === 0 ? await pages.page(pathname) : answer
  }

  async function answerLater(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      send(request, response, await messageFor(await made(request), clientOf(request)))
    } catch (error) {
      report(error)
      const sorry = plain(503, 'This page cannot be shown right now. Please try again in a moment.\n')
      send(request, response, await messageFor(sorry, clientOf(request)))
    }
  }

  return (request, response) => {
    const answer = ready(request)
    const message = answer && messageFor(answer, clientOf(request))
    if (message !== null && !(message instanceof Promise)) send(request, response, message)
    else void answerLater(request, response)
  }
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: Message): void {
  response.writeHead(status, headers)
  response.end(method === 'HEAD' ? undefined : body)
}

function clientOf({ headers }: IncomingMessage) {
  return {
    coding: chooseCoding(headers['accept-encoding']),
    ifNoneMatch: headers['if-none-match'] ?? null,
    ifModifiedSince: headers['if-modified-since'] ?? null,
  }
}

function plain(status: 400 | 503, text: string): FinishedAnswer {
  const headers: Record<string, string> = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  if (status === 503) Object.assign(headers, { 'retry-after': '30', 'x-robots-tag': 'noindex' })
  return finish({ status, headers, etag: null, body: Buffer.from(text) })
}
