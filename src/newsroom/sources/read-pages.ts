import pMap from 'p-map'
import type { Entry } from '#newsroom/sources/entry.ts'
import type { FeedReader } from '#newsroom/sources/feed/reader.ts'
import type { Robots } from '#newsroom/sources/robots.ts'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'

/** What pages are read with. */
export type PageReading = { http: SafeFetch; robots: Pick<Robots, 'allows'>; reader: FeedReader }

type Options = PageReading & {
  entries: Entry[]
  report?: (progress: { done: number; of: number; entry: Entry; failure: string | null }) => void
}

/**
 * The same entries, those with only a teaser given the text of their page where it may be fetched and can be read; the
 * others stay as they were. Never two pages of one host at a time.
 */
export async function readTexts({ entries, report, ...reading }: Options): Promise<Entry[]> {
  const result = [...entries]
  const teasers = [...entries.entries()].filter(([, { complete }]) => !complete)
  const byHost = Map.groupBy(teasers, ([, { url }]) => new URL(url).hostname)
  let done = 0
  const readHost = async (pages: typeof teasers) => {
    for (const [index, entry] of pages) {
      const { text, failure } = await readPage(reading, entry)
      if (text !== null) result[index] = { ...entry, text, complete: true }
      done += 1
      report?.({ done, of: teasers.length, entry, failure })
    }
  }
  await pMap(byHost.values(), readHost, { concurrency: WIDTH })
  return result
}

const WIDTH = 4

type Page = { text: string; failure: null } | { text: null; failure: string }

async function readPage({ http, robots, reader }: PageReading, entry: Entry): Promise<Page> {
  try {
    if (!(await robots.allows(entry.url))) throw new Error(`The robots.txt of ${entry.url} forbids to fetch it.`)
    const { status, url, body, headers } = await http.fetch(entry.url, { accept: 'text/html, application/xhtml+xml' })
    if (status !== 200) throw new Error(`The page ${entry.url} was answered with status ${status} instead of 200.`)
    if (!/html/i.test(headers.contentType ?? 'html'))
      throw new Error(`The page ${url} is no HTML but ${headers.contentType}.`)
    // A redirect may lead to where robots are not wanted.
    if (url !== entry.url && !(await robots.allows(url)))
      throw new Error(`The robots.txt of ${url} forbids to read it.`)
    const text = await reader.page(body, headers.contentType, url)
    if (text === null) throw new Error(`The page ${url} holds no article of 400 characters.`)
    if (text.length <= entry.text.length) throw new Error(`The page ${url} says no more than its feed.`)
    return { text, failure: null }
  } catch (error) {
    return { text: null, failure: error instanceof Error ? error.message : String(error) }
  }
}
