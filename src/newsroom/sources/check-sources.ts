import pMap from 'p-map'
import { memoryBucket } from '#bucket/memory.ts'
import { MAX_PARALLEL, readSource, type FeedReading, type SourceReading } from '#newsroom/sources/collect.ts'
import type { Source } from '#newsroom/sources/source-list.ts'

/**
 * Reads every source, and reports a sentence about its state as soon as it is known. Resolves to the number of sources
 * that need attention.
 */
export async function checkSources({
  sources,
  report,
  ...reading
}: Omit<FeedReading, 'desk'> & { sources: readonly Source[]; report: (sentence: string) => void }): Promise<number> {
  const desk = memoryBucket()
  const check = async (source: Source) => {
    const { isFine, sentence } = stateOf(await readSource({ ...reading, desk }, source), reading.now())
    report(sentence)
    return isFine
  }
  const states = await pMap(sources, check, { concurrency: MAX_PARALLEL })
  return states.filter((isFine) => !isFine).length
}

const DAY_MS = 24 * 3600 * 1000
const SILENCE_DAYS = 120

// A source is `incomplete` if some entries cannot be used, and `silent` if it has no recent entry.
function stateOf(reading: SourceReading, now: Date): { isFine: boolean; sentence: string } {
  const { failure, entries, gaps } = reading
  const { name } = reading.source
  if (failure !== null) return { isFine: false, sentence: `${name} could not be read: ${failure}` }
  // A feed's entries are sorted.
  const newest = entries[0]?.date
  const isOld = newest !== undefined && Date.parse(newest) < now.getTime() - SILENCE_DAYS * DAY_MS
  const isEmpty = newest === undefined && gaps === null
  const state = isEmpty || isOld ? 'silent' : gaps !== null ? 'incomplete' : 'fine'
  const day = newest === undefined ? '' : `, the newest from ${newest.slice(0, 'YYYY-MM-DD'.length)}`
  const sentences = [
    `${name} is ${state}. Number of entries: ${entries.length}${day}.`,
    gaps ?? '',
    isEmpty ? 'Some feeds have entries only on days with news, so check this source again on another day.' : '',
    isOld ? `That is more than ${SILENCE_DAYS} days ago.` : '',
  ]
  return { isFine: state === 'fine', sentence: sentences.filter(Boolean).join(' ') }
}
