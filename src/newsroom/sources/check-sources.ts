import pMap from 'p-map'
import { memoryBucket } from '#bucket/memory.ts'
import { MAX_PARALLEL, readSource, type FeedReading } from '#newsroom/sources/collect.ts'
import type { Source } from '#newsroom/sources/source-list.ts'

/** The state of a source and its feed. */
export type SourceHealth = {
  source: Source
  /**
   * `moved`: the feed has moved permanently, so its URL must be changed. `silent`: no entry in the last 120 days.
   * `incomplete`: some entries could not be read, or none has a date.
   */
  state: 'fine' | 'moved' | 'died' | 'silent' | 'incomplete'
  /** A sentence that describes the state in detail. */
  sentence: string
}

/**
 * Reads every source and returns their states in the same order. Calls `report` as soon as a source's state is known.
 */
export async function checkSources({
  sources,
  report,
  ...reading
}: Omit<FeedReading, 'desk'> & {
  sources: readonly Source[]
  report?: (health: SourceHealth) => void
}): Promise<SourceHealth[]> {
  const desk = memoryBucket()
  const check = async (source: Source) => {
    const health = stateOf(await readSource({ ...reading, desk }, source), reading.now())
    report?.(health)
    return health
  }
  return await pMap(sources, check, { concurrency: MAX_PARALLEL })
}

const DAY_MS = 24 * 3600 * 1000
const SILENCE_DAYS = 120

function stateOf(reading: Awaited<ReturnType<typeof readSource>>, now: Date): SourceHealth {
  const { source, failure, entries, gaps, unread, moved } = reading
  const { name } = source
  if (failure !== null) return { source, state: 'died', sentence: `${name} could not be read: ${failure}` }
  // A feed's entries are sorted. Undated ones are left out when a feed is read for the first time.
  const newest = entries[0]?.date
  const isOld = newest !== undefined && Date.parse(newest) < now.getTime() - SILENCE_DAYS * DAY_MS
  const isEmpty = newest === undefined && gaps === null
  const isIncomplete = unread > 0 || newest === undefined
  const state = isEmpty || isOld ? 'silent' : isIncomplete ? 'incomplete' : moved === null ? 'fine' : 'moved'
  const day = newest === undefined ? '' : `, the newest from ${newest.slice(0, 'YYYY-MM-DD'.length)}`
  const sentences = [
    `${name} is ${state}. Number of entries with a date: ${entries.length}${day}.`,
    gaps ?? '',
    isEmpty ? 'Some feeds have entries only on days with news, so check this source again on another day.' : '',
    isOld ? `That is more than ${SILENCE_DAYS} days ago.` : '',
    moved === null ? '' : `It has permanently moved to ${moved}.`,
  ]
  return { source, state, sentence: sentences.filter(Boolean).join(' ') }
}
