import pMap from 'p-map'
import * as z from 'zod'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'
import { keysOf, type Entry } from '#newsroom/sources/entry.ts'
import type { FeedReader, ParsedFeed } from '#newsroom/sources/feed/reader.ts'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import { putJson, readJson } from '#newsroom/store/json-store.ts'

/** A source that could not be read, and why. */
export type SourceFailure = { source: string; name: string; reason: string }

/** The dependencies for reading feeds. `desk` stores the source records. */
export type FeedReading = { http: SafeFetch; reader: Pick<FeedReader, 'feed'>; desk: Bucket; now: () => Date }

/**
 * Collects the entries of all sources from `since` to now, newest first. If entries from several sources have the same
 * id or page, keeps the one from the source with the greatest weight, or from the first such source. Different entries
 * of one feed may share a page. A failing source does not affect the others. `remarks` describe gaps in feeds. Rejects
 * if the desk cannot be read or written.
 */
export async function collect({
  sources,
  since,
  ...reading
}: FeedReading & { sources: Source[]; since: Date }): Promise<{
  entries: Entry[]
  failures: SourceFailure[]
  remarks: string[]
}> {
  const collected = await pMap(sources, (source) => readSource(reading, source), { concurrency: MAX_PARALLEL })
  const entries = collected.flatMap(({ entries }) => entries).filter(({ date }) => date >= since.toISOString())
  return {
    entries: withoutRepeats(entries),
    failures: collected.flatMap(({ source: { id, name }, failure }) =>
      failure === null ? [] : [{ source: id, name, reason: failure }],
    ),
    remarks: collected.flatMap(({ source: { name }, gaps }) => (gaps === null ? [] : [`${name}: ${gaps}`])),
  }
}

const FEED_TYPES =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8'

/** Maximum number of sources to read at the same time. */
export const MAX_PARALLEL = 6

const optionalText = z.string().nullable().default(null)

// The schema of `sources/{id}.json` in the desk. `sources/{id}.feed` is the last feed body that could be parsed. Times
// are in ISO 8601 format.
const sourceRecord = z.object({
  url: z.string(),
  /** The ETag is sent with the next request so that the server does not send an unchanged feed again. */
  etag: optionalText,
  lastModified: optionalText,
  /** The content type of the stored body. */
  contentType: optionalText,
  lastSuccess: optionalText,
})

type SourceRecord = z.infer<typeof sourceRecord>

/** Returns the sources that were last read exactly seven days ago. A silent source is therefore reported only once. */
export async function silentSources(
  desk: Bucket,
  { sources, now }: { sources: Source[]; now: Date },
): Promise<Source[]> {
  const days = await pMap(sources, async (source) => {
    const { lastSuccess } = await readRecord(desk, source)
    return lastSuccess === null ? null : Math.floor((now.getTime() - Date.parse(lastSuccess)) / DAY_MS)
  })
  return sources.filter((_, index) => days[index] === SILENT_DAYS)
}

const SILENT_DAYS = 7
const DAY_MS = 24 * 3600 * 1000

// Dates up to this far in the future are accepted, because a publisher's clock may be wrong. Later dates are errors or
// bait.
const CLOCK_TOLERANCE_MS = 3600 * 1000

/** The result of reading a source. `failure` is the reason if it could not be read. */
export type SourceReading = {
  source: Source
  failure: string | null
  entries: Entry[]
  /** Describes the entries that could not be used. */
  gaps: string | null
}

/** Reads a source and stores its record. Omits entries dated in the future. */
export async function readSource({ http, reader, desk, now }: FeedReading, source: Source): Promise<SourceReading> {
  const date = now().toISOString()
  const [recordKey, bodyKey] = [`sources/${source.id}.json`, `sources/${source.id}.feed`]
  const record = await readRecord(desk, source)
  const cached = record.lastSuccess === null ? null : ((await desk.get(bodyKey))?.body ?? null)
  const result = await requestFeed({ http, reader }, { source, record, cached }).catch((error: unknown) => {
    return error instanceof Error ? error.message : String(error)
  })
  if (typeof result === 'string') return { source, failure: result, entries: [], gaps: null }
  const { feed, body, headers } = result
  // Store the body first, because an ETag without its body would hide every entry until the feed changes again.
  if (body !== null) await desk.put(bodyKey, body, { contentType: 'application/octet-stream' })
  await putJson(desk, recordKey, { ...record, ...headers, lastSuccess: date })
  const entries = feed.entries.flatMap((entry) => entryOf(entry, { source, now: date }) ?? [])
  return { source, failure: null, entries, gaps: describeGaps(feed) }
}

function describeGaps({ entries, unread }: ParsedFeed): string | null {
  if (unread === 0) return null
  return `${unread} of ${entries.length + unread} entries have no URL, no date or no readable text.`
}

// The caller must store `body` and `headers`, because an unchanged feed (304) is parsed from the stored copy.
async function requestFeed(
  { http, reader }: Pick<FeedReading, 'http' | 'reader'>,
  { source, record, cached }: { source: Source; record: SourceRecord; cached: Uint8Array | null },
): Promise<{ feed: ParsedFeed; body: Uint8Array | null; headers: Partial<SourceRecord> }> {
  const { etag, lastModified } = record
  const conditions = cached === null ? {} : { etag, lastModified }
  const { status, url, body, headers } = await http.fetch(source.url, { accept: FEED_TYPES, ...conditions })
  if (status === 304 && cached !== null)
    return { feed: await reader.feed(cached, record.contentType, url), body: null, headers: {} }
  const reason = status === 404 || status === 410 ? ' The feed no longer exists.' : ''
  if (status !== 200)
    throw new Error(`The request for the feed ${source.url} returned status ${status}, not 200.${reason}`)
  return { feed: await reader.feed(body, headers.contentType, url), body, headers }
}

// Returns null if the entry's date is in the future.
function entryOf(
  { teaser, date, ...parsed }: ParsedFeed['entries'][number],
  { source, now }: { source: Source; now: string },
): Entry | null {
  if (Date.parse(date) > Date.parse(now) + CLOCK_TOLERANCE_MS) return null
  const { id, name: publisher, categories, weight } = source
  return {
    ...parsed,
    source: id,
    publisher,
    categories,
    weight,
    date: date > now ? now : date,
    // The page of a URL with a fragment also contains the texts of other entries.
    complete: !teaser || parsed.url.includes('#'),
  }
}

function withoutRepeats(entries: Entry[]): Entry[] {
  const seen = new Set<string>()
  const distinct = new Set<Entry>()
  // The sort is stable, and entries are already in the order of their sources.
  for (const entry of entries.toSorted((one, other) => other.weight - one.weight)) {
    const keys = keysOf(entry)
    if (!keys.some((key) => seen.has(key))) distinct.add(entry)
    for (const key of keys) seen.add(key)
  }
  return entries.filter((entry) => distinct.has(entry)).toSorted((one, other) => other.date.localeCompare(one.date))
}

// Creates an empty record if the stored one is missing, damaged or for a different URL.
async function readRecord(desk: Bucket, { id, url }: Source): Promise<SourceRecord> {
  try {
    const record = await readJson(desk, `sources/${id}.json`, sourceRecord)
    if (record?.url === url) return record
  } catch (error) {
    if (!(error instanceof Corrupt)) throw error
  }
  return sourceRecord.parse({ url })
}
