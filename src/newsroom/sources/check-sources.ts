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
) => Promise<{ entries: { date: string | null }[] }>

const WIDTH = 6
const DAY_MS = 24 * 3600 * 1000
const SILENCE_DAYS = 120
const ACCEPT =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8'

type Options = {
  sources: readonly Source[]
  http: SafeFetch
  parse: Parse
  now: () => Date
  report?: (health: SourceHealth) => void
}

/**
 * Reads every source, six at a time, and returns their states in the same order. Calls `report` for each source when its state
 * is known. `parse` rejects a document that is not a feed. An error of a source is part of its state.
 */
export async function checkSources(options: Options): Promise<SourceHealth[]> {
  const check = async (source: Source) => {
    const health = { source, ...(await stateOf(source, options)) }
    options.report?.(health)
    return health
  }
  return await pMap(options.sources, check, { concurrency: WIDTH })
}

async function stateOf({ name, url }: Source, { http, parse, now }: Options): Promise<Omit<SourceHealth, 'source'>> {
  try {
    const { status, headers, body, ...answer } = await http.fetch(url, { accept: ACCEPT })
    if (status < 200 || status >= 300) {
      const gone = status === 404 || status === 410 ? ': the feed no longer exists' : ''
      return { state: 'died', sentence: `${name} died: ${answer.url} answers with status ${status}${gone}.` }
    }
    const { entries } = await parse(body, headers.contentType, answer.url)
    // Ignore dates in the future, because they are errors.
    const times = entries.map(({ date }) => Date.parse(date ?? '')).filter((time) => time <= now().getTime() + DAY_MS)
    const newest = times.length === 0 ? null : new Date(Math.max(...times))
    const day = newest === null ? '' : newest.toISOString().slice(0, 'YYYY-MM-DD'.length)
    const moved = answer.moved === null ? '' : ` It has permanently moved to ${answer.moved}.`
    if (entries.length === 0) {
      const sentence = `${name} is silent: its feed has no entries now, which some have on days without news: look again another day.`
      return { state: 'silent', sentence: sentence + moved }
    }
    if (newest !== null && newest.getTime() < now().getTime() - SILENCE_DAYS * DAY_MS) {
      const sentence = `${name} is silent: its newest entry is of ${day}, more than ${SILENCE_DAYS} days ago.`
      return { state: 'silent', sentence: sentence + moved }
    }
    const dates = newest === null ? 'none with a date' : `the newest of ${day}`
    const sentence = `${name} is fine: ${entries.length} entries, ${dates}.${moved}`
    return { state: moved === '' ? 'fine' : 'moved', sentence }
  } catch (error) {
    return { state: 'died', sentence: `${name} died: ${error instanceof Error ? error.message : String(error)}` }
  }
}
