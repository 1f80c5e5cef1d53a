import { isArticleText, type NumberedSource, type Unit } from '#newsroom/sources/unit.ts'
import { contentStems } from '#text/common-words.ts'

// In characters.
const MAX_TOTAL_LENGTH = 36_000
// A token is about four characters. Sources may fill a third of the context, so that the prompt, the schema and the
// response also fit.
const CHARACTERS_PER_CONTEXT_TOKEN = 1.2

/**
 * Trims sources to a total length that a model reads well in one request. Space that short sources do not need goes to
 * the long ones. Removes boilerplate, and keeps the first units of each source. For a model with a small `context` (in
 * tokens), keeps the units that share the most words with `about` instead.
 */
export function fitSources(
  sources: NumberedSource[],
  { context, about }: { context: number | null; about: string } = { context: null, about: '' },
): NumberedSource[] {
  let left = context === null ? MAX_TOTAL_LENGTH : Math.min(MAX_TOTAL_LENGTH, context * CHARACTERS_PER_CONTEXT_TOKEN)
  const shown = sources.map((source) => {
    const units = source.units.filter(isArticleText)
    return { source, units, length: units.reduce((sum, { text }) => sum + text.length, 0) }
  })
  const shares = new Map<NumberedSource, number>()
  for (const [index, { source, length }] of shown.toSorted((a, b) => a.length - b.length).entries()) {
    const share = Math.min(length, left / (shown.length - index))
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

// Weight of a number. A word has weight 1, because it is less specific.
const NUMBER_WEIGHT = 3

/**
 * Sorts units by the fraction of their words and numbers that are in `words`, so that long units have no advantage.
 */
export function mostRelevantFirst(units: Unit[], words: Set<string>): Unit[] {
  const relevanceOf = ({ text }: Unit) => {
    const own = contentStems(text)
    const shared = [...own.intersection(words)].reduce((sum, word) => sum + (/\d/.test(word) ? NUMBER_WEIGHT : 1), 0)
    return shared / Math.sqrt(8 + own.size)
  }
  const relevance = new Map(units.map((unit) => [unit, relevanceOf(unit)]))
  return units.toSorted((one, other) => (relevance.get(other) ?? 0) - (relevance.get(one) ?? 0))
}
