import pMap from 'p-map'
import { describeGaps } from '#newsroom/sources/collect.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'

/** The state of a source. */
export type SourceHealth = {
  source: Source
  /**
   * `moved`: permanently, so its address should be changed. `silent`: no entry in the last 120 days. `incomplete`: some entries
   * could not be read, or none has a date.
   */
  state: 'fine' | 'moved' | 'died' | 'silent' | 'incomplete'
  /** Describes the state with details. */
  sentence: string
}

type Parse = (body: Uint8Array, contentType: string | null, url: string) => Promise<Parameters<typeof describeGaps>[0]>

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
    const feed = await parse(body, headers.contentType, answer.url)
    const { entries, unread } = feed
    // Ignore dates in the future, because they are errors.
    const times = entries.map(({ date }) => Date.parse(date ?? '')).filter((time) => time <= now().getTime() + DAY_MS)
    const newest = times.length === 0 ? null : new Date(Math.max(...times))
    const day = newest === null ? '' : newest.toISOString().slice(0, 'YYYY-MM-DD'.length)
    const moved = answer.moved === null ? '' : ` It has permanently moved to ${answer.moved}.`
    const rest = `${describeGaps(feed) ?? ''}${moved}`.trim()
    if (entries.length === 0) {
      const sentence = `${name} is silent: its feed has no entries now. Some feeds have none on days without news, so check again another day.`
      return { state: 'silent', sentence: `${sentence} ${rest}`.trim() }
    }
    if (newest !== null && newest.getTime() < now().getTime() - SILENCE_DAYS * DAY_MS) {
      const sentence = `${name} is silent: its newest entry is of ${day}, more than ${SILENCE_DAYS} days ago.`
      return { state: 'silent', sentence: `${sentence} ${rest}`.trim() }
    }
    const state = unread > 0 || newest === null ? 'incomplete' : moved === '' ? 'fine' : 'moved'
    const dates = newest === null ? 'none with a date' : `the newest of ${day}`
    return { state, sentence: `${name} is ${state}: ${entries.length} entries, ${dates}. ${rest}`.trim() }
  } catch (error) {
    return { state: 'died', sentence: `${name} died: ${error instanceof Error ? error.message : String(error)}` }
  }
}
