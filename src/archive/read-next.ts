import type { ArchivedPost } from '#archive/archive.ts'
import { NEWEST } from '#archive/word-index.ts'
import type { WordBag } from '#archive/word-bag.ts'
import type { WordIndex } from '#archive/word-index.ts'

/** Up to 6 posts to read after one, whose own text is `text`: the closest in content first, then the newest. */
export type ReadNext = (place: { category: string; id: string }, text: string) => Promise<ArchivedPost[]>

const LIMIT = 6

// A reader is shown the first so many: one of them is of another category, if one is at least so close to the one whose
// place it takes.
const SHOWN = 3
const CLOSE_ENOUGH = 0.5

// Answers that are kept until the archive or the index has moved.
const MOST_KEPT = 1_000

/**
 * What to read next in an archive, by the words that two posts share, rare ones above all (cosine of TF-IDF vectors). Only
 * the newest posts are compared: what to read next should be recent, and the cost stays the same at any size.
 */
export function createReadNext(index: WordIndex): ReadNext {
  const { archive } = index
  const kept = new Map<ArchivedPost, ArchivedPost[]>()
  let comparison: Comparison | null = null

  return async (place, text) => {
    // An edition's posts are related to each other from their first readers on.
    await index.settled()
    index.follow()
    const post = archive.find(place.category, place.id)
    if (post === null) return []
    if (comparison?.version !== index.version) {
      kept.clear()
      comparison = compare(index)
    }
    const answer = kept.get(post) ?? choose(closestFirst({ index, comparison, post, text }))
    if (kept.size < MOST_KEPT) kept.set(post, answer)
    return answer
  }
}

type Close = { other: ArchivedPost; isElsewhere: boolean; closeness: number }

/** The posts that can be read next, each with the length of its vector, and how rare each word is among them. */
type Comparison = {
  version: number
  rarity: Float32Array
  others: { other: ArchivedPost; bag: WordBag; length: number }[]
}

// Once for each publication. Rarity is taken from these posts alone, so that it does not depend on what was here before.
function compare(index: WordIndex): Comparison {
  const posts = index.archive.all().slice(0, NEWEST)
  const rarity = new Float32Array(index.vocabulary.size)
  for (const other of posts) for (const word of index.words(other).words) rarity[word] = (rarity[word] ?? 0) + 1
  for (const [word, holders] of rarity.entries()) if (holders > 0) rarity[word] = Math.log(1 + posts.length / holders)
  const others = posts.map((other) => {
    const bag = index.words(other)
    const { words, weights } = bag
    let squares = 0
    for (let place = 0; place < words.length; place += 1) {
      squares += ((weights[place] ?? 0) * (rarity[words[place] ?? 0] ?? 0)) ** 2
    }
    return { other, bag, length: Math.sqrt(squares) }
  })
  return { version: index.version, rarity, others }
}

function closestFirst(options: {
  index: WordIndex
  comparison: Comparison
  post: ArchivedPost
  text: string
}): Close[] {
  const { index, comparison, post, text } = options
  const { rarity, others } = comparison
  const bag = index.words(post, text)
  const own = new Float32Array(rarity.length)
  for (const [place, word] of bag.words.entries()) {
    own[word] = (bag.weights[place] ?? 0) * (rarity[word] ?? 0) ** 2
  }
  // The length of this post's own vector is the same for all that it is compared with.
  return others
    .filter(({ other }) => other !== post)
    .map(({ other, bag: { words, weights }, length }) => {
      let shared = 0
      for (let place = 0; place < words.length; place += 1) {
        shared += (weights[place] ?? 0) * (own[words[place] ?? 0] ?? 0)
      }
      const closeness = length === 0 ? 0 : shared / length
      return { other, isElsewhere: other.category !== post.category, closeness }
    })
    .toSorted((a, b) => b.closeness - a.closeness || Number(a.isElsewhere) - Number(b.isElsewhere))
}

function choose(closest: Close[]): ArchivedPost[] {
  const first = closest.slice(0, LIMIT)
  const last = first[SHOWN - 1]
  if (last !== undefined && !first.slice(0, SHOWN).some(({ isElsewhere }) => isElsewhere)) {
    const elsewhere = closest.find(({ isElsewhere }) => isElsewhere)
    if (elsewhere !== undefined && elsewhere.closeness > 0 && elsewhere.closeness >= CLOSE_ENOUGH * last.closeness) {
      const rest = first.filter((close) => close !== elsewhere)
      return [...rest.slice(0, SHOWN - 1), elsewhere, ...rest.slice(SHOWN - 1)]
        .slice(0, LIMIT)
        .map(({ other }) => other)
    }
  }
  return first.map(({ other }) => other)
}
