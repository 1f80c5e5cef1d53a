import pMap from 'p-map'
import type { Bucket } from '#bucket/bucket.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import type { ParsedFeed } from '#newsroom/sources/feed/reader.ts'
import type { FeedReader } from '#newsroom/sources/feed/reader.ts'
import { bodyKey, knownOf, recordKey, seenNow, type SourceRecord } from '#newsroom/sources/source-record.ts'
import { putJson } from '#newsroom/store/json-store.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'

/** A source that gave nothing, and why. */
export type SourceFailure = { source: string; name: string; reason: string }

type Options = {
  sources: Source[]
  http: SafeFetch
  reader: FeedReader
  desk: Bucket
  now: () => Date
  since: Date
  report?: (progress: { done: number; of: number; source: Source; failure: string | null; entries: number }) => void
}

/**
 * The entries of all sources from `since` to now, newest first, each address once: that of the weightier source, then
 * that of the earlier one. A source that cannot be read costs only itself; a desk that fails throws.
 */
export async function collect(options: Options): Promise<{ entries: Entry[]; failures: SourceFailure[] }> {
  const { sources, now, since, report } = options
  const time = now()
  let done = 0
  const collectFrom = async (source: Source) => {
    const { failure, entries } = await collectOne(options, source, time)
    const news = entries.filter(({ date }) => date >= since.toISOString())
    done += 1
    report?.({ done, of: sources.length, source, failure, entries: news.length })
    return { source, failure, news }
  }
  const collected = await pMap(sources, collectFrom, { concurrency: WIDTH })
  return {
    entries: withoutRepeats(collected.flatMap(({ news }) => news)),
    failures: collected.flatMap(({ source: { id, name }, failure }) =>
      failure === null ? [] : [{ source: id, name, reason: failure }],
    ),
  }
}

const WIDTH = 6
const FEEDS = 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'

// A clock that runs ahead by this much, in milliseconds, is taken for right now; later dates are mistakes or lures.
const TOLERANCE = 3600 * 1000

type Collected = { failure: string | null; entries: Entry[] }

async function collectOne({ desk, http, reader }: Options, source: Source, time: Date): Promise<Collected> {
  const record = await knownOf(desk, source)
  const cached = record.lastSuccess === null ? null : await desk.get(bodyKey(source.id))
  const now = time.toISOString()
  const reading = await readSource({ http, reader, source, record, cached: cached?.body ?? null })
  if (reading.feed === null) {
    const { reason } = reading
    const failures = record.failures + 1
    await putJson(desk, recordKey(source.id), {
      ...record,
      fetched: now,
      failures,
      lastFailure: { date: now, reason },
    })
    return { failure: reason, entries: [] }
  }
  const { feed, body, headers } = reading
  const undated = feed.entries.flatMap(({ url, date }) => (date === null ? [url] : []))
  const firstSeen = seenNow(record, undated, now)
  const entries = feed.entries.flatMap((entry) => entryOf({ source, entry, time, firstSeen }))
  const newest = entries.reduce<string | null>(
    (newest, { date }) => (newest === null || date > newest ? date : newest),
    null,
  )
  // The body first: an ETag without the body that it stands for would hide every entry until the feed changes.
  if (body !== null) await desk.put(bodyKey(source.id), body, { contentType: 'application/octet-stream' })
  const { etag, lastModified, contentType } = headers
  const good = { etag, lastModified, contentType, fetched: now, failures: 0, lastSuccess: now, newest, firstSeen }
  await putJson(desk, recordKey(source.id), { ...record, ...good })
  return { failure: null, entries }
}

type Headers = Pick<SourceRecord, 'etag' | 'lastModified' | 'contentType'>
type Reading = { feed: ParsedFeed; body: Uint8Array | null; headers: Headers } | { feed: null; reason: string }

async function readSource(options: {
  http: SafeFetch
  reader: FeedReader
  source: Source
  record: SourceRecord
  cached: Uint8Array | null
}): Promise<Reading> {
  const { http, reader, source, record, cached } = options
  try {
    // After a failure the whole feed is asked for: what was kept may be the reason.
    const conditions =
      cached === null || record.failures > 0 ? {} : { etag: record.etag, lastModified: record.lastModified }
    const { status, url, body, headers } = await http.fetch(source.url, { accept: FEEDS, ...conditions })
    if (status === 304 && cached !== null) {
      return { feed: await reader.feed(cached, record.contentType, url), body: null, headers: record }
    }
    if (status !== 200) throw new Error(`The feed ${source.url} was answered with status ${status} instead of 200.`)
    return { feed: await reader.feed(body, headers.contentType, url), body, headers }
  } catch (error) {
    return { feed: null, reason: error instanceof Error ? error.message : String(error) }
  }
}

function entryOf(options: {
  source: Source
  entry: ParsedFeed['entries'][number]
  time: Date
  firstSeen: SourceRecord['firstSeen']
}): Entry[] {
  const { source, entry, time, firstSeen } = options
  const { url, title, text, teaser } = entry
  const date = entry.date ?? firstSeen[url] ?? null
  if (date === null || Date.parse(date) > time.getTime() + TOLERANCE) return []
  const { id, name, categories, weight } = source
  const past = date > time.toISOString() ? time.toISOString() : date
  const dated = { date: past, ...(entry.date === null ? ({ firstSeen: true } as const) : {}) }
  return [{ source: id, publisher: name, categories, weight, url, title, ...dated, text, complete: !teaser }]
}

function withoutRepeats(entries: Entry[]): Entry[] {
  const best = new Map<string, Entry>()
  for (const entry of entries) {
    const rival = best.get(entry.url)
    if (rival === undefined || entry.weight > rival.weight) best.set(entry.url, entry)
  }
  // Sorting is stable, and the list was in the order of the sources, whoever answered first.
  return entries
    .filter((entry) => best.get(entry.url) === entry)
    .toSorted((one, other) => compare(other.date, one.date))
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
