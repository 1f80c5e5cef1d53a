import type { ArchivedPost } from '#archive/archive.ts'
import { NEWEST } from '#archive/word-index.ts'
import type { WordBag } from '#archive/word-bag.ts'
import type { WordIndex } from '#archive/word-index.ts'

/** Up to 6 posts to read after one, whose own text is `text`: the closest in content first, then the newest. */
export type ReadNext = (place: { category: string; id: string }, text: () => string) => Promise<ArchivedPost[]>

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
    const answer = kept.get(post) ?? choose(closest({ comparison, post, bag: index.words(post, text) }))
    if (kept.size < MOST_KEPT) kept.set(post, answer)
    return answer
  }
}

type Close = { other: ArchivedPost; isElsewhere: boolean; closeness: number }

/**
 * The posts that can be read next, each with the length of its vector, how rare each word is among them, and who has it:
 * a word's holders are from `starts[word]` up to the next one's start.
 */
type Comparison = {
  version: number
  posts: ArchivedPost[]
  lengths: Float64Array
  rarity: Float64Array
  starts: Uint32Array
  holders: Uint16Array
  weights: Float32Array
}

// Once for each publication. Rarity is taken from these posts alone, so that it does not depend on what was here before.
function compare(index: WordIndex): Comparison {
  const posts = index.archive.all().slice(0, NEWEST)
  const bags = posts.map((post) => index.words(post))
  const starts = startsOf(bags, index.vocabulary.size)
  const rarity = new Float64Array(index.vocabulary.size).map((_, word) => {
    const count = (starts[word + 1] ?? 0) - (starts[word] ?? 0)
    return count > 0 ? Math.log(1 + posts.length / count) : 0
  })
  const total = starts.at(-1) ?? 0
  const [holders, weights, lengths] = [new Uint16Array(total), new Float32Array(total), new Float64Array(posts.length)]
  const ends = starts.slice()
  for (const [number, bag] of bags.entries()) {
    let squares = 0
    for (let place = 0; place < bag.words.length; place += 1) {
      const [word, weight] = [bag.words[place] ?? 0, bag.weights[place] ?? 0]
      squares += (weight * (rarity[word] ?? 0)) ** 2
      const end = ends[word] ?? 0
      holders[end] = number
      weights[end] = weight
      ends[word] = end + 1
    }
    lengths[number] = Math.sqrt(squares)
  }
  return { version: index.version, posts, lengths, rarity, starts, holders, weights }
}

function startsOf(bags: readonly WordBag[], words: number): Uint32Array {
  const starts = new Uint32Array(words + 1)
  for (const bag of bags) for (const word of bag.words) starts[word + 1] = (starts[word + 1] ?? 0) + 1
  for (let word = 0; word < words; word += 1) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0)
  return starts
}

// The closest of all, and the closest of another category. Only posts that share a word are gone over for it.
function closest(options: { comparison: Comparison; post: ArchivedPost; bag: WordBag }): {
  first: Close[]
  elsewhere: Close | undefined
} {
  const { comparison, post, bag } = options
  const { posts, lengths, rarity, starts, holders, weights } = comparison
  const shared = new Float64Array(posts.length)
  for (const [place, word] of bag.words.entries()) {
    const own = (bag.weights[place] ?? 0) * (rarity[word] ?? 0) ** 2
    const end = starts[word + 1] ?? 0
    for (let at = starts[word] ?? 0; at < end; at += 1) {
      const holder = holders[at] ?? 0
      shared[holder] = (shared[holder] ?? 0) + own * (weights[at] ?? 0)
    }
  }
  const first: Close[] = []
  const elsewhere: Close[] = []
  for (const [number, other] of posts.entries()) {
    if (other === post) continue
    // The length of this post's own vector is the same for all that it is compared with.
    const length = lengths[number] ?? 0
    const closeness = length === 0 ? 0 : (shared[number] ?? 0) / length
    const close = { other, isElsewhere: other.category !== post.category, closeness }
    take(first, close, LIMIT)
    if (close.isElsewhere) take(elsewhere, close, 1)
  }
  return { first, elsewhere: elsewhere[0] }
}

// Newer posts are taken before older ones that are as close.
function take(closest: Close[], close: Close, most: number): void {
  const place = closest.findLastIndex((before) => order(before, close) <= 0) + 1
  if (place === most) return
  closest.splice(place, 0, close)
  if (closest.length > most) closest.pop()
}

function order(a: Close, b: Close): number {
  return b.closeness - a.closeness || Number(a.isElsewhere) - Number(b.isElsewhere)
}

function choose({ first, elsewhere }: ReturnType<typeof closest>): ArchivedPost[] {
  const last = first[SHOWN - 1]
  const isWanted = last !== undefined && !first.slice(0, SHOWN).some(({ isElsewhere }) => isElsewhere)
  if (isWanted && elsewhere && elsewhere.closeness > 0 && elsewhere.closeness >= CLOSE_ENOUGH * last.closeness) {
    const rest = first.filter((close) => close !== elsewhere)
    return [...rest.slice(0, SHOWN - 1), elsewhere, ...rest.slice(SHOWN - 1)].slice(0, LIMIT).map(({ other }) => other)
  }
  return first.map(({ other }) => other)
}
