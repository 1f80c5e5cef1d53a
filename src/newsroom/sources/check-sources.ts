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
    const count = feed.entries.length
    // Ignore dates in the future, because they are errors.
    const times = feed.entries
      .map(({ date }) => Date.parse(date ?? ''))
      .filter((time) => time <= now().getTime() + DAY_MS)
    const newest = times.length === 0 ? null : new Date(Math.max(...times)).toISOString()
    const isOld = newest !== null && Date.parse(newest) < now().getTime() - SILENCE_DAYS * DAY_MS
    const isIncomplete = feed.unread > 0 || newest === null
    const state =
      count === 0 || isOld ? 'silent' : isIncomplete ? 'incomplete' : answer.moved === null ? 'fine' : 'moved'
    const sentences = [
      `${name} is ${state}: ${count} entries, ${newest === null ? 'none with a date' : `the newest of ${newest.slice(0, 'YYYY-MM-DD'.length)}`}.`,
      describeGaps(feed) ?? '',
      count === 0 ? 'Some feeds have entries only on days with news, so check again another day.' : '',
      isOld ? `That is more than ${SILENCE_DAYS} days ago.` : '',
      answer.moved === null ? '' : `It has permanently moved to ${answer.moved}.`,
    ]
    return { state, sentence: sentences.filter(Boolean).join(' ') }
  } catch (error) {
    return { state: 'died', sentence: `${name} died: ${error instanceof Error ? error.message : String(error)}` }
  }
}
