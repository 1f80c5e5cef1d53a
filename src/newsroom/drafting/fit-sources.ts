import type { NumberedSource } from '#newsroom/sources/unit.ts'

// In characters.
const MAX_TOTAL_LENGTH = 36_000
const MAX_SOURCE_LENGTH = 12_000
// A token has about four characters. The sources may fill a third of the context, so that the prompt, the schema and the
// answer also fit.
const CHARACTERS_PER_CONTEXT_TOKEN = 1.2

/**
 * Trims sources to the units that a model with this context (in tokens, null if it is large) reads well in one request. Each source
 * keeps its first units, up to 12,000 characters. Short sources leave their share to long ones.
 * Related links and boilerplate are left out.
 */
export function fitSources(sources: NumberedSource[], context: number | null = null): NumberedSource[] {
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
    const end = units.findIndex(({ text, block }) => (room -= text.length) < 0 && block >= 0)
    return { ...source, units: end < 0 ? units : units.slice(0, end) }
  })
}
