import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { candidatesOf } from '#text/likely-evidence.ts'

/** The part of its sources that a writer is shown: maximum numbers of units and of characters. */
export type Share = { units: number; characters: number }

// A token has about four characters. The sources may fill a third of the context, so that the prompt, the schema and the
// answer also fit.
const CHARACTERS_PER_CONTEXT_TOKEN = 1.2
// The schema of the answer lists the ids of all units.
const MAX_UNITS = 100

/** Returns the share of the sources that fits into a context window of `tokens` tokens. */
export function shareOf(tokens: number): Share {
  return { units: MAX_UNITS, characters: Math.round(tokens * CHARACTERS_PER_CONTEXT_TOKEN) }
}

// How many of the first sentences of a text say what the rest of it is about.
const OPENING = 3

/**
 * The sources with the units that tell most of their common event, as many as a share has room for, in their order: heads
 * and openings always, then whatever has most of their rare words. The ids stay what they are; without table rows and code.
 */
export function relevantUnits(sources: NumberedSource[], share: Share): NumberedSource[] {
  const units = sources.flatMap((source) => source.units.filter(isProse))
  const { words, rarity } = candidatesOf(units.map(({ text }) => text))
  const openings = new Set(sources.flatMap((source) => openingOf(source.units)))
  const subject = new Set(units.flatMap((unit, index) => (openings.has(unit) ? [...(words[index] ?? [])] : [])))
  const scored = units.map((unit, index) => {
    const own = [...(words[index] ?? [])]
    const shared = own.filter((word) => subject.has(word)).reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0)
    // Of two that share as much, the shorter says it more plainly; what comes first is what matters to its author.
    return { unit, score: openings.has(unit) ? Infinity : shared / Math.sqrt(8 + own.length), place: index }
  })
  const chosen = new Set<Unit>()
  let left = share.characters
  for (const { unit } of scored.toSorted((a, b) => rank(b.score) - rank(a.score) || a.place - b.place)) {
    if (chosen.size === share.units) break
    if (unit.text.length > left) continue
    left -= unit.text.length
    chosen.add(unit)
  }
  return sources.map((source) => ({ ...source, units: source.units.filter((unit) => chosen.has(unit)) }))
}

// Infinity less Infinity is no order.
function rank(score: number): number {
  return Math.min(score, 1e9)
}

function isProse({ kind, mark }: Unit): boolean {
  return kind !== 'row' && kind !== 'code' && mark !== 'related' && mark !== 'boilerplate'
}

function openingOf(units: Unit[]): Unit[] {
  const prose = units.filter(
    (unit) => isProse(unit) && unit.block >= 0 && unit.kind === 'sentence' && unit.mark === null,
  )
  return [...units.filter(({ block }) => block < 0), ...prose.slice(0, OPENING)]
}
