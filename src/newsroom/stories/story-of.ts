import { createHash } from 'node:crypto'
import type { Entry } from '#newsroom/sources/entry.ts'
import type { Story } from '#newsroom/stories/story.ts'

/** Makes a story of entries: named after a hash of their addresses, whatever their order, the newest first. */
export function storyOf(entries: Entry[]): Story {
  const addresses = entries.map(({ url }) => url).toSorted()
  return {
    id: createHash('sha256').update(addresses.join('\n')).digest('hex').slice(0, 16),
    entries: entries.toSorted((a, b) => compare(b.date, a.date) || compare(a.url, b.url)),
  }
}

// By code units: the same on every machine, whatever its language.
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
