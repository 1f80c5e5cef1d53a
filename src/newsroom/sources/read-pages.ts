import pMap from 'p-map'
import type { StepCache } from '#newsroom/store/step-cache.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import { pageArticle, type FeedReader } from '#newsroom/sources/feed/reader.ts'
import type { PageArticle } from '#newsroom/sources/feed/text.ts'
import { primaryDocuments } from '#newsroom/sources/primary-documents.ts'
import type { Robots } from '#newsroom/sources/robots.ts'
import { FetchError, type SafeFetch } from '#newsroom/sources/http/http-client.ts'

/** What pages are read with. */
export type PageReading = { http: SafeFetch; robots: Robots; reader: FeedReader }

type Options = PageReading & {
  entries: Entry[]
  /** Keeps the article of a page that was read; one that failed is read again by whoever asks next. */
  cache: StepCache
  /** Told of each page; `mayPass` says of a failure that another try may help. */
  report?: (progress: { done: number; of: number; entry: Entry; failure: string | null; mayPass: boolean }) => void
}

/**
 * The same entries, those with only a teaser given the text of their page where it may be fetched and can be read; the
 * others stay as they were; and where each page that was read links. Never two pages of one host at a time. A cache that
 * fails throws.
 */
export async function readTexts({
  entries,
  report,
  ...reading
}: Options): Promise<{ entries: Entry[]; links: string[][] }> {
  const result = [...entries]
  const links: string[][] = []
  const teasers = [...entries.entries()].filter(([, { complete }]) => !complete)
  const byHost = Map.groupBy(teasers, ([, { url }]) => new URL(url).hostname)
  let done = 0
  const readHost = async (pages: typeof teasers) => {
    for (const [index, entry] of pages) {
      const page = await readPage(reading, entry)
      const { text, failure, mayPass } = page
      if (text !== null) result[index] = { ...entry, text, complete: true }
      links.push(page.links)
      done += 1
      report?.({ done, of: teasers.length, entry, failure, mayPass })
    }
  }
  await pMap(byHost.values(), readHost, { concurrency: WIDTH })
  return { entries: result, links }
}

/**
 * The primary documents that the pages of a story link, at most three, as entries of their own; what cannot be read is left
 * out. `like` is the story's first entry, whose categories they have; nobody told when they were published.
 */
export async function readAround(
  options: PageReading & { cache: StepCache; links: string[][]; known: string[]; like: Entry },
): Promise<Entry[]> {
  const { links, known, like, cache, ...reading } = options
  const found: Entry[] = []
  for (const url of primaryDocuments(links, new Set(known))) {
    try {
      const { text, title } = await cache.memoize('page', url, pageArticle, () => fetchArticle(reading, url))
      const { hostname } = new URL(url)
      found.push({
        ...like,
        url,
        publisher: hostname.replace(/^www\./, ''),
        title: title || hostname,
        text,
        complete: true,
      })
    } catch (error) {
      if (!(error instanceof PageFailed)) throw error
    }
  }
  return found
}

const WIDTH = 4

type Page = { text: string | null; links: string[]; failure: string | null; mayPass: boolean }

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
    const { text, links } = await cache.memoize('page', url, pageArticle, () => fetchArticle(reading, url))
    if (text.length <= entry.text.length)
      throw new PageFailed(`The page ${url} says no more than its feed.`, { mayPass: false })
    return { text, links, failure: null, mayPass: false }
  } catch (error) {
    if (!(error instanceof PageFailed)) throw error
    return { text: null, links: [], failure: error.message, mayPass: error.mayPass }
  }
}

async function fetchArticle({ http, robots, reader }: PageReading, address: string): Promise<PageArticle> {
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
    const article = await reader.page(body, headers.contentType, url)
    if (article === null) throw new Error(`The page ${url} holds no article of 400 characters.`)
    return article
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
