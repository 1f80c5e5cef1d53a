import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { contentStems } from '#text/common-words.ts'

// Both limits are in characters.
const MAX_TOTAL_LENGTH = 36_000
const MAX_SOURCE_LENGTH = 12_000
// A token has about four characters. The sources may fill a third of the context, so that the prompt, the schema and the
// response also fit.
const CHARACTERS_PER_CONTEXT_TOKEN = 1.2

/**
 * Trims sources to the length that a model reads well in one request, at most 12,000 characters each. Long sources get the
 * share that short ones do not need. Related links and boilerplate are left out. A source keeps its first units. For a model
 * with a small context (in tokens), it keeps the units that have most words in common with the text `about`.
 */
export function fitSources(
  sources: NumberedSource[],
  { context, about }: { context: number | null; about: string } = { context: null, about: '' },
): NumberedSource[] {
  let left = context === null ? MAX_TOTAL_LENGTH : Math.min(MAX_TOTAL_LENGTH, context * CHARACTERS_PER_CONTEXT_TOKEN)
  const shown = sources.map((source) => {
    const units = source.units.filter(({ mark }) => mark !== 'related' && mark !== 'boilerplate')
    return { source, units, length: units.reduce((sum, { text }) => sum + text.length, 0) }
  })
  const shares = new Map<NumberedSource, number>()
  for (const [index, { source, length }] of shown.toSorted((a, b) => a.length - b.length).entries()) {
    const share = Math.min(length, MAX_SOURCE_LENGTH, left / (shown.length - index))
    shares.set(source, share)
    left -= share
  }
  return shown.map(({ source, units }) => {
    let room = shares.get(source) ?? 0
    const ranked = context === null ? units : mostRelevantFirst(units, contentStems(about))
    const kept = new Set(ranked.filter(({ text, block }) => (room -= text.length) >= 0 || block < 0))
    return { ...source, units: units.filter((unit) => kept.has(unit)) }
  })
}

// Sorts units by their share of common words, so that long units are not preferred. The head of a source comes first.
function mostRelevantFirst(units: Unit[], words: Set<string>): Unit[] {
  const relevanceOf = ({ text, block }: Unit) => {
    const own = contentStems(text)
    return block < 0 ? Infinity : own.intersection(words).size / Math.sqrt(8 + own.size)
  }
  const relevance = new Map(units.map((unit) => [unit, relevanceOf(unit)]))
  return units.toSorted((one, other) => (relevance.get(other) ?? 0) - (relevance.get(one) ?? 0) || 0)
}
