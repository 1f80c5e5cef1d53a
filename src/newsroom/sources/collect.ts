import pMap from 'p-map'
import * as z from 'zod'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import type { FeedReader, ParsedFeed } from '#newsroom/sources/feed/reader.ts'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import { putJson, readJson } from '#newsroom/store/json-store.ts'

/** A source that could not be read, and the reason. */
export type SourceFailure = { source: string; name: string; reason: string }

type Options = { sources: Source[]; http: SafeFetch; reader: FeedReader; desk: Bucket; now: () => Date; since: Date }

/**
 * Collects the entries of all sources from `since` to now, newest first. Of several entries with one id or one page, only
 * that of the source with the greatest weight is kept, then that of the first source. Different entries of a feed may share
 * a page. A failing source does not affect the others. `remarks` are the gaps in feeds. Rejects if the desk cannot be read or
 * written.
 */
export async function collect({
  sources,
  since,
  ...options
}: Options): Promise<{ entries: Entry[]; failures: SourceFailure[]; remarks: string[] }> {
  const collected = await pMap(sources, (source) => collectOne(options, source), { concurrency: WIDTH })
  const entries = collected.flatMap(({ entries }) => entries).filter(({ date }) => date >= since.toISOString())
  return {
    entries: withoutRepeats(entries),
    failures: collected.flatMap(({ source: { id, name }, failure }) =>
      failure === null ? [] : [{ source: id, name, reason: failure }],
    ),
    remarks: collected.flatMap(({ source: { name }, gaps }) => (gaps === null ? [] : [`${name}: ${gaps}`])),
  }
}

const optionalText = z.string().nullable().default(null)

// The schema of `sources/{id}.json` in the desk. Times are ISO text.
const sourceRecord = z.object({
  url: z.string(),
  /** Sent with the next request, so that an unchanged feed is not sent again. */
  etag: optionalText,
  lastModified: optionalText,
  /** The content type of the body that is kept. */
  contentType: optionalText,
  /** Number of failures in a row. */
  failures: z.number().default(0),
  lastFailure: z.object({ date: z.string(), reason: z.string() }).nullable().default(null),
  lastSuccess: optionalText,
  /** Describes the entries and dates of the last feed that could not be read. */
  gaps: optionalText,
  /** When entries without a date were first seen, by their ids; null if they were in the feed from the start. */
  firstSeen: z.record(z.string(), z.string().nullable()).default({}),
})

type SourceRecord = z.infer<typeof sourceRecord>

const WIDTH = 6

// Maximum number of entries without a date that are remembered after they are gone.
const MAX_SEEN = 300
const FEEDS = 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'

// A clock that is ahead by at most this much is accepted. Later dates are errors or bait.
const CLOCK_TOLERANCE_MS = 3600 * 1000

type Reading = Omit<Options, 'sources' | 'since'>
type Collected = { source: Source; failure: string | null; gaps: string | null; entries: Entry[] }

async function collectOne(options: Reading, source: Source): Promise<Collected> {
  const { desk } = options
  const time = options.now()
  const now = time.toISOString()
  const record = await readRecord(desk, source)
  const cached = record.lastSuccess === null ? null : await desk.get(bodyKey(source.id))
  const reading = await readSource(options, { source, record, cached: cached?.body ?? null })
  if ('reason' in reading) {
    const lastFailure = { date: now, reason: reading.reason }
    await putJson(desk, recordKey(source.id), { ...record, failures: record.failures + 1, lastFailure })
    return { source, failure: reading.reason, gaps: null, entries: [] }
  }
  const { feed, body, headers } = reading
  const gaps = describeGaps(feed)
  // The age of an entry without a date is unknown the first time that the feed is read. Older records have addresses.
  const unknown = record.lastSuccess === null ? null : now
  const undated = feed.entries.filter(({ date }) => date === null)
  const known = new Map(Object.entries(record.firstSeen).slice(0, MAX_SEEN))
  const current = Object.fromEntries(
    undated.map(({ id, url }) => {
      const key = [id, url].find((key) => known.has(key))
      return [id, key === undefined ? unknown : (known.get(key) ?? null)]
    }),
  )
  // Current entries come first.
  const firstSeen = { ...current, ...Object.fromEntries(known), ...current }
  // Store the body first: an ETag without the body that it stands for would hide every entry until the feed changes.
  if (body !== null) await desk.put(bodyKey(source.id), body, { contentType: 'application/octet-stream' })
  await putJson(desk, recordKey(source.id), { ...record, ...headers, failures: 0, lastSuccess: now, gaps, firstSeen })
  return {
    source,
    failure: null,
    gaps,
    entries: feed.entries.flatMap((entry) => entryOf(entry, { source, time, firstSeen })),
  }
}

