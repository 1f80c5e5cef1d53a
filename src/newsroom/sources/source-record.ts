import * as z from 'zod'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'
import { readJson } from '#newsroom/store/json-store.ts'

/** The schema of `sources/{id}.json` in the desk. */
export const sourceRecord = z.object({
  url: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  contentType: z.string().nullable(),
  fetched: z.string(),
  failures: z.number(),
  lastFailure: z.object({ date: z.string(), reason: z.string() }).nullable(),
  lastSuccess: z.string().nullable(),
  newest: z.string().nullable(),
  firstSeen: z.record(z.string(), z.string().nullable()),
})

/**
 * What the desk knows of a source: how to ask for its feed only if it changed (`etag`, `lastModified`, and the kept
 * body's `contentType`), when it was asked last, its failures in a row, the last failure and success, and the date of
 * its newest entry. `firstSeen` has the addresses of entries without a date and when they turned up, null when they
 * were there from the start. Times are ISO text.
 */
export type SourceRecord = z.infer<typeof sourceRecord>

/** The key of a source's record. */
export function recordKey(id: string): string {
  return `sources/${id}.json`
}

/** The key of the last body of a source's feed that could be read. */
export function bodyKey(id: string): string {
  return `sources/${id}.feed`
}

/** What the desk knows of a source; a blank record when that is nothing, is of another address, or is damaged. */
export async function knownOf(desk: Bucket, { id, url }: { id: string; url: string }): Promise<SourceRecord> {
  try {
    const cached = await readJson(desk, recordKey(id), sourceRecord)
    return cached?.url === url ? cached : blank(url)
  } catch (error) {
    if (error instanceof Corrupt) return blank(url)
    throw error
  }
}

/**
 * `firstSeen` after the feed was seen again with these entries without a date. On the very first look nobody knows how
 * old they are. At most 300 are kept: those of the feed, then those seen last.
 */
export function seenNow(record: SourceRecord, addresses: string[], now: string): SourceRecord['firstSeen'] {
  const time = record.lastSuccess === null ? null : now
  const current = addresses.map(
    (url) => [url, url in record.firstSeen ? (record.firstSeen[url] ?? null) : time] as const,
  )
  const listed = new Set(addresses)
  const gone = Object.entries(record.firstSeen).filter(([url]) => !listed.has(url))
  const byTime = gone.toSorted(([, one], [, other]) => Date.parse(other ?? BEGINNING) - Date.parse(one ?? BEGINNING))
  return Object.fromEntries([...current, ...byTime].slice(0, MOST_SEEN))
}

const MOST_SEEN = 300
const BEGINNING = '1970-01-01'

function blank(url: string): SourceRecord {
  return {
    url,
    etag: null,
    lastModified: null,
    contentType: null,
    fetched: '',
    failures: 0,
    lastFailure: null,
    lastSuccess: null,
    newest: null,
    firstSeen: {},
  }
}
