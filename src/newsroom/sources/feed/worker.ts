import { parentPort } from 'node:worker_threads'
import * as z from 'zod'
import { decodeBody } from '#newsroom/sources/feed/decode.ts'
import { articleOfPage } from '#newsroom/sources/feed/text.ts'
import { parseFeed } from '#newsroom/sources/feed/parse.ts'

// The worker thread that parses untrusted documents. For each document, it sends a result or, on failure, a problem
// that completes a sentence starting with the document's URL.

const job = z.object({
  kind: z.enum(['feed', 'page']),
  body: z.instanceof(Uint8Array),
  contentType: z.string().nullable(),
  url: z.string(),
})

parentPort?.on('message', (message: unknown) => send(replyTo(job.parse(message))))
// The first document's time limit starts when the thread is ready.
send('ready')

function send(message: unknown): void {
  parentPort?.postMessage(message, [])
}

function replyTo({ kind, body, contentType, url }: z.infer<typeof job>): { result: unknown } | { problem: string } {
  try {
    const text = decodeBody(body, contentType)
    return { result: kind === 'feed' ? parseFeed(text, url) : articleOfPage(text, url) }
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'is nested too deeply to be read.' }
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
