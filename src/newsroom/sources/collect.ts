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

type Options = {
  sources: Source[]
  http: SafeFetch
  reader: FeedReader
  desk: Bucket
  now: () => Date
  since: Date
  report?: (progress: { done: number; of: number; failure: string | null }) => void
}

/**
 * Collects the entries of all sources from `since` to now, newest first. Of several entries with one id or one page, only
 * that of the source with the greatest weight is kept, then that of the first source. Entries of one feed may share a page
 * if their ids and titles differ. A failing source does not affect the others. Rejects if the desk cannot be read or written.
 */
export async function collect(options: Options): Promise<{ entries: Entry[]; failures: SourceFailure[] }> {
  const { sources, now, since, report } = options
  const time = now()
  let done = 0
  const collectFrom = async (source: Source) => {
    const { failure, entries } = await collectOne(options, source, time)
    done += 1
    report?.({ done, of: sources.length, failure })
    return { source, failure, entries: entries.filter(({ date }) => date >= since.toISOString()) }
  }
  const collected = await pMap(sources, collectFrom, { concurrency: WIDTH })
  return {
    entries: withoutRepeats(collected.flatMap(({ entries }) => entries)),
    failures: collected.flatMap(({ source: { id, name }, failure }) =>
      failure === null ? [] : [{ source: id, name, reason: failure }],
    ),
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
  /** When entries without a date were first seen, by their ids; null if they were in the feed from the start. */
  firstSeen: z.record(z.string(), z.string().nullable()).default({}),
})

type SourceRecord = z.infer<typeof sourceRecord>

/** Returns the sources whose last successful reading was seven days ago, so that a silent source is reported once. */
export async function silentSources<Given extends Source>(
  desk: Bucket,
  { sources, now }: { sources: Given[]; now: Date },
): Promise<Given[]> {
  const days = await pMap(sources, async (source) => {
    const { lastSuccess } = await readRecord(desk, source)
    return lastSuccess === null ? null : Math.floor((now.getTime() - Date.parse(lastSuccess)) / DAY_MS)
  })
  return sources.filter((_, index) => days[index] === SILENT_DAYS)
}

const SILENT_DAYS = 7
const DAY_MS = 24 * 3600 * 1000
const WIDTH = 6
const FEEDS = 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'

// A clock that is ahead by at most this much is accepted. Later dates are errors or bait.
const CLOCK_TOLERANCE_MS = 3600 * 1000

async function collectOne(
  options: Options,
  source: Source,
  time: Date,
): Promise<{ failure: string | null; entries: Entry[] }> {
  const { desk } = options
  const now = time.toISOString()
  const record = await readRecord(desk, source)
  const cached = record.lastSuccess === null ? null : await desk.get(bodyKey(source.id))
  const reading = await readSource(options, { source, record, cached: cached?.body ?? null })
  if ('reason' in reading) {
    const lastFailure = { date: now, reason: reading.reason }
    await putJson(desk, recordKey(source.id), { ...record, failures: record.failures + 1, lastFailure })
    return { failure: reading.reason, entries: [] }
  }
  const { feed, body, headers } = reading
  const undated = feed.entries.filter(({ date }) => date === null)
  const firstSeen = updateFirstSeen(record, undated, now)
  const entries = feed.entries.flatMap((entry) => entryOf(entry, { source, time, firstSeen }))
  // Store the body first: an ETag without the body that it stands for would hide every entry until the feed changes.
  if (body !== null) await desk.put(bodyKey(source.id), body, { contentType: 'application/octet-stream' })
  await putJson(desk, recordKey(source.id), { ...record, ...headers, failures: 0, lastSuccess: now, firstSeen })
  return { failure: null, entries }
}

// `body` and `headers` are those to store. An unchanged feed is read from the copy in the desk.
async function readSource(
  { http, reader }: Options,
  { source, record, cached }: { source: Source; record: SourceRecord; cached: Uint8Array | null },
): Promise<{ feed: ParsedFeed; body: Uint8Array | null; headers: Partial<SourceRecord> } | { reason: string }> {
  try {
    // After a failure, request the whole feed, because the cached copy may have caused the failure.
    const isConditional = cached !== null && record.failures === 0
    const { etag, lastModified } = record
    const conditions = isConditional ? { etag, lastModified } : {}
    const { status, url, body, headers } = await http.fetch(source.url, { accept: FEEDS, ...conditions })
    if (status === 304 && cached !== null) {
      return { feed: await reader.feed(cached, record.contentType, url), body: null, headers: {} }
    }
    if (status !== 200) throw new Error(`The feed ${source.url} was answered with status ${status} instead of 200.`)
    return { feed: await reader.feed(body, headers.contentType, url), body, headers }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

function entryOf(
  { id, url, title, text, teaser, ...entry }: ParsedFeed['entries'][number],
  { source, time, firstSeen }: { source: Source; time: Date; firstSeen: SourceRecord['firstSeen'] },
): Entry[] {
  const date = entry.date ?? firstSeen[id] ?? null
  if (date === null || Date.parse(date) > time.getTime() + CLOCK_TOLERANCE_MS) return []
  const past = date > time.toISOString() ? time.toISOString() : date
  const dated = { date: past, ...(entry.date === null ? ({ firstSeen: true } as const) : {}) }
  const { id: sourceId, name: publisher, categories, weight } = source
  return [{ source: sourceId, id, publisher, categories, weight, url, title, ...dated, text, complete: !teaser }]
}

function withoutRepeats(entries: Entry[]): Entry[] {
  const ids = new Set<string | undefined>()
  const pages = new Map<string, Entry[]>()
  // Sorting is stable, and the entries are in the order of the sources.
  for (const entry of entries.toSorted((one, other) => other.weight - one.weight)) {
    const samePage = pages.get(entry.url) ?? []
    const isRepeat = samePage.some(({ source, title }) => source !== entry.source || title === entry.title)
    if (isRepeat || ids.has(entry.id)) continue
    ids.add(entry.id)
    pages.set(entry.url, [...samePage, entry])
  }
  const kept = new Set([...pages.values()].flat())
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

const MAX_SEEN = 300

// The new value of `firstSeen` after the feed was read with these entries without a date. Their age is unknown the first
// time that the feed is read. Current entries come first, then the entries seen last. Older records have addresses in
// place of ids.
function updateFirstSeen(
  { firstSeen, lastSuccess }: SourceRecord,
  undated: readonly { id: string; url: string }[],
  now: string,
): SourceRecord['firstSeen'] {
  const time = lastSuccess === null ? null : now
  const seen = new Map(Object.entries(firstSeen))
  const current = undated.map(({ id, url }) => {
    const known = [id, url].find((key) => seen.has(key))
    return [id, known === undefined ? time : (seen.get(known) ?? null)] as const
  })
  for (const { id, url } of undated) for (const key of [id, url]) seen.delete(key)
  const gone = [...seen].toSorted(([, one], [, other]) => compare(other ?? '', one ?? ''))
  return Object.fromEntries([...current, ...gone].slice(0, MAX_SEEN))
}
