import pMap from 'p-map'
import { describeGaps, FEED_TYPES, MAX_PARALLEL, type DatedFeed } from '#newsroom/sources/collect.ts'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'
import type { Source } from '#newsroom/sources/source-list.ts'

/** The state of a source. */
export type SourceHealth = {
  source: Source
  /**
   * `moved`: its feed has moved permanently, so change its URL. `silent`: no entry in the last 120 days. `incomplete`: some
   * entries could not be read, or none has a date.
   */
  state: 'fine' | 'moved' | 'died' | 'silent' | 'incomplete'
  /** Describes the state with details. */
  sentence: string
}

type Options = {
  sources: readonly Source[]
  http: SafeFetch
  /** Rejects if the document is not a feed. */
  parse: (body: Uint8Array, contentType: string | null, url: string) => Promise<DatedFeed>
  now: () => Date
  /** Called for each source when its state is known. */
  report?: (health: SourceHealth) => void
}

/** Reads every source, and returns their states in the same order. An error of a source is part of its state. */
export async function checkSources(options: Options): Promise<SourceHealth[]> {
  const check = async (source: Source) => {
    const health = { source, ...(await stateOf(source, options)) }
    options.report?.(health)
    return health
  }
  return await pMap(options.sources, check, { concurrency: MAX_PARALLEL })
}

const DAY_MS = 24 * 3600 * 1000
const SILENCE_DAYS = 120

async function stateOf({ name, url }: Source, { http, parse, now }: Options): Promise<Omit<SourceHealth, 'source'>> {
  try {
    const { status, headers, body, ...response } = await http.fetch(url, { accept: FEED_TYPES })
    if (status < 200 || status >= 300) {
      const gone = status === 404 || status === 410 ? ': the feed no longer exists' : ''
      throw new Error(`${response.url} responds with status ${status}${gone}.`)
    }
    const feed = await parse(body, headers.contentType, response.url)
    const count = feed.entries.length
    // Ignore dates in the future, because they are errors.
    const times = feed.entries
      .map(({ date }) => Date.parse(date ?? ''))
      .filter((time) => time <= now().getTime() + DAY_MS)
    const newest = times.length === 0 ? null : Math.max(...times)
    const isOld = newest !== null && newest < now().getTime() - SILENCE_DAYS * DAY_MS
    const isIncomplete = feed.unread > 0 || newest === null
    const { moved } = response
    const state = count === 0 || isOld ? 'silent' : isIncomplete ? 'incomplete' : moved === null ? 'fine' : 'moved'
    const day = newest === null ? null : new Date(newest).toISOString().slice(0, 'YYYY-MM-DD'.length)
    const sentences = [
      `${name} is ${state}: ${count} entries, ${day === null ? 'none with a date' : `the newest from ${day}`}.`,
      describeGaps(feed) ?? '',
      count === 0 ? 'Some feeds have entries only on days with news, so check again another day.' : '',
      isOld ? `That is more than ${SILENCE_DAYS} days ago.` : '',
      moved === null ? '' : `It has permanently moved to ${moved}.`,
    ]
    return { state, sentence: sentences.filter(Boolean).join(' ') }
  } catch (error) {
    return { state: 'died', sentence: `${name} died: ${error instanceof Error ? error.message : String(error)}` }
  }
}
