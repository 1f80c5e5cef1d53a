import pMap from 'p-map'
import * as z from 'zod'
import type { StepCache } from '#newsroom/edition/step-cache.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import type { FeedReader } from '#newsroom/sources/feed/reader.ts'
import type { Robots } from '#newsroom/sources/robots.ts'
import { FetchError, type SafeFetch } from '#newsroom/sources/http/http-client.ts'

/** What pages are read with. */
export type PageReading = { http: SafeFetch; robots: Robots; reader: FeedReader }

type Options = PageReading & {
  entries: Entry[]
  /** Keeps the text of a page that was read; one that failed is read again by whoever asks next. */
  cache: StepCache
  /** Told of each page; `mayPass` says of a failure that another try may help. */
  report?: (progress: { done: number; of: number; entry: Entry; failure: string | null; mayPass: boolean }) => void
}

/**
 * The same entries, those with only a teaser given the text of their page where it may be fetched and can be read; the
 * others stay as they were. Never two pages of one host at a time. A cache that fails throws.
 */
export async function readTexts({ entries, report, ...reading }: Options): Promise<Entry[]> {
  const result = [...entries]
  const teasers = [...entries.entries()].filter(([, { complete }]) => !complete)
  const byHost = Map.groupBy(teasers, ([, { url }]) => new URL(url).hostname)
  let done = 0
  const readHost = async (pages: typeof teasers) => {
    for (const [index, entry] of pages) {
      const { text, failure, mayPass } = await readPage(reading, entry)
      if (text !== null) result[index] = { ...entry, text, complete: true }
      done += 1
      report?.({ done, of: teasers.length, entry, failure, mayPass })
    }
  }
  await pMap(byHost.values(), readHost, { concurrency: WIDTH })
  return result
}

const WIDTH = 4

type Page = { text: string | null; failure: string | null; mayPass: boolean }

/** A page gave no text; `mayPass` says that it was the network's fault or its host's, and not what the page is. */
class PageFailed extends Error {
  override name = 'PageFailed'
  readonly mayPass: boolean

  constructor(message: string, { mayPass, cause }: { mayPass: boolean; cause?: unknown }) {
    super(message, { cause })
    this.mayPass = mayPass
  }
}

async function readPage({ cache, ...reading }: PageReading & { cache: StepCache }, entry: Entry): Promise<Page> {
  const { url } = entry
  try {
    const text = await cache.memoize('page', url, z.string(), () => fetchText(reading, url))
    if (text.length <= entry.text.length)
      throw new PageFailed(`The page ${url} says no more than its feed.`, { mayPass: false })
    return { text, failure: null, mayPass: false }
  } catch (error) {
    if (!(error instanceof PageFailed)) throw error
    return { text: null, failure: error.message, mayPass: error.mayPass }
  }
}

async function fetchText({ http, robots, reader }: PageReading, address: string): Promise<string> {
  try {
    await assertAllowed(robots, address)
    const { status, url, body, headers } = await http.fetch(address, { accept: 'text/html, application/xhtml+xml' })
    if (status !== 200)
      throw new PageFailed(`The page ${address} was answered with status ${status} instead of 200.`, {
        mayPass: status >= 500 || status === 429 || status === 408,
      })
    if (!/html/i.test(headers.contentType ?? 'html'))
      throw new Error(`The page ${url} is no HTML but ${headers.contentType}.`)
    // A redirect may lead to where robots are not wanted.
    if (url !== address) await assertAllowed(robots, url)
    const text = await reader.page(body, headers.contentType, url)
    if (text === null) throw new Error(`The page ${url} holds no article of 400 characters.`)
    return text
  } catch (cause) {
    if (cause instanceof PageFailed) throw cause
    const mayPass = cause instanceof FetchError && ['unreachable', 'too-slow', 'closed'].includes(cause.code)
    throw new PageFailed(cause instanceof Error ? cause.message : String(cause), { mayPass, cause })
  }
}

async function assertAllowed(robots: Robots, url: string): Promise<void> {
  if (await robots.allows(url)) return
  if (await robots.isReachable(url)) throw new Error(`The robots.txt of ${url} forbids to read it.`)
  throw new PageFailed(`The robots.txt of ${url} cannot be reached, so the page is not read.`, { mayPass: true })
}
