import * as z from 'zod'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'
import { readJson } from '#newsroom/store/json-store.ts'

/** The schema of `sources/{id}.json` in the desk. Times are ISO text. */
export const sourceRecord = z.object({
  url: z.string(),
  /** Sent with the next request, so that an unchanged feed is not sent again. */
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** The content type of the body that is kept. */
  contentType: z.string().nullable(),
  fetched: z.string(),
  /** Number of failures in a row. */
  failures: z.number(),
  lastFailure: z.object({ date: z.string(), reason: z.string() }).nullable(),
  lastSuccess: z.string().nullable(),
  /** The date of its newest entry. */
  newest: z.string().nullable(),
  /** When entries without a date were first seen, by their ids; null if they were in the feed from the start. */
  firstSeen: z.record(z.string(), z.string().nullable()),
})

/** What the desk knows about a source. */
export type SourceRecord = z.infer<typeof sourceRecord>

/** The key of a source's record. */
export function recordKey(id: string): string {
  return `sources/${id}.json`
}

/** The key of the last body of a source's feed that was readable. */
export function bodyKey(id: string): string {
  return `sources/${id}.feed`
}

/** Reads the record of a source. Returns a blank record if there is none, if it is damaged or has another address. */
export async function readSourceRecord(desk: Bucket, { id, url }: { id: string; url: string }): Promise<SourceRecord> {
  try {
    const cached = await readJson(desk, recordKey(id), sourceRecord)
    return cached?.url === url ? cached : blank(url)
  } catch (error) {
    if (error instanceof Corrupt) return blank(url)
    throw error
  }
}

/**
 * The new value of `firstSeen` after the feed was read with these entries without a date. Their age is unknown the first
 * time that the feed is read. At most 300 are kept: those of the feed, then those seen last. Older records have addresses
 * in place of ids.
 */
export function updateFirstSeen(
  record: SourceRecord,
  undated: readonly { id: string; url: string }[],
  now: string,
): SourceRecord['firstSeen'] {
  const time = record.lastSuccess === null ? null : now
  const known = (key: string) => (key in record.firstSeen ? (record.firstSeen[key] ?? null) : undefined)
  const current = undated.map(({ id, url }) => {
    const seen = known(id)
    const before = seen === undefined ? known(url) : seen
    return [id, before === undefined ? time : before] as const
  })
  const listed = new Set(undated.flatMap(({ id, url }) => [id, url]))
  const gone = Object.entries(record.firstSeen).filter(([key]) => !listed.has(key))
  const byTime = gone.toSorted(([, one], [, other]) => Date.parse(other ?? BEGINNING) - Date.parse(one ?? BEGINNING))
  return Object.fromEntries([...current, ...byTime].slice(0, MAX_SEEN))
}

const MAX_SEEN = 300
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
