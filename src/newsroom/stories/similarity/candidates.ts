import { weightOf } from '#newsroom/stories/similarity/similarity.ts'
import type { Features } from '#newsroom/stories/similarity/features.ts'
import type { Weights } from '#newsroom/stories/similarity/weights.ts'

// A word of more entries than this tells a topic, not an event: no event is in so many sources of one newsroom.
const MOST_ENTRIES = 60

// How many words of a lead are looked up, beside those of the title.
const LEAD_WORDS = 10

// The weight of the words that two entries must have in common to be looked at, as a part of their titles' weight.
const ENOUGH = 0.15

/**
 * The pairs of entries, by index, that share rare words and so may be of one event. No entry is compared with all
 * others: the work grows with the number of entries, not with its square.
 */
export function candidatePairs(entries: Features[], weights: Weights): [number, number][] {
  const found: [number, number][] = []
  const titles = entries.map(({ title }) => weightOf(title, weights))
  const holders = new Map<string, number[]>()
  for (const [index, features] of entries.entries()) {
    const shared = new Map<number, number>()
    for (const word of [...tellingWords(features, weights), ...features.entities.ids]) {
      const others = holders.get(word)
      for (const other of others ?? []) shared.set(other, (shared.get(other) ?? 0) + weights.of(word))
      if (others === undefined) holders.set(word, [index])
      else if (others.length < MOST_ENTRIES) others.push(index)
    }
    for (const [other, weight] of shared) {
      const both = Math.sqrt((titles[index] ?? 0) * (titles[other] ?? 0))
      if (weight >= ENOUGH * both) found.push([other, index])
    }
  }
  return found
}

function tellingWords({ title, all }: Features, weights: Weights): string[] {
  const known = (word: string) => weights.entries(word) > 1 && weights.entries(word) <= MOST_ENTRIES
  const lead = [...all].filter((word) => !title.has(word) && known(word))
  const weightiest = lead.toSorted((a, b) => weights.of(b) - weights.of(a) || (a < b ? -1 : 1)).slice(0, LEAD_WORDS)
  return [...[...title].filter(known), ...weightiest]
}