/** Describes the items and dates of a feed that could not be read. Null if there are none. */
export function describeGaps({
  entries,
  unread,
}: {
  entries: { date: string | null }[]
  unread: number
}): string | null {
  const undated = entries.filter(({ date }) => date === null).length
  const gaps = [
    ...(unread > 0 ? [`${unread} of ${entries.length + unread} entries could not be read.`] : []),
    ...(undated > 0 ? [`${undated} of ${entries.length} entries have no date that can be read.`] : []),
  ]
  return gaps.length === 0 ? null : gaps.join(' ')
}

// `body` and `headers` are those to store. An unchanged feed is read from the copy in the desk.
async function readSource(
  { http, reader }: Reading,
  { source, record, cached }: { source: Source; record: SourceRecord; cached: Uint8Array | null },
): Promise<{ feed: ParsedFeed; body: Uint8Array | null; headers: Partial<SourceRecord> } | { reason: string }> {
  try {
    // After a failure, request the whole feed, because the cached copy may have caused the failure.
    const { etag, lastModified } = record
    const conditions = cached !== null && record.failures === 0 ? { etag, lastModified } : {}
    const { status, url, body, headers } = await http.fetch(source.url, { accept: FEEDS, ...conditions })
    if (status === 304 && cached !== null)
      return { feed: await reader.feed(cached, record.contentType, url), body: null, headers: {} }
    if (status !== 200) throw new Error(`The feed ${source.url} was answered with status ${status} instead of 200.`)
    return { feed: await reader.feed(body, headers.contentType, url), body, headers }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

function entryOf(
  { teaser, sharesPage, ...parsed }: ParsedFeed['entries'][number],
  { source, time, firstSeen }: { source: Source; time: Date; firstSeen: SourceRecord['firstSeen'] },
): Entry[] {
  const date = parsed.date ?? firstSeen[parsed.id] ?? null
  if (date === null || Date.parse(date) > time.getTime() + CLOCK_TOLERANCE_MS) return []
  const { id, name: publisher, categories, weight } = source
  const entry = { ...parsed, source: id, publisher, categories, weight, complete: !teaser || sharesPage }
  return [
    {
      ...entry,
      date: date > time.toISOString() ? time.toISOString() : date,
      ...(sharesPage && { sharesPage }),
      ...(parsed.date === null && { firstSeen: true }),
    },
  ]
}

function withoutRepeats(entries: Entry[]): Entry[] {
  const seen = new Set<string | undefined>()
  const kept = new Set<Entry>()
  // Sorting is stable, and the entries are in the order of the sources.
  for (const entry of entries.toSorted((one, other) => other.weight - one.weight)) {
    const { id, url, sharesPage, title, date, text } = entry
    const content = sharesPage ? JSON.stringify([url, title, date, text]) : url
    if (!seen.has(id) && !seen.has(content)) kept.add(entry)
    seen.add(id).add(content)
  }
  return entries.filter((entry) => kept.has(entry)).toSorted((one, other) => compare(other.date, one.date))
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function recordKey(id: string): string {
  return `sources/${id}.json`
}

// The key of the last body of a source's feed that was readable.
function bodyKey(id: string): string {
  return `sources/${id}.feed`
}

// A record that is missing, damaged or for another address counts as none.
async function readRecord(desk: Bucket, { id, url }: Source): Promise<SourceRecord> {
  try {
    const record = await readJson(desk, recordKey(id), sourceRecord)
    if (record?.url === url) return record
  } catch (error) {
    if (!(error instanceof Corrupt)) throw error
  }
  return sourceRecord.parse({ url })
}
