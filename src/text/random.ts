/** A pseudo-random number generator. */
export type Random = ReturnType<typeof createRandom>

/**
 * Returns a 32-bit hash: FNV-1a with the finalizer of MurmurHash3, so that similar texts have very different hashes.
 */
export function hash(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  h ^= h >>> 16
  h = Math.imul(h, 2246822507)
  h ^= h >>> 13
  h = Math.imul(h, 3266489909)
  return (h ^ (h >>> 16)) >>> 0
}

/** Creates a generator (mulberry32). The same seed produces the same numbers on every machine. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
    next,
    /** Returns a random number from `low` (inclusive) to `high` (exclusive). */
    range: (low: number, high: number) => low + next() * (high - low),
    /** Returns a random integer between `low` and `high`, inclusive. */
    int: (low: number, high: number) => Math.floor(low + next() * (high - low + 1)),
    pick: <T>(list: readonly T[]): T => at(list, Math.floor(next() * list.length)),
    /** Returns true with the given probability. */
    chance: (probability: number) => next() < probability,
    shuffle<T>(list: readonly T[]): T[] {
      const out = list.slice()
      for (let i = out.length - 1; i > 0; i--) {
        const j = Math.floor(next() * (i + 1))
        const swapped = at(out, i)
        out[i] = at(out, j)
        out[j] = swapped
      }
      return out
    },
  }
}

/** Returns the item at an index, which wraps around at both ends of the list. */
export function at<T>(list: readonly T[], index: number): T {
  const entry = list.at(index % list.length)
  if (entry === undefined) throw new RangeError(`There is no entry ${index} in a list of ${list.length}.`)
  return entry
}
