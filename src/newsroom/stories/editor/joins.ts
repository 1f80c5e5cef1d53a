import { featuresOf, type Features } from '#newsroom/stories/similarity/features.ts'
import { weightsOf } from '#newsroom/stories/similarity/weights.ts'
import type { Entry } from '#newsroom/sources/entry.ts'

// A join of more entries than these is a topic, whoever says that it is an event.
const MOST = 8

// Up to so many entries an editor is believed even where they share no word: that is what it is asked for.
const FEW = 3

// The weight of the words by which an entry of a larger join hangs together with another.
const SHARED = 0.3

/** What can be believed of the joins that somebody makes among the entries of a day. */
export type JoinCheck = {
  /** Whether the entries of a join share telling words, directly or through each other. */
  hangsTogether(join: Entry[]): boolean
  /** All of a small join; of a larger one the most entries that hang together; nothing of one of more than eight. */
  believed(join: Entry[]): Entry[]
}

/** Reads the entries of a day, so that joins among them can be checked. */
export function joinCheck(shown: Entry[]): JoinCheck {
  const features = new Map(shown.map((entry) => [entry, featuresOf(entry)]))
  const weights = weightsOf([...features.values()])

  return {
    hangsTogether: (join) => connected(join).length === 1,
    believed: (join) => {
      if (join.length <= FEW) return join
      if (join.length > MOST) return []
      const [most = []] = connected(join).toSorted((a, b) => b.length - a.length)
      return most.length > 1 ? most : []
    },
  }

  function connected(join: Entry[]): Entry[][] {
    const left = new Set(join)
    const parts: Entry[][] = []
    for (const first of join) {
      if (!left.delete(first)) continue
      const part = [first]
      // The list grows while it is gone through.
      for (const one of part) for (const other of left) if (share(one, other) && left.delete(other)) part.push(other)
      parts.push(part)
    }
    return parts
  }

  function share(a: Entry, b: Entry): boolean {
    const [one, two] = [features.get(a), features.get(b)]
    return one !== undefined && two !== undefined && sharedWeight(one, two) >= SHARED
  }

  function sharedWeight({ all }: Features, other: Features): number {
    return [...all].reduce((sum, word) => sum + (other.all.has(word) ? weights.of(word) : 0), 0)
  }
}
