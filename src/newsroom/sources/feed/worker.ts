import { parentPort } from 'node:worker_threads'
import * as z from 'zod'
import { decodeBody } from '#newsroom/sources/feed/decode.ts'
import { articleOfPage } from '#newsroom/sources/feed/text.ts'
import { parseFeed } from '#newsroom/sources/feed/parse.ts'

// The thread that reads what strangers wrote. It answers each document with its result or, as a string, with what is wrong.

const job = z.object({
  kind: z.enum(['feed', 'page']),
  body: z.instanceof(Uint8Array),
  contentType: z.string().nullable(),
  url: z.string(),
})

parentPort?.on('message', (message: unknown) => send(answer(job.parse(message))))
// The time limit counts from here: a thread takes a while to start.
send('ready')

function send(message: unknown): void {
  parentPort?.postMessage(message, [])
}

function answer({ kind, body, contentType, url }: z.infer<typeof job>): { result: unknown } | { problem: string } {
  try {
    const text = decodeBody(body, contentType)
    return { result: kind === 'feed' ? parseFeed(text, url) : articleOfPage(text, url) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
