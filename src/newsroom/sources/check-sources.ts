import pMap from 'p-map'
import type { Source } from '#newsroom/sources/source-list.ts'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'

/** The state of a source. */
export type SourceHealth = {
  source: Source
  /** `moved`: permanently, so its address should be changed. `silent`: no entry in the last 120 days. */
  state: 'fine' | 'moved' | 'died' | 'silent'
  /** Describes the state with details. */
  sentence: string
}

type Parse = (
  body: Uint8Array,
  contentType: string | null,
  url: string,
) => Promise<{ title: string; entries: { date: string | null }[] }>

const WIDTH = 6
const DAY_MS = 24 * 3600 * 1000
const SILENCE_DAYS = 120

const ACCEPT =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8'

/**
 * Reads every source, six at a time, and returns their states in the same order. Calls `report` for each source when its state
 * is known. `parse` rejects a document that is not a feed. An error of a source is part of its state.
 */
export async function checkSources(options: {
  sources: readonly Source[]
  http: SafeFetch
  parse: Parse
  now: () => Date
  report?: (health: SourceHealth) => void
}): Promise<SourceHealth[]> {
  const { sources, report, ...reading } = options
  const check = async (source: Source) => {
    const health = { source, ...(await examine(source, reading)) }
    report?.(health)
    return health
  }
  return await pMap(sources, check, { concurrency: WIDTH })
}

async function examine(
  { name, url }: Source,
  { http, parse, now }: { http: SafeFetch; parse: Parse; now: () => Date },
): Promise<Omit<SourceHealth, 'source'>> {
  try {
    const { status, headers, body, ...answer } = await http.fetch(url, { accept: ACCEPT })
    if (status < 200 || status >= 300) {
      const gone = status === 404 || status === 410 ? ': the feed no longer exists' : ''
      return { state: 'died', sentence: `${name} died: ${answer.url} answers with status ${status}${gone}.` }
    }
    const { entries } = await parse(body, headers.contentType, answer.url)
    const newest = newestOf(entries, now())
    const moved = answer.moved === null ? '' : `It has permanently moved to ${answer.moved}.`
    const silence = silenceOf(entries.length, newest, now())
    if (silence !== null) return { state: 'silent', sentence: `${name} is silent: ${silence} ${moved}`.trim() }
    const contents = `${entries.length} entries, ${newest === null ? 'none with a date' : `the newest of ${day(newest)}`}.`
    return moved === ''
      ? { state: 'fine', sentence: `${name} is fine: ${contents}` }
      : { state: 'moved', sentence: `${name} is fine: ${contents} ${moved}` }
  } catch (error) {
    return { state: 'died', sentence: `${name} died: ${error instanceof Error ? error.message : String(error)}` }
  }
}

// Ignore dates in the future, because they are errors.
function newestOf(entries: { date: string | null }[], now: Date): Date | null {
  const times = entries.map(({ date }) => Date.parse(date ?? '')).filter((time) => time <= now.getTime() + DAY_MS)
  return times.length === 0 ? null : new Date(Math.max(...times))
}

function silenceOf(entries: number, newest: Date | null, now: Date): string | null {
  if (entries === 0) return 'its feed has no entries now, which some have on days without news: look again another day.'
  if (newest === null || newest.getTime() >= now.getTime() - SILENCE_DAYS * DAY_MS) return null
  return `its newest entry is of ${day(newest)}, more than ${SILENCE_DAYS} days ago.`
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}
