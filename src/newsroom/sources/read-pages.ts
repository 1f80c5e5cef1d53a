import type { Bucket } from '#bucket/bucket.ts'
import { getOrCreate, readJson, sha256 } from '#newsroom/store/json-store.ts'
import type { Entry, SourceText } from '#newsroom/sources/entry.ts'
import { pageArticle, type FeedReader, type PageArticle, type PageLink } from '#newsroom/sources/feed/reader.ts'
import { namedLinks } from '#newsroom/sources/named-links.ts'
import { linkedDocuments } from '#newsroom/sources/linked-documents.ts'
import type { Robots } from '#newsroom/sources/robots.ts'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'
import { FetchError } from '#newsroom/sources/http/public-address.ts'

/** The dependencies for reading pages. */
export type PageReading = { http: SafeFetch; robots: Robots; reader: FeedReader }

// The desk stores the articles of pages for the edition of `date`, but not failures.
type CachedReading = PageReading & { desk: Bucket; date: string }

type Reading = { entries: Entry[]; documents: SourceText[]; links: PageLink[]; unread: string[] }

/**
 * Reads a story's pages. Replaces the text of each entry that has only a teaser with the text of its page, if robots.txt
 * allows it and the page has more text. Uses the page's date if it is earlier than the feed's. Then reads up to three
 * different documents that the pages link to. Returns the named links of all these pages, and as `unread` the URLs of
 * pages that could not be read because of a network or server error. Reads one page at a time so that no host gets many
 * requests at once. Rejects if the desk fails.
 */
export async function readStory(story: CachedReading & { entries: Entry[]; event: string }): Promise<Reading> {
  const { entries, event, ...reading } = story
  const result: Entry[] = []
  const links: PageLink[][] = []
  const unread: string[] = []
  for (const entry of entries) {
    const page = entry.complete ? null : await readPage(reading, entry.url)
    if (page instanceof FetchError && page.isTransient) unread.push(entry.url)
    if (page === null || page instanceof FetchError || page.text.length <= entry.text.length) {
      result.push(entry)
      continue
    }
    const isOlder = page.date !== '' && page.date.slice(0, 10) < entry.date.slice(0, 10)
    result.push({ ...entry, date: isOlder ? page.date : entry.date, text: page.text, complete: true })
    links.push(page.links)
  }
  const subject = [event, ...entries.map(({ title }) => title)].join(' ')
  const known = entries.map(({ url }) => url)
  const documents = await readDocuments(reading, linkedDocuments(links, { known, subject }))
  const all = [...links, ...documents.map((document) => document.links)].flat()
  const used = [...known, ...documents.map(({ url }) => url)]
  return { entries: result, documents, links: namedLinks(all, used), unread }
}

const MAX_DOCUMENTS = 3

type Document = SourceText & Pick<PageArticle, 'links'>

async function readDocuments(reading: CachedReading, urls: string[]): Promise<Document[]> {
  const documents: Document[] = []
  for (const url of urls) {
    if (documents.length === MAX_DOCUMENTS) break
    const page = await readPage(reading, url)
    if (page instanceof FetchError || documents.some(({ text }) => text === page.text)) continue
    const { title, ...article } = page
    const { hostname } = new URL(url)
    documents.push({ url, publisher: hostname.replace(/^www\./, ''), title: title || hostname, ...article })
  }
  return documents
}

async function readPage({ desk, date, ...reading }: CachedReading, url: string): Promise<PageArticle | FetchError> {
  const key = `notebook/${date}/page/${sha256(url)}.json`
  try {
    const stored = await readJson(desk, key, pageArticle)
    return stored ?? (await getOrCreate(desk, key, pageArticle, await fetchArticle(reading, url)))
  } catch (error) {
    if (error instanceof FetchError) return error
    throw error
  }
}

async function fetchArticle({ http, robots, reader }: PageReading, pageUrl: string): Promise<PageArticle> {
  await assertAllowed(robots, pageUrl)
  const { status, url, body, headers } = await http.fetch(pageUrl, { accept: 'text/html, application/xhtml+xml' })
  if (status !== 200) {
    const isTransient = status >= 500 || status === 429 || status === 408
    throw new FetchError(`The request for the page ${pageUrl} returned status ${status}, not 200.`, { isTransient })
  }
  if (!/html/i.test(headers.contentType ?? 'html'))
    throw new FetchError(`The page ${url} is not HTML but ${headers.contentType}.`)
  // A redirect may lead to a page that robots.txt excludes.
  if (url !== pageUrl) await assertAllowed(robots, url)
  const article = await reader.page(body, headers.contentType, url).catch((cause: unknown) => {
    throw new FetchError(cause instanceof Error ? cause.message : String(cause), { cause })
  })
  if (article === null) throw new FetchError(`The page ${url} has no article of at least 400 characters.`)
  return article
}

async function assertAllowed(robots: Robots, url: string): Promise<void> {
  const permission = await robots.check(url)
  if (permission === 'allowed') return
  const isTransient = permission === 'unreachable'
  throw new FetchError(`The page ${url} was not read because of its robots.txt.`, { isTransient })
}
